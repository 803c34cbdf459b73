// Finds a browser for the tests that look at the page as a person would.
// First $CHROME, then the one that comes as an npm package, which smooths letters the same way on every machine; where
// that does not run, the machine's own Chromium or Chrome.
import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
/** For a machine without any font: the ones in the package, which lie beside this file. */
const FONTS =
  '<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>';

const require = createRequire(import.meta.url);
const here = dirname(fileURLToPath(import.meta.url));

/** Quiet, and the same everywhere: no sandbox (it refuses root), nothing fetched behind the page's back. */
export const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  "--no-first-run",
];

/**
 * @param {string} file
 * @returns {boolean}
 */
function runs(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The path of a browser on this machine, if there is one.
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
export function installed(env) {
  if (env.CHROME) {
    if (!runs(env.CHROME)) throw new Error(`CHROME names no program: ${env.CHROME}`);
    return env.CHROME;
  }
  const folders = (env.PATH ?? "").split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(runs);
}

/**
 * The shared libraries that a program asks for and this machine lacks.
 * @param {string} file
 * @returns {string[]}
 */
function lacking(file) {
  try {
    const out = execFileSync("ldd", [file], { encoding: "utf8" });
    return out
      .split("\n")
      .flatMap((line) => (line.includes("not found") ? [line.trim().split(" ")[0] ?? ""] : []));
  } catch {
    return []; // no ldd here: start the browser and see
  }
}

/** Unpacks the browser of the npm package below .cache (once), with the libraries that a bare machine lacks. */
async function packaged() {
  const home = dirname(dirname(require.resolve("@sparticuz/chromium")));
  const { version } = require(join(home, "package.json"));
  const folder = join(here, "..", ".cache", `chromium-${version}`);
  if (!existsSync(folder)) await unpack(home, folder);

  const executablePath = join(folder, "chromium");
  /** @type {Record<string, string>} */
  const env = {};
  if (lacking(executablePath).length) env.LD_LIBRARY_PATH = join(folder, "al2023", "lib");
  if (!existsSync("/etc/fonts/fonts.conf")) env.FONTCONFIG_PATH = join(folder, "fonts");
  return { executablePath, env };
}

/**
 * Moved into place only when whole, so that a stop half-way leaves nothing broken behind.
 * @param {string} home
 * @param {string} folder
 */
async function unpack(home, folder) {
  const half = `${folder}.${process.pid}`;
  mkdirSync(half, { recursive: true });
  // The package unpacks into the temporary folder, whatever that is: lend it ours.
  const before = process.env.TMPDIR;
  process.env.TMPDIR = half;
  try {
    const { default: chromium, inflate } = await import("@sparticuz/chromium");
    await chromium.executablePath();
    await inflate(join(home, "bin", "al2023.tar.br"));
    writeFileSync(join(half, "fonts", "fonts.conf"), FONTS);
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  try {
    renameSync(half, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(half, { recursive: true }); // somebody else was faster
  }
}

/**
 * What Playwright's `launch` needs to start a browser.
 * @returns {Promise<{ executablePath: string, env: Record<string, string>, args: string[] }>}
 */
export async function browser() {
  const packed = process.platform === "linux" && process.arch === "x64";
  const own = process.env.CHROME || !packed ? installed(process.env) : undefined;
  const { executablePath, env } = own ? { executablePath: own, env: {} } : await packaged();
  const all = /** @type {Record<string, string>} */ ({ ...process.env, ...env });
  return { executablePath, env: all, args: ARGS };
}
