import { resolve } from "node:path";

/** The root folder of the repository. */
export const root = resolve(__dirname, "..");

/** The script that is preloaded into measured processes and writes their CPU time and memory. */
export const PROBE = resolve(root, "bench/probe.cjs");
