import { execFileSync, spawn } from "node:child_process";
import type { Figure } from "../figure";
import { plainEnvironment } from "../measure";
import { withPlugin } from "../plugin-process";
import { shippedLauncher } from "../provider";
import { ratio } from "../report";
import { scratchFolder, untilTheEnd } from "../scratch";
import { inRounds, ratios } from "../statistics";

/**
 * Measures the time from the start of the shipped launcher to the handshake, against a Node.js that runs
 * nothing.
 */
export const start: Figure = async ({ rounds, node }) => {
  // Reading the certificates of NODE_EXTRA_CA_CERTS would hide the difference.
  const env = { ...plainEnvironment(), TMPDIR: scratchFolder("start") };
  const runs = await inRounds(rounds(41, 15), {
    bare: () => bareNode(node, env),
    ours: () => handshake(env),
  });
  const version = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
  // Without a program, Node.js 22 starts faster than Node.js 20. With a program, Node.js 22 does not start
  // faster.
  const goal = Number(version.slice(1).split(".")[0]) < 22 ? 1.5 : 1.8;
  const samples = ratios(runs.ours, runs.bare, (seconds) => seconds);
  return { results: [ratio("start", `start to handshake, against bare node ${version}`, samples, goal)] };
};

function bareNode(node: string, env: NodeJS.ProcessEnv): Promise<number> {
  const begin = performance.now();
  const child = spawn(node, ["-e", "0"], { env, stdio: "ignore", detached: true });
  untilTheEnd(child);
  return new Promise((done, fail) => {
    child.once("error", fail).once("exit", () => done((performance.now() - begin) / 1000));
  });
}

function handshake(env: NodeJS.ProcessEnv): Promise<number> {
  return withPlugin([shippedLauncher], env, ({ seconds }) => seconds);
}
