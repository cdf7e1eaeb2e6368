import { isTimestamp } from "../../../api";
import type { RawResponse } from "../../../client";
import { isSameInstant, timeOf } from "../../../objects/instant";
import { KINDS } from "../../../objects/kinds";
import type { Dialect } from "../../../simulator";
import {
  accepted,
  type Answer,
  certain,
  decided,
  likely,
  NotSeen,
  notSeen,
  refusedWith,
  question,
} from "../question";
import type { Probe, Questions } from "../question";
import { fieldOf, MAX_LAG_MS } from "../server";

/** Times may be in whole seconds. */
const MORE_THAN_A_SECOND_MS = 1_100;
/** One of several servers behind an address may be late, so a single read that shows a write says little. */
const READS = 3;

/** Measures how late a create, an update and a delete of a snippet show themselves, for which later questions wait. */
async function askLag({ own, server }: Probe): Promise<Answer> {
  let writtenAt = server.now();
  const object = await own.require("snippet", "lag");
  const everyRead = async (holds: (reply: RawResponse) => boolean) => {
    for (let read = 0; read < READS; read += 1) if (!holds(await own.get(object))) return false;
    return true;
  };
  const isRead = () => everyRead((reply) => fieldOf("snippet", reply, "name") === object.name);
  const isListed = async () => {
    const { items } = await server.list("snippet");
    own.learnFrom("snippet", items);
    return items.some(({ id }) => id === object.id);
  };
  const isUnread = () => everyRead(({ error }) => error?.retryable === false);
  const steps: readonly [what: string, look: () => Promise<boolean>, write?: () => Promise<unknown>][] = [
    ["a read shows a create", isRead],
    ["a list shows a create", isListed],
    ["a read shows an update", isRead, () => own.change(object, {}, "lag, changed")],
    ["a read shows a delete", isUnread, () => own.remove(object)],
    ["a list shows a delete", async () => !(await isListed())],
  ];
  const seen: string[] = [];
  const late: string[] = [];
  /** 0 while the first look shows each write. */
  let lagMs = 0;
  let sinceWrite = 0;
  for (const [what, look, write] of steps) {
    if (write !== undefined) {
      [writtenAt, sinceWrite] = [server.now(), 0];
      await write();
    }
    const found = await server.until(async () => (await look()) || undefined);
    if (found === undefined) late.push(what);
    else if (found.elapsedMs > 0) sinceWrite = Math.ceil(server.now() - writtenAt);
    seen.push(`${what} after ${sinceWrite} ms`);
    lagMs = Math.max(lagMs, sinceWrite);
  }
  server.lagMs = lagMs;
  if (late.length === 0) return { ...certain(lagMs === 0 ? "at once" : seen.join(", ")), lagMs };
  const inTime = `not within 30 s: ${late.join(", ")}`;
  const isOfDelete = late.every((what) => what.endsWith("delete"));
  return isOfDelete ? notSeen(inTime) : { ...likely(inTime), lagMs: MAX_LAG_MS };
}

/** Reads a time of a snippet, updates the snippet more than a second later, and reads the time again. */
async function timesAround({ own, server }: Probe, time: "createdAt" | "lastUpdatedAt", label?: string) {
  const object = await own.require("snippet", time);
  const before = await own.shown(object, time);
  await server.pause(MORE_THAN_A_SECOND_MS);
  accepted(await own.update(object, {}, label));
  await server.settle();
  const after = await own.shown(object, time);
  if (typeof before === "string" && typeof after === "string") return { before, after };
  throw new NotSeen("a read shows no such time");
}

function timestampForm(time: string): Dialect["timestamps"] | undefined {
  if (/\d\.\d{3}Z$/.test(time)) return "milliseconds";
  if (/:\d\dZ$/.test(time)) return "seconds";
  return /\d\.\d{3}\+00:00$/.test(time) ? "offset" : undefined;
}

/** The questions about single writes. The first one sets the lag of the server, for which all later ones wait. */
export const writes: Questions = {
  lag: { title: "time until reads and lists show a write", document: "Not shown.", ask: askLag },
  "create-status": question("status of a create", "Section 7: not shown.", async ({ own }) => {
    const { reply } = await own.create("snippet", "status");
    accepted(reply);
    const createStatus = (["200", "201"] as const).find((status) => status === `${reply.status}`);
    return certain(`status ${reply.status}`, { createStatus });
  }),
  "equal-names": question("two objects with the same name", "Not shown.", async ({ own, server }) => {
    const refused: string[] = [];
    const returned: string[] = [];
    for (const kind of KINDS) {
      const first = await own.require(kind, "same");
      await server.settle();
      const { reply, object } = await own.create(kind, "same");
      decided(reply);
      if (object === undefined) refused.push(`${kind}s: ${refusedWith(reply)}`);
      else if (object.id === first.id) returned.push(`${kind}s: the create returns the first one`);
    }
    if (returned.length > 0) return certain([...refused, ...returned].join(", "));
    if (refused.length === 0) return certain("allowed", { duplicateNames: "allowed" });
    const isBoth = refused.length === KINDS.length;
    return (isBoth ? certain : likely)(refused.join(", "), { duplicateNames: "rejected" });
  }),
  times: question("form of times", "Section 2: ISO 8601.", async ({ own }) => {
    const time = await own.shown(await own.require("snippet", "times"), "createdAt");
    if (typeof time !== "string") return notSeen("a read shows no creation time");
    // Digits are replaced, because a report contains no text of the server.
    const shape = time
      .replace(/\d/g, "0")
      .replace(/[^0TZ:.,+ -]/g, "?")
      .slice(0, 40);
    const isReadable = isTimestamp(time) && timeOf(time) !== undefined;
    const seen = `${shape}${isReadable ? "" : "; the provider cannot read such a time"}`;
    return certain(seen, { timestamps: timestampForm(time) });
  }),
  "creation-time": question("creation time after an update", "Section 2: not shown.", async (probe) => {
    const { before, after } = await timesAround(probe, "createdAt", "createdAt, changed");
    const isSame = isSameInstant(before, after) === true;
    return certain(isSame ? "stays the same" : "changes: the provider takes the object for another one");
  }),
  "update-without-changes": question("update without changes", "Not shown.", async (probe) => {
    const { before, after } = await timesAround(probe, "lastUpdatedAt");
    return before === after
      ? certain("keeps the time of the last update", { noOpUpdate: "untouched" })
      : certain("sets the time of the last update", { noOpUpdate: "touched" });
  }),
  "associated-count": question(
    "number of linked mailboxes",
    "Section 2.1: list and get.",
    async ({ own }) => {
      const object = await own.require("cluster", "count");
      const inGet = typeof (await own.shown(object, "associatedCount")) === "number";
      const inList = typeof (await own.listed(object))?.associatedCount === "number";
      if (inList && inGet)
        return notSeen(
          "list and get show 0; only a cluster with linked mailboxes shows whether both count them",
        );
      const associatedCount = inList ? "list-only" : inGet ? "get-only" : "nowhere";
      return certain(associatedCount, { associatedCount });
    },
  ),
};
