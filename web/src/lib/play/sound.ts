// Soft sounds, made here and nowhere fetched: paper on cloth, a knock on wood, two bells. Nothing sounds before the reader
// has touched the page (browsers see to that), or while it lies in the background.
import type { Sound } from "../table/sounds.ts";

let context: AudioContext | null = null;
let paper: AudioBuffer | null = null;

function ready(): AudioContext | null {
  if (typeof AudioContext === "undefined" || document.hidden) return null;
  // Made after the first touch only: before it a browser would complain.
  if (!context && !(navigator.userActivation?.hasBeenActive ?? true)) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/** Noise that dies away, through a filter: a card that slides over cloth or falls on it. */
function rustle(at: AudioContext, start: number, length: number, pitch: number, loud: number): void {
  if (!paper) {
    paper = at.createBuffer(1, at.sampleRate / 2, at.sampleRate);
    const wave = paper.getChannelData(0);
    for (let i = 0; i < wave.length; i += 1) wave[i] = Math.random() * 2 - 1;
  }
  const source = at.createBufferSource();
  source.buffer = paper;
  const filter = at.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 0.8;
  const volume = at.createGain();
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(loud, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(filter).connect(volume).connect(at.destination);
  source.start(start, 0, length);
}

/** A tone that dies away like a plucked string or a small bell. */
function tone(at: AudioContext, start: number, pitch: number, length: number, loud: number): void {
  for (const [over, share] of [
    [1, 1],
    [2.01, 0.25],
  ] as const) {
    const source = at.createOscillator();
    source.type = "sine";
    source.frequency.value = pitch * over;
    const volume = at.createGain();
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(loud * share, start + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + length / over);
    source.connect(volume).connect(at.destination);
    source.start(start);
    source.stop(start + length);
  }
}

const MADE: Readonly<Record<Sound, (at: AudioContext, start: number) => void>> = {
  card: (at, start) => {
    rustle(at, start, 0.07, 1900, 0.16);
    rustle(at, start + 0.02, 0.09, 420, 0.12);
  },
  deal: (at, start) => {
    for (let i = 0; i < 6; i += 1) rustle(at, start + i * 0.085, 0.06, 2300 + 60 * i, 0.07);
  },
  gather: (at, start) => rustle(at, start, 0.26, 1100, 0.09),
  pass: (at, start) => rustle(at, start, 0.2, 1500, 0.1),
  shown: (at, start) => tone(at, start, 392, 0.5, 0.05),
  lost: (at, start) => tone(at, start, 165, 0.5, 0.09),
  cheer: (at, start) => {
    tone(at, start, 587, 0.9, 0.06);
    tone(at, start + 0.12, 880, 1.1, 0.05);
  },
  turn: (at, start) => tone(at, start, 294, 0.28, 0.045),
};

/** Let something be heard, `delay` milliseconds from now. */
export function sound(name: Sound, delay = 0): void {
  const at = ready();
  if (at) MADE[name](at, at.currentTime + delay / 1000);
}
