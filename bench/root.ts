import { resolve } from "node:path";

/** The repository. */
export const root = resolve(__dirname, "..");

/** Preloaded into a measured process, writes what it has used. */
export const PROBE = resolve(root, "bench/probe.cjs");
