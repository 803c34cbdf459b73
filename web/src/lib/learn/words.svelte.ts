// The words of rules and lessons. They are many, and nobody needs them to play, so they come only when they are read.
import { app } from "../app.svelte.ts";
import { speak } from "../i18n/languages.ts";
import type { Translator } from "../i18n/words.ts";
import { settings } from "../settings.svelte.ts";

/** All words there are, in the language of the page, once they are here. To be made while a component is made. */
export class LearnWords {
  tr = $state.raw<Translator | null>(null);

  constructor() {
    $effect(() => {
      const lang = app.tr?.lang;
      const { digits } = settings;
      if (lang === undefined) return;
      let wanted = true;
      void speak(lang, digits, ["learn"]).then((tr) => {
        if (wanted) this.tr = tr;
      });
      return () => {
        wanted = false;
      };
    });
  }
}
