import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";

type Callback = Parameters<LookupFunction>[2];

/**
 * Looks up one host. Who asks meanwhile shares the answer, as in Go: Node.js asks anew for each connection, two at a time, so with
 * 80 connections at once the last one would wait for forty answers. Nothing is kept beyond the answer.
 */
export function createLookup(): LookupFunction {
  let waiting: Callback[] = [];
  return (host, options, callback) => {
    if (waiting.push(callback) > 1) return;
    lookup(host, options, (...answer) => {
      const answered = waiting;
      waiting = [];
      for (const one of answered) one(...answer);
    });
  };
}
