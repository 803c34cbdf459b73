// What every part of the table page needs to say anything: the words, the game, and who is who.
import type { Translator } from "../i18n/words.ts";
import { cardName, factText, moveName, sideName, suitName, whyText } from "../i18n/tokens.ts";
import type { People } from "../i18n/tokens.ts";
import { face, isCard } from "../cards/tokens.ts";
import type { GameInfo } from "../wire/answers.ts";
import type { Fact, Line, Why } from "../wire/types.ts";

export interface Speech {
  readonly tr: Translator;
  readonly game: GameInfo;
  readonly people: People;
  card(token: string): string;
  cards(tokens: readonly string[]): string;
  suit(token: string): string;
  move(token: string): string;
  why(why: Why): string;
  side(side: number): string;
  name(seat: number): string;
  fact(fact: Fact): string;
  /** One line of the log, sentence by sentence: the move, then what came of it. */
  line(line: Line): string[];
}

export function speech(tr: Translator, game: GameInfo, people: People): Speech {
  const self: Speech = {
    tr,
    game,
    people,
    card: (token) => cardName(tr, token, game.family),
    cards: (tokens) => tr.list(tokens.map((token) => cardName(tr, token, game.family))),
    suit: (token) => suitName(tr, token, game.family),
    move: (token) => moveName(tr, game.family, token),
    why: (why) => whyText(tr, game.family, why, people),
    side: (side) => sideName(tr, people, side),
    name: (seat) => people.name(seat),
    fact: (fact) => factText(tr, game.family, fact, people),
    line: (line) => [plain(line), ...line.facts.map(self.fact)].filter(Boolean),
  };
  /** The bare move, unless the game tells it in a fact of its own. */
  function plain(line: Line): string {
    const { seat, token } = line;
    if (seat === null || token === null) return line.facts.length ? "" : tr.t("line.deal");
    if (line.facts.some((fact) => tells(fact, seat, token))) return "";
    const you = seat === people.you ? "_you" : "";
    const args = {
      seat: people.name(seat),
      card: isCard(token) ? cardName(tr, token, game.family) : "",
      move: self.move(token),
    };
    return tr.t(face(token) && !game.calls.includes(token) ? `line.card${you}` : `line.say${you}`, args);
  }
  return self;
}

/** A fact about the mover's own doing, whose text says what the move was. */
function tells(fact: { key: string; [name: string]: unknown }, seat: number, token: string): boolean {
  const parts = token.split(":");
  // Out of turn, the seat comes first: `2:expose:AS` is about AS.
  const [head, card] = parts.length > 2 ? [parts[1], parts[2]] : [parts[0], token];
  return (fact.seat === seat || fact.from === seat) && (fact.key === head || fact.card === card);
}
