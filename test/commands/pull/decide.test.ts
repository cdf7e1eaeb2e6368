import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decide } from "../../../src/commands/pull/decide";
import type { Place } from "../../../src/commands/pull/project";
import { objectsOfState } from "../../../src/estate/states/state-file";
import { afterRead, afterSent } from "../../../src/objects/text-edits";

const BASE = "one\ntwo\nthree\n";
const EDITED = "one\n2\nthree\n";

function stateWith(prompt: string, history: object = {}) {
  const encoded = Buffer.from(JSON.stringify({ edits: { prompt: history } })).toString("base64");
  const instances = [{ attributes: { id: "s-1", name: "Opener", prompt }, private: encoded }];
  const resource = { mode: "managed", type: "outreach_snippet", name: "x", instances };
  return objectsOfState(JSON.stringify({ version: 4, resources: [resource] }), {
    name: "one",
    file: null,
  })[0]!;
}

describe("the decision about a snippet", () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-decide-"))));
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Decides about the prompt at the server, and returns the results with the reasons. */
  function results(
    prompt: string,
    place: Place,
    declared: Readonly<Record<string, string>> = {},
    name = "Opener",
    state = stateWith(BASE),
  ) {
    const object = {
      kind: "snippet" as const,
      id: "s-1",
      name,
      prompt,
      createdAt: null,
      lastUpdatedAt: null,
    };
    const project = {
      folder,
      placeOf: () => place,
      sharersOf: () => [],
      pulled: { textOf: () => undefined },
      declaredText: (_: unknown, attribute: string) => declared[attribute],
    };
    return decide({ state, finding: { is: "found", object } }, project).map(
      ({ outcome: { result, reason } }) => [result, reason],
    );
  }
  const fileWith = (text: string) => {
    writeFileSync(join(folder, "prompt.md"), text);
    return join(folder, "prompt.md");
  };
  const shared = (text: string): Place => ({ is: "shared file", file: fileWith(text) });
  const reportedAs = (rest: string) => [["reported", expect.stringMatching(rest) as string]];

  it.each<[string, Place, string]>([
    ["composed in code", { is: "code" }, "The prompt is composed in code"],
    ["no longer in the code", { is: "nowhere" }, "the next deploy deletes the object"],
  ])("whose prompt is %s reports an edit with the reason", (_, place, reason) => {
    expect(results(EDITED, place)).toEqual(reportedAs(reason));
  });

  it("whose prompt is the content of several files reports an edit with their names", () => {
    const files = ["a.md", "b.md"].map((name) => join(folder, name));
    const reason =
      "Its prompt was edited, and a.md and b.md have the same content. Copy the edit into the one that this prompt comes from.";
    expect(results(EDITED, { is: "one of several files", files })).toEqual([["reported", reason]]);
  });

  it("whose file other prompts use reports an edit until the file has it", () => {
    expect(results(EDITED, shared(BASE))).toEqual(reportedAs("other prompts use its file, too"));
    expect(results(EDITED, shared(`${EDITED}more\n`))).toEqual([]);
  });

  it("whose file has an unresolved merge of Git does not write, unless the applied prompt has its markers", () => {
    const merge = "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> branch\n";
    const place: Place = { is: "file", file: fileWith(merge + BASE) };
    expect(results(EDITED, place)).toEqual([["error", expect.stringContaining("conflict markers")]]);
    expect(results(merge + EDITED, place, {}, "Opener", stateWith(merge + BASE))).toEqual([
      ["written", undefined],
    ]);
  });

  it("reports the edit of a name or a composed prompt until the code has it", () => {
    const declared = { name: "Intro", prompt: EDITED };
    expect(results(EDITED, { is: "code" }, declared, "Intro")).toEqual([]);
    expect(results(EDITED, { is: "code" }, { name: "Opener", prompt: BASE }, "Intro")).toHaveLength(2);
  });

  /** Histories as a refresh and a failed update leave them. */
  describe("whose edit or write the state knows", () => {
    const edited = afterRead({}, { before: BASE, found: EDITED, isOlder: false });
    const place = (text: string): Place => ({ is: "file", file: fileWith(text) });
    const decided = (server: string, file: string, state: ReturnType<typeof stateWith>) =>
      results(server, place(file), {}, "Opener", state);

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
