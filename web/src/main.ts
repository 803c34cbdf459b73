import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/cards.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { app } from "./lib/app.svelte.ts";
import { arrive } from "./lib/share/arrive.ts";
import { keepPage } from "./lib/share/install.ts";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for itself");
arrive(location, history);
// The connection first: the page asks for its table as soon as it is mounted.
void app.start();
target.replaceChildren();
mount(App, { target });
keepPage();
