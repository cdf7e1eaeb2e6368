import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decide, type Source } from "../../../src/commands/pull/decide";
import { parseState } from "../../../src/estate/states/state-file";
import { afterRead, afterSent } from "../../../src/objects/text-edits";

const BASE = "one\ntwo\nthree\n";
const EDITED = "one\n2\nthree\n";

function stateWith(prompt: string, history: object = {}) {
  const encoded = Buffer.from(JSON.stringify({ edits: { prompt: history } })).toString("base64");
  const instances = [{ attributes: { id: "s-1", name: "Opener", prompt }, private: encoded }];
  const resource = { mode: "managed", type: "outreach_snippet", name: "x", instances };
  const text = JSON.stringify({ version: 4, resources: [resource] });
  return parseState(text, { name: "one", file: null })[0]!;
}

describe("the decision about a snippet", () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-decide-"))));
  afterEach(() => rmSync(folder, { recursive: true }));

  type Place = Pick<Source, "place"> & { readonly files?: readonly string[] };

  /** Decides about the prompt at the server, and returns the results with the reasons. */
  function results(
    prompt: string,
    { place, files = [] }: Place,
    declared: Readonly<Record<string, string>> = {},
    name = "Opener",
    state = stateWith(BASE),
  ) {
    const kind = "snippet" as const;
    const object = { kind, id: "s-1", name, prompt, createdAt: null, lastUpdatedAt: null };
    const [wholeFile] = place.endsWith("file") ? files : [];
    const source = {
      ...{ place, sharedWith: [], pulled: undefined },
      declared: { body: declared, wholeFile, sameFiles: files },
    };
    const row = { kind, held: state, server: object, verdict: "managed" } as const;
    return decide(row, source, folder).map(({ result, reason }) => [result, reason]);
  }
  const fileWith = (text: string) => {
    writeFileSync(join(folder, "prompt.md"), text);
    return [join(folder, "prompt.md")];
  };
  const file = (text: string): Place => ({ place: "file", files: fileWith(text) });
  const shared = (text: string): Place => ({ place: "shared file", files: fileWith(text) });
  const reportedAs = (rest: string) => [["reported", expect.stringMatching(rest) as string]];

  it.each<[Source["place"], string]>([
    ["code", "The prompt is composed in code"],
    ["nowhere", "the next deploy deletes the object"],
    ["one of several files", "a.md and b.md have the same content. Copy the edit into the one that this"],
  ])("whose prompt comes from %s reports an edit with the reason", (place, reason) => {
    const files = ["a.md", "b.md"].map((name) => join(folder, name));
    expect(results(EDITED, { place, files })).toEqual(reportedAs(reason));
  });

  it("whose file other prompts use reports an edit until the file has it", () => {
    expect(results(EDITED, shared(BASE))).toEqual(reportedAs("other prompts use its file, too"));
    expect(results(EDITED, shared(`${EDITED}more\n`))).toEqual([]);
  });

  it("whose file has an unresolved merge of Git does not write, unless the applied prompt has its markers", () => {
    const merge = "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> branch\n";
    const place = file(merge + BASE);
    expect(results(EDITED, place)).toEqual([["error", expect.stringContaining("conflict markers")]]);
    expect(results(merge + EDITED, place, {}, "Opener", stateWith(merge + BASE))).toEqual([
      ["written", undefined],
    ]);
  });

  it("reports the edit of a name or a composed prompt until the code has it", () => {
    const declared = { name: "Intro", prompt: EDITED };
    expect(results(EDITED, { place: "code" }, declared, "Intro")).toEqual([]);
    expect(results(EDITED, { place: "code" }, { name: "Opener", prompt: BASE }, "Intro")).toHaveLength(2);
  });

  /** Histories as a refresh and a failed update leave them. */
  describe("whose edit or write the state knows", () => {
    const edited = afterRead({}, { before: BASE, found: EDITED, isOlder: false });
    const decided = (server: string, text: string, state: ReturnType<typeof stateWith>) =>
      results(server, file(text), {}, "Opener", state);

    it("reports an edit that a refresh has stored, until the file has it", () => {
      const state = stateWith(EDITED, edited);
      expect(decided(EDITED, BASE, state)).toEqual(reportedAs("the state has the edit already"));
      for (const text of [EDITED, `${EDITED}more\n`]) expect(decided(EDITED, text, state)).toEqual([]);
    });

    it("does not merge a later edit into a file that lacks a stored one", () => {
      const later = `${EDITED}later\n`;
      expect(decided(later, BASE, stateWith(EDITED, edited))).toEqual(reportedAs("it cannot be merged"));
      expect(decided(later, EDITED, stateWith(EDITED, edited))).toEqual([["written", undefined]]);
    });

    it("does not merge the prompt of an update whose result was not known", () => {
      const state = stateWith(BASE, afterSent({}, BASE, EDITED));
      const [server, other] = ["one\n2!\nthree\n", "one\n2?\nthree\n"];
      expect(decided(EDITED, other, state)).toEqual([]);
      expect(decided(server, other, state)).toEqual([["conflict", expect.any(String)]]);
    });
  });
});
