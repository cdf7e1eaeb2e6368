import type { Readable } from "../../src/objects/found";
import { ReadAhead } from "../../src/provider/run/read-ahead";

const DECLARED = 200;
const ids = Array.from({ length: DECLARED }, (_, index) => `s-${index}`);
const ASKED = 50;

async function* onePage(of: readonly string[]) {
  yield Promise.resolve(of.map((id) => ({ id, name: id })));
}

/** So many turns of the event loop. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
}

type Get = ConstructorParameters<typeof ReadAhead>[0]["get"];

/** Prefetches objects of which Terraform requests the first. */
async function prefetch(
  get: Get,
  concurrency: number,
  { of = ids, now }: { of?: readonly string[]; now?: () => number } = {},
) {
  const limits = { declared: of.length, concurrency, underWay: { reads: 0 } };
  const source = { begun: () => undefined, list: () => onePage(of), get };
  const readAhead = new ReadAhead({ ...source, ...limits }, now);
  for (const id of of.slice(0, ASKED)) void readAhead.take(id);
  await turns(3);
}

const objectOf = (id: string) => ({ id, name: id, createdAt: null, lastUpdatedAt: null });

/**
 * How many reads are under way after each answer, where each comes so many milliseconds after its read began,
 * by a clock that only answers move.
 */
async function readsUnderWay(answerMs: number, concurrency: number): Promise<number[]> {
  let now = 0;
  const waiting: { readonly endsAt: number; readonly answer: () => void }[] = [];
  const get = (id: string) =>
    new Promise<Readable>((resolve) => {
      waiting.push({ endsAt: now + answerMs, answer: () => resolve(objectOf(id)) });
    });
  await prefetch(get, concurrency, { now: () => now });
  const counts: number[] = [];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    now = Math.max(now, next.endsAt);
    next.answer();
    await turns(3);
    counts.push(waiting.length);
  }
  return counts;
}

describe("the objects that are read ahead at a time", () => {
  it("are twenty if the API responds at once, and begin in bursts of ten", async () => {
    const counts = await readsUnderWay(1, 70);
    expect(counts).toHaveLength(DECLARED - ASKED);
    const later = counts.slice(70, -20);
    expect(Math.max(...later)).toBe(20);
    const begun = later.slice(1).map((count, index) => count - (later[index]! - 1));
    expect(new Set(begun)).toEqual(new Set([0, 10]));
  });

  it.each([
    [1, 1],
    [500, 30],
  ])("are never more than the settings allow (responses after %i ms, %i at a time)", async (ms, most) => {
    const counts = await readsUnderWay(ms, most);
    expect(counts).toHaveLength(DECLARED - ASKED);
    expect(Math.max(...counts)).toBe(most);
  });

  it("are two for each millisecond of a response, so that this process is never idle", async () => {
    const counts = await readsUnderWay(20, 70);
    expect(Math.max(...counts.slice(70))).toBe(40);
  });
});

test("a read ahead that fails ends reading ahead while the list continues: only running reads finish", async () => {
  const many = Array.from({ length: 10 * DECLARED }, (_, index) => `s-${index}`);
  let reads = 0;
  const get = () => {
    reads += 1;
    return Promise.reject<Readable>(new Error("the server is overloaded"));
  };
  await prefetch(get, 20, { of: many });
  expect(reads).toBeGreaterThan(0);
  expect(reads).toBeLessThanOrEqual(20);
});
