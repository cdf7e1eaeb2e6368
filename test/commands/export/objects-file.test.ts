import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { changedData, isMarkOf, markOf, readObjectsFile } from "../../../src/commands/export/objects-file";

const folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-objects-"));
const file = join(folder, "objects.json");
afterAll(() => rmSync(folder, { recursive: true }));

const identity = { address: "https://api.example", workspaceId: "w-1" };
const mark = { salt: "00", digest: "00" };
const EMPTY = { version: 1, workspace: mark, clusters: [], snippets: [] };
const cluster = { id: "europe", name: "Europe", objectId: "7" };

function reading(contents: string | Buffer | object) {
  const isRaw = typeof contents === "string" || Buffer.isBuffer(contents);
  writeFileSync(file, isRaw ? contents : JSON.stringify(contents, null, 2));
  return readObjectsFile(file);
}

describe("the data file of an export", () => {
  it.each<[string, string | Buffer | object, string]>([
    ["is no JSON", '{\n  "version": 1,\n}', "objects.json is not JSON: "],
    ["has another version", { ...EMPTY, version: 2 }, "version is not 1, which this release reads"],
    ["has a row without a name", { ...EMPTY, clusters: [{ id: "a" }] }, "clusters[0].name is not a text"],
    [
      "has a row with an empty id",
      { ...EMPTY, clusters: [{ ...cluster, id: "" }] },
      "clusters[0].id is not an id",
    ],
    ["has a snippet without a file", { ...EMPTY, snippets: [cluster] }, "snippets[0].file is not a text"],
    [
      "has an id twice",
      { ...EMPTY, clusters: [cluster, { id: "europe", name: "" }] },
      'clusters has "europe" twice',
    ],
    [
      "has an object twice",
      { ...EMPTY, clusters: [cluster, { ...cluster, id: "b" }] },
      'clusters has "7" twice',
    ],
    ["has a key twice", '{\n  "a": 1,\n  "a": 2\n}', "line 2: 1 would be lost or changed"],
  ])("causes an error with its name and the place if it %s", (_, contents, message) => {
    expect(() => reading(contents)).toThrow(message);
    expect(() => reading(contents)).toThrow(/objects\.json/);
  });

  it("keeps the properties of a user, whatever their names", () => {
    const text = JSON.stringify(
      { ...EMPTY, owner: "us", clusters: [{ ...cluster, "2": [1.5] }] },
      null,
      2,
    ).replace('"owner"', '"__proto__": { "constructor": null }, "owner"');
    const data = reading(`\ufeff${text}`);
    const [row] = data.rows.cluster;
    const added = { id: "constructor", name: "\u202e", objectId: "8" };
    const [changed] = changedData(data, { cluster: [row!, added], snippet: [] }, mark);
    expect(changed!.contents).toContain('"__proto__": {\n    "constructor": null\n  }');
    expect(changed!.contents).toContain('"name": "\\u202e"');
    const { clusters, ...rest } = JSON.parse(changed!.contents!) as { clusters: object[] };
    expect(rest).toMatchObject({ owner: "us" });
    expect(clusters).toEqual([{ ...cluster, "2": [1.5] }, added]);
  });

  it("stays unwritten if nothing changes, however a user has formatted it", () => {
    const data = reading(`  ${JSON.stringify({ ...EMPTY, clusters: [cluster] })}\n\n`);
    expect(changedData(data, data.rows, mark)).toEqual([]);
  });
});

describe("the mark of a workspace", () => {
  it("recognises only this workspace at this address, and differs each time", () => {
    const made = markOf(identity);
    expect(isMarkOf(made, identity)).toBe(true);
    expect(isMarkOf(made, { ...identity, workspaceId: "w-2" })).toBe(false);
    expect(isMarkOf(made, { ...identity, address: "https://other.example" })).toBe(false);
    expect(isMarkOf({ ...made, digest: "zz" }, identity)).toBe(false);
    expect(markOf(identity)).not.toEqual(made);
  });
});
