// What a table is seen without: it comes in one file of its own, once the table is there (`later.svelte.ts`).
export { default as Chat } from "./chat/Chat.svelte";
export { default as Reports } from "./chat/Reports.svelte";
export { default as Result } from "./play/Result.svelte";
export { default as TableSheets } from "./play/TableSheets.svelte";
export { default as People } from "./room/People.svelte";
export { default as PeopleNews } from "./room/PeopleNews.svelte";
export { default as Front } from "../pages/Front.svelte";
