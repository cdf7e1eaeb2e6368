// Prints the address of the simulator that serves the app at the top of this repository, and starts it where
// it does not run. It takes any free port: what listens on a well-known one may be a simulator with other
// objects, or no simulator.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

/** Holds the objects, beside the state of the stack. */
const STATE = ".quickstart-workspace";
/** Names the process that uses the state file; the simulator writes and removes it. */
const LOCK = `${STATE}.lock`;
/** The address of the simulator, and its lock, by which it is known again. */
const ADDRESS = `${STATE}.address`;
const COMMAND = ["dist/cli/cdktf-outreach.cjs", "simulate", "--port", "0", "--state", STATE, "--idle", "120"];

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** What `start` wrote; nothing where it did not, or not to its end. */
function recorded() {
  try {
    return JSON.parse(read(ADDRESS));
  } catch {
    return {};
  }
}

/**
 * Returns the address of the running simulator, or undefined. The request keeps it running for another two
 * minutes.
 */
async function running() {
  const { url, lock } = recorded();
  if (lock === undefined || lock !== read(LOCK)) return undefined;
  const health = await fetch(`${url}/__simulator/health`).catch(() => undefined);
  return health?.ok === true ? url : undefined;
}

/** Starts a simulator that outlives this process. Returns its address, or throws with what it said. */
async function start() {
  const child = spawn(process.execPath, COMMAND, { detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let problem = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (problem += text));
  const ready = once(createInterface({ input: child.stdout }), "line").then(([line]) => line);
  const ended = once(child, "close").then(() => Promise.reject(new Error(problem.trim())));
  const line = await Promise.race([ready, ended]);
  const url = line.replace("listening on ", "");
  writeFileSync(ADDRESS, JSON.stringify({ url, lock: read(LOCK) }));
  return url;
}

/** Another process may have started one at the same time: its address is there soon. */
async function runningSoon() {
  for (let round = 0; round < 50; round += 1) {
    const url = await running();
    if (url !== undefined) return url;
    await sleep(100);
  }
  return undefined;
}

async function findOrStart() {
  const found = await running();
  if (found !== undefined) return found;
  try {
    return await start();
  } catch (error) {
    const url = await runningSoon();
    if (url === undefined) throw error;
    return url;
  }
}

findOrStart().then(
  (url) => {
    process.stdout.write(url);
    process.exit();
  },
  (error) => {
    process.stderr.write(`The quickstart's simulator does not start: ${error.message}\n`);
    process.exit(1);
  },
);
