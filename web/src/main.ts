import "./styles/base.css";
import "./styles/cards.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { app } from "./lib/app.svelte.ts";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for itself");
// The connection first: the page asks for its table as soon as it is mounted.
void app.start();
mount(App, { target });
