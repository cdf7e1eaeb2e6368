import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv";
import { notKnown, parseApproval, writeApproval, type Change } from "../../src/approval";
import { fc } from "../fast-check";
import { cluster, creating, deleting, KEY, reviewed, snippet, updating, WORKSPACE } from "./changes";

const schema = join(__dirname, "../../docs/guides/approval.schema.json");
const isAccepted = new Ajv().compile(JSON.parse(readFileSync(schema, "utf8")) as object);

type Json = Record<string, unknown>;

/** One change for each form of an entry. */
const CHANGES: readonly Change[] = [
  creating,
  { ...creating, id: notKnown, after: snippet({ name: notKnown, prompt: notKnown }) },
  { ...creating, id: "snp_2" },
  updating,
  { ...updating, action: "delete", after: null },
  { ...deleting, action: "create", id: null, before: null, after: cluster() },
  { ...deleting, action: "update", after: cluster({ force_destroy: true }) },
  deleting,
  { ...deleting, id: "clu_2", linked: notKnown },
];

const text = writeApproval(
  CHANGES.map((change) => reviewed(change)),
  KEY,
);
const written = () => JSON.parse(text) as Json;

/** Sets a value at a path such as `entries.0.kind`; undefined removes it. */
function withValue(path: string, value: unknown): Json {
  const file = written();
  const steps = path.split(".");
  const last = steps.pop()!;
  const parent = steps.reduce<Json>((part, step) => part[step] as Json, file);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return file;
}

const parsing = (file: unknown, key?: string) => () =>
  parseApproval(typeof file === "string" ? file : JSON.stringify(file), "a/approval.json", key);

describe("an approval file", () => {
  it("is accepted by the published schema and by the parser as it was written", () => {
    expect([isAccepted(written()), isAccepted.errors]).toEqual([true, null]);
    expect(parsing(text, KEY)()).toEqual(written());
  });

  it("contains no text of the configuration, no id and no workspace", () => {
    const texts = [...Object.values(WORKSPACE), "snp_1", "clu_1", "Opener", "first_name", "Sales"];
    expect(texts.filter((one) => text.includes(one))).toEqual([]);
  });

  it("has other digests than a second file of the same changes", () => {
    const [first, second] = [1, 2].map(() => writeApproval([reviewed(creating)]));
    const digests = (file: string) => file.match(/"[\w-]{43}"/g)!;
    expect(digests(first!).filter((one) => digests(second!).includes(one))).toEqual([]);
  });

  it("has one entry for changes that are the same in several resources", () => {
    const changes = ["a", "b"].map((address) => reviewed(creating, address));
    const { entries } = parseApproval(writeApproval(changes), "approval.json");
    expect(entries).toMatchObject([{ resources: [{ address: "a" }, { address: "b" }] }]);
  });

  it.each<[string, unknown, string]>([
    ["is cut off", text.slice(0, 700), "is not JSON, for example because it is cut off"],
    ["is another file", "{}", 'its "format" is not "cdktf-outreach/approval"'],
    ["is newer", withValue("version", 2), "has version 2 of the format"],
    ["has no version", withValue("version", undefined), "has version undefined of the format"],
    ["has no salt", withValue("salt", undefined), "salt is missing"],
    ["has a short salt", withValue("salt", "x"), "salt is not a digest: 43 characters of base64url"],
    [
      "has an unknown key",
      withValue("no\u202ete", ""),
      'the file has the key "no\\u202ete", which is none of format, version',
    ],
    ["has no list", withValue("entries", {}), "entries is not a list"],
    ["has no time", withValue("createdAt", "today"), "createdAt is not a time"],
    ["has another signature", withValue("signature", "x"), "signature is not hmac-sha256:"],
    ["has an unknown action", withValue("entries.3.action", "replace"), "entries[3].action is none of"],
    ["has an unknown kind", withValue("entries.3.kind", "mailbox"), "entries[3].kind is none of"],
    [
      "approves a change of no object",
      withValue("entries.3.object", null),
      "entries[3].object is not a text",
    ],
    [
      "approves an update without a before",
      withValue("entries.3.before", null),
      "entries[3].before is not an",
    ],
    ["approves a create with a before", withValue("entries.0.before", {}), "entries[0].before is not null"],
    [
      "knows no text before",
      withValue("entries.3.before.prompt", "unknown"),
      "before.prompt is not a digest",
    ],
    ["lacks an attribute", withValue("entries.3.after.prompt", undefined), "after.prompt is missing"],
    [
      "has an attribute of another kind",
      withValue("entries.3.after.description", "x"),
      "entries[3].after has",
    ],
    ["approves nothing", withValue("entries.3.resources", []), "entries[3].resources is empty"],
    ["has no number of mailboxes", withValue("entries.7.linked", undefined), "entries[7].linked is missing"],
    ["has half a mailbox", withValue("entries.7.linked", 0.5), "entries[7].linked is not a whole number"],
    [
      "counts mailboxes of a snippet",
      withValue("entries.4.linked", 0),
      'entries[4] has the key "linked", which is none of',
    ],
  ])("is refused with its name and the place if it %s", (_, file, problem) => {
    expect(parsing(file)).toThrow(problem);
    expect(parsing(file)).toThrow("The approval a/approval.json ");
    if (typeof file === "object") expect(isAccepted(file)).toBe(false);
  });

  it("is refused by the schema exactly if the parser refuses it, whatever is changed in it", () => {
    const places: string[] = [];
    const collect = (value: unknown, path: string) => {
      if (typeof value !== "object" || value === null) return;
      for (const key of Object.keys(value)) {
        places.push(`${path}${key}`);
        collect((value as Json)[key], `${path}${key}.`);
      }
    };
    collect(written(), "");
    const digest = "x".repeat(43);
    const values = [null, "unknown", digest, "", 0, 1, -1, 1.5, [], {}, true, "create", "delete", "cluster"];
    const mutation = fc.record({
      place: fc.constantFrom(...places, ...places.map((place) => `${place.replace(/[^.]*$/, "")}other`)),
      value: fc.constantFrom<unknown>(undefined, ...values),
    });
    const refuses = (file: Json) => {
      try {
        parsing(file)();
        return false;
      } catch {
        return true;
      }
    };
    fc.assert(
      fc.property(mutation, ({ place, value }) => {
        const file = withValue(place, value);
        expect({ refused: refuses(file) }).toEqual({ refused: isAccepted(file) === false });
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("the signature of an approval", () => {
  const unsigned = writeApproval([reviewed(updating)]);
  const swapped = (file: string) => {
    const { entries, ...rest } = JSON.parse(file) as { entries: object[] };
    return { ...rest, entries: [...entries].reverse() };
  };

  it.each<[string, unknown, string, string]>([
    ["there is none", unsigned, KEY, "is not signed, but OUTREACH_APPROVAL_KEY is set"],
    ["the key is another", text, "another key of 16 and more", "has a signature that does not fit"],
    [
      "a resource was added",
      withValue("entries.0.resources.1", { stack: "", address: "" }),
      KEY,
      "does not fit",
    ],
    ["the entries have another order", swapped(text), KEY, "does not fit"],
    ["the time was changed", withValue("createdAt", "2026-11-28T12:00:00Z"), KEY, "does not fit"],
  ])("is demanded as soon as a key is set, and refused if %s", (_, file, key, problem) => {
    expect(parsing(file, key)).toThrow(problem);
    expect(parsing(file)).not.toThrow();
  });
});
