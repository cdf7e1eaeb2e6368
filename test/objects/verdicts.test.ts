import { OutreachError } from "../../src/client";
import { absenceOf, areAllMissing } from "../../src/objects/absence";
import { identityOf } from "../../src/objects/identity";
import { keyOf } from "../../src/objects/kinds";
import { Listing } from "../../src/objects/listing";
import { readPrivateState } from "../../src/objects/private-state";
import { hadToShow, lastWrite, leftToShow } from "../../src/objects/visibility-window";

const DOUBT = { reason: "the field snippets is missing", isPartial: false };

/** A list of objects with these ids; without an array if `ids` is null. */
const listing = (ids: readonly string[] | null) =>
  Listing.read(async function* (onDoubt) {
    if (ids === null) onDoubt(DOUBT);
    yield await Promise.resolve((ids ?? []).map((id) => ({ id, name: id })));
  });

const refusal = (code: OutreachError["code"], mayBeMissing: boolean) =>
  new OutreachError({ code, message: code, mayBeMissing });

const NOT_FOUND = refusal("OUTREACH_NOT_FOUND", true);
const REJECTED = refusal("OUTREACH_REJECTED", true);
const CONFLICT = refusal("OUTREACH_REJECTED", false);

it.each<[string, OutreachError, readonly string[] | null, string | undefined, object]>([
  ["a complete list proves a delete", NOT_FOUND, ["b"], undefined, { is: "deleted" }],
  ["also after a refusal that may mean not found", REJECTED, ["b"], undefined, { is: "deleted" }],
  ["a list without an array proves nothing", NOT_FOUND, null, undefined, { is: "not proven", doubt: DOUBT }],
  ["a list of another address proves nothing", NOT_FOUND, ["b"], "x", { is: "elsewhere", address: "x" }],
  ["a listed object is not deleted", NOT_FOUND, ["a"], undefined, { is: "listed", id: "a" }],
  ["nor one that is listed in other case", NOT_FOUND, ["A"], undefined, { is: "listed", id: "A" }],
  ["nor one whose refusal has another reason", CONFLICT, ["b"], undefined, { is: "refused" }],
  ["nor a listed one whose read was rejected", REJECTED, ["a"], undefined, { is: "refused" }],
])("%s", async (_, error, ids, elsewhere, expected) => {
  expect(absenceOf(error, "a", await listing(ids), elsewhere)).toEqual(expected);
});

it("that all of several objects are missing is a sign only if a list shows others", async () => {
  expect(areAllMissing({ found: 0, deleted: 2 }, await listing(["b"]))).toBe(true);
  expect(areAllMissing({ found: 1, deleted: 2 }, await listing(["b"]))).toBe(false);
  expect(areAllMissing({ found: 0, deleted: 1 }, await listing(["b"]))).toBe(false);
  expect(areAllMissing({ found: 0, deleted: 2 }, await listing([]))).toBe(false);
});

it.each<[string | null, string | undefined, boolean, string]>([
  ["2026-01-01T00:00:00Z", undefined, false, "same"],
  ["2026-01-01T00:00:00.000Z", "elsewhere", false, "same"],
  ["2025-01-01T00:00:00Z", undefined, true, "another"],
  [null, undefined, false, "same"],
  [null, "elsewhere", true, "same"],
  [null, "elsewhere", false, "not shown"],
])(
  "an object created at %s and seen %s, with the same content: %s, is %s",
  (createdAt, elsewhere, isSame, verdict) => {
    const found = { id: "a", name: "A", createdAt: "2026-01-01T00:00:00Z", lastUpdatedAt: null };
    expect(identityOf({ createdAt, elsewhere, hasContent: () => isSame }, found)).toBe(verdict);
  },
);

it("a write may be invisible until the timeout is over, and an unknown write is visible", () => {
  const window = { now: Date.parse("2026-01-01T00:00:10Z"), timeoutMs: 4_000 };
  expect(leftToShow("2026-01-01T00:00:07.000Z", window)).toBe(1_001);
  expect(leftToShow("2026-01-01T00:00:05.999Z", window)).toBe(0);
  expect(leftToShow(null, window)).toBe(0);
  const isVisible = (ago: number) => hadToShow("2026-01-01T00:00:05.000Z", ago, window);
  expect([999, 1_000].map(isVisible)).toEqual([true, false]);
  expect(hadToShow(null, 0, window)).toBe(false);
});

it("a write whose time is in whole seconds or days may have ended at the end of its second or day", () => {
  const window = { now: Date.parse("2026-01-01T00:00:10Z"), timeoutMs: 4_000 };
  const times = ["2026-01-01T00:00:05Z", "2026-01-01T00:00:06Z"];
  expect(times.map((at) => leftToShow(at, window))).toEqual([0, 1_000]);
  expect(times.map((at) => hadToShow(at, 0, window))).toEqual([true, false]);
  expect(["2025-12-31", "2026-01-01"].map((at) => leftToShow(at, window))).toEqual([0, 4_000]);
});

it("the last write is the later one of the recorded time and the time of the object", () => {
  const dates = { created_at: "2026-01-01T00:00:00Z", last_updated_at: "2026-01-02T00:00:00Z" };
  expect(lastWrite(dates, undefined)).toBe(dates.last_updated_at);
  expect(lastWrite(dates, "2026-01-03T00:00:00Z")).toBe("2026-01-03T00:00:00Z");
  expect(lastWrite(dates, "2026-01-01T12:00:00Z")).toBe(dates.last_updated_at);
  expect(lastWrite({ created_at: null, last_updated_at: null }, 7)).toBeNull();
});

it("private state of another form says nothing", () => {
  const nothing = { seenAt: null, writtenAt: null };
  for (const value of ["[]", "null", '{"seen_at":7,"edits":7,"accepted":{"prompt":7}}', "{", ""]) {
    const read = readPrivateState(Buffer.from(value).toString("base64"));
    expect(read).toMatchObject(nothing);
    expect(read.historyOf("prompt", "text")).toEqual({});
  }
});

it("objects have the same key only if kind, workspace and id are the same", () => {
  const keys = (["cluster", "snippet"] as const).flatMap((kind) =>
    ["a", 'a","b'].flatMap((id) => ["b", 'b","a'].map((workspaceId) => keyOf({ kind, id, workspaceId }))),
  );
  expect(new Set(keys).size).toBe(8);
});
