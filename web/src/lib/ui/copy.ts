// Puts a text where it can be pasted. The browser's own way is there only on safe pages; an older one works anywhere.
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelecting(text);
  }
}

function copyBySelecting(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "seen-not";
  // Inside an open dialog, where the focus may go.
  const home = document.querySelector("dialog[open]") ?? document.body;
  const before = document.activeElement;
  home.append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}

/** Hand a link to another program, where the browser can. */
export const canShare = (): boolean => typeof navigator.share === "function";
export async function share(title: string, text: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, text, url });
  } catch {
    // Thought better of it.
  }
}
