import { resolve } from "node:path";

export const root = resolve(__dirname, "..");

export const PROBE = resolve(root, "bench/probe.cjs");
