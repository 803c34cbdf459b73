// The result of a match as a picture, made by the server: handed to another program where the browser can, else saved.

/** Where the picture is; `seed` chooses the names of computer players as the link does. */
export const pictureAddress = (match: string, seed: string, lang: string): string =>
  `/og/matches/${encodeURIComponent(match)}.png?${new URLSearchParams({ lang, ...(seed ? { names: seed } : {}) })}`;

/** Get the picture. Throws if it does not come. */
export async function fetchPicture(address: string, name: string, ask: typeof fetch = fetch): Promise<File> {
  const answer = await ask(address);
  if (!answer.ok) throw new Error(String(answer.status));
  return new File([await answer.blob()], name, { type: "image/png" });
}

type Sharing = Partial<Pick<Navigator, "share" | "canShare">>;

/**
 * Hand the picture on, with the link beside it. What browsers allow only right after a touch may be too late by now: then it
 * is saved.
 */
export async function handOn(
  file: File,
  text: string,
  url: string,
  save: (file: File) => void,
  { share, canShare }: Sharing = {
    share: navigator.share?.bind(navigator),
    canShare: navigator.canShare?.bind(navigator),
  },
): Promise<"shared" | "saved" | "thought better"> {
  const data = { files: [file], text: `${text} ${url}` };
  if (share && canShare?.(data)) {
    try {
      await share(data);
      return "shared";
    } catch (problem) {
      if (problem instanceof DOMException && problem.name === "AbortError") return "thought better";
    }
  }
  save(file);
  return "saved";
}

export function saveFile(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
