import { isTimestamp } from "../../../api";
import type { RawResponse } from "../../../client";
import { isSameInstant } from "../../../objects/instant";
import { KINDS } from "../../../objects/kinds";
import { sameText } from "../../../objects/text";
import { type Dialect, dialectSettings, textStoredAs } from "../../../simulator";
import { isText } from "../../../util/json";
import { fieldOf, MAX_LAG_MS } from "../server";
import { accepted, type Answer, certain, decided, likely, NotSeen, notSeen, refusedWith } from "../answer";
import type { Probe, Questions } from "../question";

/** The server's times may be in whole seconds. */
const MORE_THAN_A_SECOND_MS = 1_100;
/** If several servers share an address, one of them may be late, so a single read proves little. */
const READS = 3;

/**
 * Measures how long reads and lists lack a create, an update and a delete. Later questions wait for this
 * time.
 */
async function askLag({ own, server }: Probe): Promise<Answer> {
  let writtenAt = server.now();
  const object = await own.require("snippet", "lag");
  const everyRead = async (holds: (reply: RawResponse) => boolean) => {
    for (let read = 0; read < READS; read += 1) if (!holds(await own.get(object))) return false;
    return true;
  };
  const isRead = () => everyRead((reply) => fieldOf("snippet", reply, "name") === object.name);
  const isListed = async () => (await server.list("snippet")).items.some(({ id }) => id === object.id);
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
  /** Stays 0 while the first read after each write shows the write. */
  let lagMs = 0;
  let sinceWrite = 0;
  for (const [what, look, write] of steps) {
    if (write !== undefined) {
      [writtenAt, sinceWrite] = [server.now(), 0];
      await write();
    }
    let looks = 0;
    const isFound = await server.until(async () => {
      looks += 1;
      return (await look()) || undefined;
    });
    if (isFound === undefined) late.push(what);
    else if (looks > 1) sinceWrite = Math.ceil(server.now() - writtenAt);
    seen.push(`${what} after ${sinceWrite} ms`);
    lagMs = Math.max(lagMs, sinceWrite);
  }
  server.lagMs = lagMs;
  if (late.length === 0) return { ...certain(lagMs === 0 ? "at once" : seen.join(", ")), lagMs };
  const inTime = `not within 30 s: ${late.join(", ")}`;
  const isOfDelete = late.every((what) => what.endsWith("delete"));
  return isOfDelete ? notSeen(inTime) : { ...likely(inTime), lagMs: MAX_LAG_MS };
}

function timestampForm(time: string): Dialect["timestamps"] | undefined {
  if (/\d\.\d{3}Z$/.test(time)) return "milliseconds";
  if (/:\d\dZ$/.test(time)) return "seconds";
  return /\d\.\d{3}\+00:00$/.test(time) ? "offset" : undefined;
}

async function askTimes({ own, server }: Probe): Promise<Answer> {
  const object = await own.require("snippet", "times");
  const timesOf = async () => {
    const reply = await own.read(object);
    const times = ["createdAt", "lastUpdatedAt"].map((name) => fieldOf("snippet", reply, name));
    if (times.every(isText)) return times as [string, string];
    throw new NotSeen("a read shows no times");
  };
  const [createdAt, before] = await timesOf();
  await server.pause(MORE_THAN_A_SECOND_MS);
  accepted(await own.update(object, {}));
  await server.settle();
  const [, after] = await timesOf();
  await own.change(object, {}, "times, changed");
  const [createdLater] = await timesOf();
  const timestamps = timestampForm(createdAt);
  const form =
    timestamps ?? (isTimestamp(createdAt) ? "another form" : "a form that the provider cannot read");
  const noOpUpdate = before === after ? "untouched" : "touched";
  const creation =
    isSameInstant(createdAt, createdLater) === true
      ? "no update changes the creation time"
      : "an update changes the creation time, so the provider takes the object for another one";
  const seen = `${form}; an update without changes leaves the time of the last update ${noOpUpdate}; ${creation}`;
  return certain(seen, { timestamps, noOpUpdate });
}

function presenceOf(description: unknown): Dialect["absentDescription"] | "text" {
  if (description === undefined) return "absent";
  if (description === null) return "null";
  return description === "" ? "empty" : "text";
}

/** A text that is stored differently under each value of the setting `storedText`. */
export const REVEALING = '  a\r\nb & <i> "q" it\'s e\u0301 \u00e9 \ufb01 \u{1F600} z\u200bz \r\n';

/** The first question measures the lag, for which all later questions wait. */
export const writes: Questions = {
  "time until reads and lists show a write": askLag,
  "two objects with the same name": async ({ own, server }) => {
    const refused: string[] = [];
    for (const kind of KINDS) {
      const first = await own.require(kind, "same");
      await server.settle();
      const { reply, object } = await own.create(kind, "same");
      decided(reply);
      if (object?.id === first.id) return certain(`the create of a ${kind} returns the first one`);
      if (object === undefined) refused.push(`${kind}s: ${refusedWith(reply)}`);
    }
    if (refused.length === 0) return certain("allowed", { duplicateNames: "allowed" });
    const isBoth = refused.length === KINDS.length;
    return (isBoth ? certain : likely)(refused.join(", "), { duplicateNames: "rejected" });
  },
  "times, and what an update changes": askTimes,
  "number of linked mailboxes": async ({ own }) => {
    const object = await own.require("cluster", "count");
    const inGet = typeof (await own.shown(object, "associatedCount")) === "number";
    const inList = typeof (await own.listed(object))?.associatedCount === "number";
    // Without linked mailboxes, both list and get show 0, and the question stays open.
    if (inList && inGet) return notSeen("list and get show 0");
    const associatedCount = inList ? "list-only" : inGet ? "get-only" : "nowhere";
    return certain(associatedCount, { associatedCount });
  },
  "descriptions of clusters": async ({ own }) => {
    const object = await own.require("cluster", "described");
    const presence = async () => presenceOf(await own.shown(object, "description"));
    const absent = await presence();
    const absentDescription = absent === "text" ? undefined : absent;
    const clearing: string[] = [];
    for (const [what, description] of [
      ["empty", ""],
      ["null", null],
    ] as const) {
      await own.change(object, { description: "Probe" }, `before ${what}`);
      await own.read(object);
      const reply = await own.update(object, { description }, `after ${what}`);
      decided(reply);
      if (reply.error === undefined && (await presence()) !== "text") clearing.push(what);
    }
    const clearDescription = (clearing.join("-or-") || "neither") as Dialect["clearDescription"];
    const seen = `none is shown as ${absent}; an update clears one with ${clearDescription}`;
    return certain(seen, { absentDescription, clearDescription });
  },
  "how a prompt is stored: line ends, white space, HTML, quotes, Unicode": async ({ own }) => {
    const { reply, object } = await own.create("snippet", "text", { prompt: REVEALING });
    decided(reply);
    if (object === undefined) return certain(refusedWith(reply));
    const shown = await own.shown(object, "prompt");
    if (typeof shown !== "string") return certain("a read shows no text");
    const form = dialectSettings.storedText.values.find((value) => textStoredAs(REVEALING, value) === shown);
    const effect = sameText(REVEALING, shown) ? "ignores this difference" : "sees a difference";
    return certain(`${form ?? "in another form"} (the provider ${effect})`, { storedText: form });
  },
};
