/** What lies beside the table on a wide screen. */
export type AsideTab = "log" | "chat" | "how";
