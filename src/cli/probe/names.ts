import { randomBytes } from "node:crypto";

/** The names of all objects of all probes begin with this text. */
export const PREFIX = "cdktf-outreach probe";

/** Matches the name of an object of a probe: the prefix, the random part of its run, and a label. */
const OF_A_PROBE = new RegExp(`^${PREFIX} [0-9a-f]{16} `);
/** A shorter part of the prefix is often the beginning of other names, too. */
const MIN_CUT_LENGTH = 12;

/** Returns what the names of one run begin with: the prefix and a random part of 64 bits. */
export function newRunPrefix(): string {
  return `${PREFIX} ${randomBytes(8).toString("hex")} `;
}

/** Reports whether a whole name is one that a probe gives. */
export function isOfProbe(name: string): boolean {
  return OF_A_PROBE.test(name);
}

/** Reports whether a name in a list, which the list may have cut, can begin with this text. */
export function mayBegin(listed: string, text: string): boolean {
  if (listed.startsWith(text)) return true;
  const cut = listed.replace(/(?:\u2026|\.\.\.)$/, "");
  return cut.length >= MIN_CUT_LENGTH && text.startsWith(cut);
}
