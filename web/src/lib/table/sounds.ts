// Which sounds go with what is shown. They say nothing that is not to be seen as well.
import type { Flight, Show } from "./motion.ts";

export type Sound = "card" | "deal" | "gather" | "pass" | "shown" | "lost" | "cheer" | "turn";

const goal = ({ stops }: Flight): string => stops.at(-1)?.spot ?? "";

/** What is to be heard of a show, each with when, in milliseconds at the usual speed. */
export function soundsOf({ flights, pulses, cheer }: Show): { sound: Sound; at: number }[] {
  const heard: { sound: Sound; at: number }[] = [];
  const first = (sound: Sound, those: readonly Flight[]): void => {
    const starts = those.map(({ stops }) => stops[1]?.arrive ?? 0);
    if (starts.length) heard.push({ sound, at: Math.min(...starts) });
  };
  const from = (flight: Flight, spot: string): boolean => flight.stops[0]?.spot === spot;
  const dealt = flights.filter((flight) => from(flight, "pack"));
  if (dealt.length > 2) heard.push({ sound: "deal", at: 0 });
  first(
    "card",
    flights.filter((flight) => /^(trick|floor):/.test(goal(flight)) && !from(flight, "pack")),
  );
  first(
    "pass",
    flights.filter((flight) => goal(flight).startsWith("face:") && !from(flight, "pack")),
  );
  if (flights.some(({ fades, card }) => fades && card !== null)) heard.push({ sound: "gather", at: 120 });
  for (const { kind, at } of pulses) if (kind !== "turned") heard.push({ sound: kind, at });
  if (cheer) heard.push({ sound: "cheer", at: 200 });
  return heard;
}
