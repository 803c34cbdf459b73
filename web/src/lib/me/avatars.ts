// The faces that guests choose from: sixteen signs of the majlis, each on two grounds. A sign is a few plain shapes, some
// of them turned round the middle of a square of 48.

/** Which of a ground's three colours a shape has: the ground itself, the main colour, or the second one. */
type Tone = "ground" | "main" | "second";
export interface Shape {
  readonly d: string;
  readonly tone: Tone;
  /** Drawn so many times, turned evenly round the middle. */
  readonly turns?: number;
}

/** A path and its mirror image, for what is alike on both sides. */
const both = (tone: Tone, d: string): Shape[] => [
  { d, tone },
  { d: mirrored(d), tone },
];
const mirrored = (d: string): string =>
  d.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, x: string, y: string) => `${48 - Number(x)} ${y}`);
const diamond = (x: number, y: number, r: number): string =>
  `M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}Z`;
const disc = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}A${r} ${r} 0 1 0 ${x + r} ${y}A${r} ${r} 0 1 0 ${x - r} ${y}Z`;
const wave = (y: number): string =>
  `M4 ${y}Q11.500 ${y - 9} 19 ${y}T34 ${y}T49 ${y}V${y + 5}Q41.500 ${y - 4} 34 ${y + 5}T19 ${y + 5}T4 ${y + 5}Z`;

export const SIGNS: Readonly<Record<string, readonly Shape[]>> = {
  star: [
    { d: "M24 7L29 12H36V19L41 24L36 29V36H29L24 41L19 36H12V29L7 24L12 19V12H19Z", tone: "main" },
    { d: diamond(24, 24, 10), tone: "ground" },
    { d: diamond(24, 24, 6), tone: "second" },
  ],
  rosette: [
    { d: "M24 24C18.500 18 19 11 24 6.500C29 11 29.500 18 24 24Z", tone: "main", turns: 8 },
    { d: disc(24, 24, 5.5), tone: "ground" },
    { d: disc(24, 24, 3.5), tone: "second" },
  ],
  crescent: [
    { d: "M30 8.500A16.500 16.500 0 1 0 39.500 31A13.500 13.500 0 1 1 30 8.500Z", tone: "main" },
    {
      d: "M33 13.500L34.800 18.200L39.500 20L34.800 21.800L33 26.500L31.200 21.800L26.500 20L31.200 18.200Z",
      tone: "second",
    },
  ],
  lantern: [
    { d: "M22.800 5H25.200V11H22.800Z", tone: "main" },
    { d: "M16.500 17Q24 5 31.500 17Z", tone: "second" },
    { d: "M15 18.500H33L36 28L29 38.500H19L12 28Z", tone: "main" },
    { d: "M24 20.500L30 28L24 36.500L18 28Z", tone: "ground" },
    { d: diamond(24, 28, 4.5), tone: "second" },
    { d: "M18 40H30V43H18Z", tone: "second" },
  ],
  pot: [
    { d: "M19 21L7 14.500Q7.500 25 17 31Z", tone: "second" },
    {
      d: "M31 19Q42.500 20.500 38.500 32Q37 35.500 33 36L32.500 32.800Q36.500 31 35.800 26.800Q35 22.700 31 22.500Z",
      tone: "second",
    },
    { d: "M16 41H33L35.500 36Q30 28 30.500 20H18.500Q19 28 13.500 36Z", tone: "main" },
    { d: "M18.500 18.500Q19.500 11 24.500 11Q29.500 11 30.500 18.500Z", tone: "main" },
    { d: disc(24.5, 8.5, 2.3), tone: "second" },
    { d: "M14.500 34.500H34.500L35.500 36.500H13.500Z", tone: "second" },
  ],
  cup: [
    { d: "M11 19H37Q37 36.500 24 38Q11 36.500 11 19Z", tone: "main" },
    { d: "M11.600 24H36.400L35.400 28H12.600Z", tone: "second" },
    { d: "M18 39H30V42H18Z", tone: "main" },
    {
      d: "M20.500 15.500Q23.500 12.500 20.500 9.500Q19 8 20.500 5.500Q24.500 9 23.500 12Q23 14 20.500 15.500ZM27 15.500Q30 12.500 27 9.500Q25.500 8 27 5.500Q31 9 30 12Q29.500 14 27 15.500Z",
      tone: "second",
    },
  ],
  palm: [
    { d: "M22.300 42Q25 31 22.800 20H26Q27.500 31 26.500 42Z", tone: "second" },
    ...both("main", "M24 20C28 9.500 37 7.500 42 13C35.500 12.500 29.500 15.500 24 20Z"),
    ...both("main", "M24 20C33 14.500 40.500 19.500 42.500 28C37 22.500 30.500 20.500 24 20Z"),
    { d: "M24 20C19.500 12 21.500 6.500 26.500 4C26.500 10 27.500 15 24 20Z", tone: "main" },
    ...both("second", "M24 21L27.500 21.500L28.500 25.500L25.500 24.500Z"),
    { d: "M13 41H35V44H13Z", tone: "main" },
  ],
  tent: [
    { d: "M23.100 6H24.900V12H23.100Z", tone: "second" },
    { d: "M24.500 6L32 8.500L24.500 11Z", tone: "second" },
    { d: "M24 11L43 38H5Z", tone: "main" },
    { d: "M24 16.500L39.200 38H35L24 22L13 38H8.800Z", tone: "second" },
    { d: "M24 25L31 38H17Z", tone: "ground" },
  ],
  boat: [
    { d: "M17.500 7.500H19.500V33H17.500Z", tone: "main" },
    { d: "M21 8Q40 17 38.500 30.500H21Z", tone: "second" },
    { d: "M16 13Q9.500 22 9 30.500H16Z", tone: "main" },
    { d: "M6 33H42.500Q39.500 41.500 31 41.500H17Q9 41.500 6 33Z", tone: "main" },
    { d: "M8.800 36.500H40.500L39.300 38.500H10.200Z", tone: "ground" },
  ],
  pearl: [
    { d: "M24 40.500L7 24Q10 10 24 9Q38 10 41 24Z", tone: "main" },
    {
      d: "M24 38L22.900 10.500H25.100ZM24 38L11.500 16.500L13.500 14.500ZM24 38L36.500 16.500L34.500 14.500ZM24 38L17 11.500L19 10.800ZM24 38L31 11.500L29 10.800Z",
      tone: "ground",
    },
    { d: disc(24, 34, 7), tone: "second" },
    { d: disc(21.8, 31.8, 1.8), tone: "ground" },
  ],
  window: [
    { d: "M10.500 42V23Q10.500 13 24 5.500Q37.500 13 37.500 23V42Z", tone: "main" },
    { d: "M14.500 42V23.500Q14.500 15.500 24 10.300Q33.500 15.500 33.500 23.500V42Z", tone: "ground" },
    { d: "M23 11H25V42H23ZM14.500 22H33.500V24H14.500ZM14.500 31.500H33.500V33.500H14.500Z", tone: "second" },
    { d: diamond(24, 23, 4.5), tone: "main" },
  ],
  lattice: [
    { d: [13, 24, 35].flatMap((x) => [13, 24, 35].map((y) => diamond(x, y, 5.2))).join(""), tone: "main" },
    { d: [18.5, 29.5].flatMap((x) => [18.5, 29.5].map((y) => diamond(x, y, 3.4))).join(""), tone: "second" },
  ],
  weave: [
    { d: "M7 8H41V11H7ZM7 37H41V40H7Z", tone: "main" },
    {
      d: "M7 13L10.400 18L13.800 13L17.200 18L20.600 13L24 18L27.400 13L30.800 18L34.200 13L37.600 18L41 13V15.500L37.600 20.500L34.200 15.500L30.800 20.500L27.400 15.500L24 20.500L20.600 15.500L17.200 20.500L13.800 15.500L10.400 20.500L7 15.500Z",
      tone: "second",
    },
    { d: diamond(14, 28, 5.5) + diamond(34, 28, 5.5), tone: "main" },
    { d: diamond(24, 28, 5.5), tone: "second" },
    { d: diamond(14, 28, 2.2) + diamond(24, 28, 2.2) + diamond(34, 28, 2.2), tone: "ground" },
  ],
  sea: [
    { d: wave(16), tone: "main" },
    { d: wave(27), tone: "second" },
    { d: wave(38), tone: "main" },
  ],
  sun: [
    { d: "M24 4.500L27 13.500H21Z", tone: "main", turns: 12 },
    { d: disc(24, 24, 9), tone: "second" },
    { d: disc(24, 24, 5), tone: "ground" },
  ],
  pomegranate: [
    { d: "M19.500 16L16.500 6L21.500 10L24 5L26.500 10L31.500 6L28.500 16Z", tone: "second" },
    {
      d: "M24 14C35 14 40 22 38 31C36.500 38 30 42.500 24 42.500C18 42.500 11.500 38 10 31C8 22 13 14 24 14Z",
      tone: "main",
    },
    { d: "M24 19Q33 24 30.500 33Q24 39 17.500 33Q15 24 24 19Z", tone: "ground" },
    {
      d: [
        [24, 24.5],
        [20.5, 29],
        [27.5, 29],
        [24, 33],
      ]
        .map(([x = 0, y = 0]) => disc(x, y, 2.1))
        .join(""),
      tone: "second",
    },
  ],
};

/** Ground, main and second colour. */
export const GROUNDS: Readonly<Record<string, readonly [string, string, string]>> = {
  teal: ["#0f4f4b", "#f3e6c8", "#e3b04b"],
  maroon: ["#7d2230", "#f3e6c8", "#e3b04b"],
  sand: ["#ead6a8", "#7d2230", "#b5482f"],
  blue: ["#24406e", "#f3e6c8", "#e8a85c"],
  clay: ["#b5482f", "#fff3d9", "#3b1d12"],
  green: ["#35643f", "#f3e6c8", "#e3b04b"],
  night: ["#221d33", "#e3b04b", "#f3e6c8"],
  turquoise: ["#2a9d8f", "#fffaf0", "#12463f"],
};

export interface Avatar {
  readonly sign: string;
  readonly ground: string;
  readonly shapes: readonly Shape[];
  readonly colours: Readonly<Record<Tone, string>>;
}

export const AVATARS = 2 * Object.keys(SIGNS).length;

export function avatar(n: number): Avatar {
  const signs = Object.keys(SIGNS);
  const grounds = Object.keys(GROUNDS);
  const which = ((n % AVATARS) + AVATARS) % AVATARS;
  const sign = signs[which % signs.length] ?? "";
  // The second time round each sign has another ground.
  const ground = grounds[(which + (which < signs.length ? 0 : 3)) % grounds.length] ?? "";
  const [first, main, second] = GROUNDS[ground] ?? ["", "", ""];
  return { sign, ground, shapes: SIGNS[sign] ?? [], colours: { ground: first, main, second } };
}
