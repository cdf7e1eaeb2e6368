import type { RawResponse } from "../../../client";
import { fieldOf } from "../api";
import type { OwnObject } from "../own-objects";
import { MAX_LAG_MS } from "../server";
import { certain, likely, notSeen, type Probe, type Question } from "../question";

const NOT_SHOWN = "Section 8: time-outs are not shown.";
const SAMPLES = 5;
/** Shorter latencies are those of any server nearby, in milliseconds. */
const SHORT_MS = 10;

export const latency: Question = {
  id: "latency",
  title: "time until a response",
  document: NOT_SHOWN,
  calls: () => SAMPLES,
  async ask({ server }) {
    const times: number[] = [];
    while (times.length < SAMPLES) times.push((await server.call("ListClusters")).durationMs);
    const median = Math.round(times.sort((a, b) => a - b)[SAMPLES >> 1]!);
    const latencyMs = median < SHORT_MS ? 0 : median;
    return { ...likely(`${median} ms (median of ${SAMPLES} lists)`), behaviour: { latencyMs } };
  },
};

/** One of several servers behind an address may be late, so a single read that shows a write says little. */
const READS = 3;

/** How long after a write a look shows it, in milliseconds; undefined if not within 30 s. */
interface Shown {
  readonly what: string;
  readonly ms: number | undefined;
}

type Look = readonly [what: string, look: () => Promise<boolean>];

/** Looks until each way shows a write. `ms` counts from `writtenAt`, and is 0 if the first look shows it. */
async function measure({ server }: Probe, writtenAt: number, looks: readonly Look[]): Promise<Shown[]> {
  const lags: Shown[] = [];
  let earliest = 0;
  for (const [what, look] of looks) {
    const found = await server.until(async () => (await look()) || undefined);
    if (found !== undefined && found.elapsedMs > 0) earliest = Math.ceil(server.now() - writtenAt);
    lags.push({ what, ms: found && earliest });
  }
  return lags;
}

async function isListed({ server, own }: Probe, { kind, id }: OwnObject): Promise<boolean> {
  const { items } = await server.list(kind);
  own.learnFrom(kind, items);
  return items.some((item) => item.id === id);
}

/** Measures how late a create, an update and a delete of a snippet show themselves. */
async function lagsOf(probe: Probe): Promise<Shown[]> {
  const { own, server } = probe;
  const created = server.now();
  const object = await own.require("snippet", "lag");
  const everyRead = async (holds: (reply: RawResponse) => boolean) => {
    for (let read = 0; read < READS; read += 1) if (!holds(await own.get(object))) return false;
    return true;
  };
  const isRead = () => everyRead((reply) => fieldOf(object.kind, reply, "name") === object.name);
  const isGone = () => everyRead(({ error }) => error?.retryable === false);
  const creates = await measure(probe, created, [
    ["a read shows a create", isRead],
    ["a list shows a create", () => isListed(probe, object)],
  ]);
  const updated = server.now();
  await own.change(object, {}, "lag, changed");
  const updates = await measure(probe, updated, [["a read shows an update", isRead]]);
  const deleted = server.now();
  await own.remove(object);
  const deletes = await measure(probe, deleted, [
    ["a read shows a delete", isGone],
    ["a list shows a delete", async () => !(await isListed(probe, object))],
  ]);
  return [...creates, ...updates, ...deletes];
}

/** Sets the lag of the server, for which later questions wait. */
export const lag: Question = {
  id: "lag",
  title: "time until reads and lists show a write",
  document: "Not shown.",
  calls: () => 14,
  async ask(probe) {
    const lags = await lagsOf(probe);
    const late = lags.filter(({ ms }) => ms === undefined).map(({ what }) => what);
    const lagMs = Math.max(...lags.map(({ ms = 0 }) => ms));
    probe.server.lagMs = lagMs;
    if (late.length > 0) {
      const isOfDelete = late.every((what) => what.endsWith("delete"));
      const seen = `not within 30 s: ${late.join(", ")}`;
      return isOfDelete ? notSeen(seen) : { ...likely(seen), behaviour: { lagMs: MAX_LAG_MS } };
    }
    const seen = lagMs === 0 ? "at once" : lags.map(({ what, ms }) => `${what} after ${ms} ms`).join(", ");
    return { ...certain(seen), behaviour: { lagMs } };
  },
};
