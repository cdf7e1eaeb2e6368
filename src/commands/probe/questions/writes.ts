import { isTimestamp } from "../../../api";
import type { RawResponse } from "../../../client";
import { isSameInstant, timeOf } from "../../../objects/instant";
import { KINDS } from "../../../objects/kinds";
import type { Dialect } from "../../../simulator";
import { fieldOf } from "../server";
import { accepted, certain, decided, likely, notSeen, refusedWith } from "../question";
import type { Probe, Questions } from "../question";
import { MAX_LAG_MS } from "../server";

const NOT_SHOWN = "Not shown.";
/** Times may be in whole seconds. */
const MORE_THAN_A_SECOND_MS = 1_100;
/** One of several servers behind an address may be late, so a single read that shows a write says little. */
const READS = 3;

/** What shows a write, and how many milliseconds after it; undefined if not within 30 s. */
type Lag = readonly [what: string, ms: number | undefined];

/** Measures how late a create, an update and a delete of a snippet show themselves; 0 if the first look shows them. */
async function lagsOf({ own, server }: Probe): Promise<Lag[]> {
  const lags: Lag[] = [];
  let writtenAt = server.now();
  let earliest = 0;
  const write = async <T>(task: () => Promise<T>): Promise<T> => {
    [writtenAt, earliest] = [server.now(), 0];
    return task();
  };
  const measure = async (what: string, look: () => Promise<boolean>) => {
    const found = await server.until(async () => (await look()) || undefined);
    if (found !== undefined && found.elapsedMs > 0) earliest = Math.ceil(server.now() - writtenAt);
    lags.push([what, found && earliest]);
  };
  const object = await write(() => own.require("snippet", "lag"));
  const everyRead = async (holds: (reply: RawResponse) => boolean) => {
    for (let read = 0; read < READS; read += 1) if (!holds(await own.get(object))) return false;
    return true;
  };
  const isRead = () => everyRead((reply) => fieldOf(object.kind, reply, "name") === object.name);
  const isListed = async () => {
    const { items } = await server.list(object.kind);
    own.learnFrom(object.kind, items);
    return items.some(({ id }) => id === object.id);
  };
  await measure("a read shows a create", isRead);
  await measure("a list shows a create", isListed);
  await write(() => own.change(object, {}, "lag, changed"));
  await measure("a read shows an update", isRead);
  await write(() => own.remove(object));
  await measure("a read shows a delete", () => everyRead(({ error }) => error?.retryable === false));
  await measure("a list shows a delete", async () => !(await isListed()));
  return lags;
}

function timestampForm(time: string): Dialect["timestamps"] | undefined {
  if (/\d\.\d{3}Z$/.test(time)) return "milliseconds";
  if (/:\d\dZ$/.test(time)) return "seconds";
  return /\d\.\d{3}\+00:00$/.test(time) ? "offset" : undefined;
}

/** The questions about single writes. The first one sets the lag of the server, for which all later ones wait. */
export const writes: Questions = {
  lag: {
    title: "time until reads and lists show a write",
    document: NOT_SHOWN,
    async ask(probe) {
      const lags = await lagsOf(probe);
      const late = lags.filter(([, ms]) => ms === undefined).map(([what]) => what);
      const lagMs = Math.max(...lags.map(([, ms = 0]) => ms));
      probe.server.lagMs = lagMs;
      if (late.length > 0) {
        const seen = `not within 30 s: ${late.join(", ")}`;
        const isOfDelete = late.every((what) => what.endsWith("delete"));
        return isOfDelete ? notSeen(seen) : { ...likely(seen), lagMs: MAX_LAG_MS };
      }
      const seen = lagMs === 0 ? "at once" : lags.map(([what, ms]) => `${what} after ${ms} ms`).join(", ");
      return { ...certain(seen), lagMs };
    },
  },
  "create-status": {
    title: "status of a create",
    document: "Section 7: status codes are not shown.",
    async ask({ own }) {
      const { reply } = await own.create("snippet", "status");
      accepted(reply);
      const createStatus = (["200", "201"] as const).find((status) => status === `${reply.status}`);
      return certain(`status ${reply.status}`, { createStatus });
    },
  },
  "equal-names": {
    title: "two objects of a kind with the same name",
    document: NOT_SHOWN,
    async ask({ own, server }) {
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
    },
  },
  times: {
    title: "form of times",
    document: "Section 2: ISO 8601.",
    async ask({ own }) {
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
    },
  },
  "creation-time": {
    title: "creation time after an update",
    document: "Section 2: the creation time.",
    async ask({ own, server }) {
      const object = await own.require("snippet", "creation");
      const before = await own.shown(object, "createdAt");
      await server.pause(MORE_THAN_A_SECOND_MS);
      await own.change(object, {}, "creation, changed");
      const after = await own.shown(object, "createdAt");
      if (typeof before !== "string" || typeof after !== "string")
        return notSeen("a read shows no creation time");
      const isSame = isSameInstant(before, after) === true;
      return certain(isSame ? "stays the same" : "changes: the provider takes the object for another one");
    },
  },
  "update-without-changes": {
    title: "update without changes",
    document: NOT_SHOWN,
    async ask({ own, server }) {
      const object = await own.require("snippet", "unchanged");
      const before = await own.shown(object, "lastUpdatedAt");
      await server.pause(MORE_THAN_A_SECOND_MS);
      accepted(await own.update(object, {}));
      await server.settle();
      const after = await own.shown(object, "lastUpdatedAt");
      if (typeof before !== "string" || typeof after !== "string")
        return notSeen("a read shows no time of an update");
      return before === after
        ? certain("keeps the time of the last update", { noOpUpdate: "untouched" })
        : certain("sets the time of the last update", { noOpUpdate: "touched" });
    },
  },
  "associated-count": {
    title: "number of linked mailboxes",
    document: "Section 2.1: returned by list and get.",
    async ask({ own }) {
      const object = await own.require("cluster", "count");
      const inGet = typeof (await own.shown(object, "associatedCount")) === "number";
      const entry = await own.listed(object);
      if (entry === undefined) return notSeen("the list does not show the cluster");
      const inList = typeof entry.associatedCount === "number";
      const both = "list and get show 0; only a cluster with linked mailboxes shows whether both count them";
      if (inList && inGet) return notSeen(both);
      if (inList) return certain("only lists show it", { associatedCount: "list-only" });
      if (inGet) return certain("only reads show it", { associatedCount: "get-only" });
      return certain("neither list nor get shows it", { associatedCount: "nowhere" });
    },
  },
};
