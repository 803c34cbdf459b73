// What the check of the shuffles came to, as plain sentences.
import type { Check, Verdict } from "../fair/verify.ts";
import { commitmentDigits, saltText } from "../fair/verify.ts";
import type { Known } from "../fair/verify.ts";
import type { Speech } from "../play/context.ts";
import type { Practice } from "../wire/types.ts";

export interface Finding {
  readonly ok: boolean;
  readonly text: string;
}

/** What somebody wrote into the fields, as `verify` wants it. Null: the seal cannot be one. */
export function known(seal: string, own: string): Known | null {
  const digits = commitmentDigits(seal);
  if (seal.trim() && digits === null) return null;
  return { commitments: digits === null ? [] : [digits], salts: own.trim() ? [own.trim()] : [] };
}

/** From where a match was played on for practice, if it was: then its cards were known, and there is nothing to prove. */
export function practiceOf(record: unknown): Practice | null {
  const meta = isObject(record) ? record.meta : null;
  const told = isObject(meta) ? meta.practice : null;
  if (!isObject(told) || typeof told.match !== "string") return null;
  const { match, hand, step, steps = 0 } = told;
  return { match, hand: Number(hand), step: Number(step), steps: Number(steps) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** The findings in the order in which somebody would ask for them; all packs that are right are one finding. */
export function findings(say: Speech, verdict: Verdict): Finding[] {
  const { tr } = say;
  const of = (what: Check["what"]): Check[] => verdict.checks.filter((check) => check.what === what);
  const one = (check: Check): Finding => ({ ok: check.ok, text: sentence(say, check) });
  const packs = of("pack");
  const right = packs.filter(({ ok }) => ok).length;
  const wrong = packs.filter(({ ok }) => !ok);
  return [
    ...of("commitment").map(one),
    ...of("told").map(one),
    // Nobody asks whether there are too many salts, unless there are.
    ...of("salts")
      .filter(({ ok }) => !ok)
      .map(one),
    { ok: true, text: stirred(say, verdict) },
    ...of("salt").map(one),
    ...of("dealer").map(one),
    ...of("cut")
      .filter(({ ok }) => !ok)
      .map(one),
    ...(right > 0 ? [{ ok: true, text: tr.t("replay.proof.packs", { n: right }) }] : []),
    ...wrong.map(one),
  ];
}

function stirred(say: Speech, verdict: Verdict): string {
  const texts = verdict.salts.flatMap((salt) => (salt.length ? [saltText(salt) ?? "?"] : []));
  return texts.length
    ? say.tr.t("replay.proof.stirred", {
        words: say.tr.list(texts.map((word) => say.tr.t("replay.proof.word", { word }))),
      })
    : say.tr.t("replay.proof.not_stirred");
}

function sentence(say: Speech, check: Check): string {
  const { what, ok, found = "", wanted = "" } = check;
  const key = `replay.proof.${what}${ok ? "" : "_not"}`;
  if (what === "dealer")
    return say.tr.t(key, { found: say.name(Number(found)), wanted: say.name(Number(wanted)) });
  if (what === "pack") {
    const card = (token: string): string => (token ? say.card(token) : say.tr.t("card.none"));
    const place = { hand: check.hand ?? 0, place: check.place ?? 0 };
    return say.tr.t(key, { ...place, found: card(found), wanted: card(wanted) });
  }
  return say.tr.t(key, { found, wanted, n: (check.redeal ?? 0) + 1 });
}
