// A server of our own for one test or one set of pictures, with a folder of its own, on a port that nobody uses.
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const COMMAND = join(dirname(fileURLToPath(import.meta.url)), "..", "..", ".venv", "bin", "diwaniya");

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** @param {string} url */
async function answers(url) {
  for (let i = 0; i < 300; i += 1) {
    try {
      if ((await fetch(`${url}/api/health`)).ok) return;
    } catch {
      // Not yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no server at ${url}`);
}

/**
 * `haste`: how much faster than usual the clocks of the tables run.
 * `pure`: without compiled rules, so that nothing has to be compiled first.
 * `more`: what else it finds in its environment.
 * `before`: what is put into its folder before it begins.
 * @param {{ pause?: number, haste?: number, pure?: boolean, more?: Record<string, string>, before?: (folder: string) => Promise<unknown> }} [how]
 */
export async function serve({ pause = 0, haste = 1, pure = false, more = {}, before } = {}) {
  const port = await freePort();
  const data = mkdtempSync(join(tmpdir(), "diwaniya-e2e-"));
  await before?.(data);
  const url = `http://127.0.0.1:${port}`;
  /** @type {import("node:child_process").ChildProcess | undefined} */
  let child;
  const self = {
    url,
    async start() {
      const options = [
        "serve",
        "--host",
        "127.0.0.1",
        "--port",
        String(port),
        "--data",
        data,
        "--pause",
        String(pause),
        "--no-open",
      ];
      const env = {
        ...process.env,
        DIWANIYA_HASTE: String(haste),
        ...(pure && { DIWANIYA_PURE: "1" }),
        ...more,
      };
      child = spawn(COMMAND, options, { stdio: "ignore", env });
      await answers(url);
    },
    /** As a power cut would: no goodbye, nothing put away. */
    async kill() {
      const gone = new Promise((resolve) => child?.once("exit", resolve));
      child?.kill("SIGKILL");
      await gone;
    },
  };
  await self.start();
  return self;
}
