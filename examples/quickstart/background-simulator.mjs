// Prints the address of this example's simulator, and starts the simulator if it does not run. The simulator
// uses any free port, because a well-known port may belong to another simulator.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

/** Holds the simulator's objects, beside the state of the stack. */
const STATE = ".quickstart-workspace";
/** The simulator writes this file, which names its process, and removes it at the end. */
const LOCK = `${STATE}.lock`;
/** The address of the simulator, and its lock, which identifies the simulator. */
const ADDRESS = `${STATE}.address`;
const COMMAND = ["dist/cli/cdktf-outreach.cjs", "simulate", "--port", "0", "--state", STATE, "--idle", "120"];

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** If `start` has not finished, the file is missing or incomplete. */
function recorded() {
  try {
    return JSON.parse(read(ADDRESS));
  } catch {
    return {};
  }
}

/** Returns undefined if no simulator runs. The request keeps the simulator alive for two more minutes. */
async function running() {
  const { url, lock } = recorded();
  if (lock === undefined || lock !== read(LOCK)) return undefined;
  const health = await fetch(`${url}/__simulator/health`).catch(() => undefined);
  return health?.ok === true ? url : undefined;
}

/** The simulator outlives this process. If the simulator does not start, throws an error with its output. */
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

/** Another process may have started a simulator at the same time, so its address soon appears. */
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
