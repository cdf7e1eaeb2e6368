import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decide } from "../../../src/cli/pull/decide";
import type { Place } from "../../../src/cli/pull/project";
import { objectsOfState } from "../../../src/cli/states/state-file";

const BASE = "one\ntwo\nthree\n";
const EDITED = "one\n2\nthree\n";

const [state] = objectsOfState(
  JSON.stringify({
    version: 4,
    resources: [
      {
        ...{ mode: "managed", type: "outreach_snippet", name: "x" },
        instances: [{ attributes: { id: "s-1", name: "Opener", prompt: BASE } }],
      },
    ],
  }),
  { name: "one", file: null },
);

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
    base = BASE,
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
    const applied = { ...state!, attributes: { ...state!.attributes, prompt: base } };
    return decide({ state: applied, finding: { is: "found", object } }, project).map(
      ({ outcome: { result, reason } }) => [result, reason],
    );
  }
  const fileWith = (text: string) => {
    writeFileSync(join(folder, "prompt.md"), text);
    return join(folder, "prompt.md");
  };
  const shared = (text: string): Place => ({ is: "shared file", file: fileWith(text) });
  const edited = (rest: string) => [["reported", expect.stringMatching(rest) as string]];

  it.each<[string, Place, string]>([
    ["composed in code", { is: "code" }, "The prompt is composed in code"],
    ["no longer in the code", { is: "nowhere" }, "the next deploy deletes the object"],
  ])("whose prompt is %s reports an edit with the reason", (_, place, reason) => {
    expect(results(EDITED, place)).toEqual(edited(reason));
  });

  it("whose prompt is the content of several files reports an edit with their names", () => {
    const files = ["a.md", "b.md"].map((name) => join(folder, name));
    const reason =
      "Its prompt was edited, and a.md and b.md have the same content. Copy the edit into the one that this prompt comes from.";
    expect(results(EDITED, { is: "one of several files", files })).toEqual([["reported", reason]]);
  });

  it("whose file other prompts use reports an edit until the file has it", () => {
    expect(results(EDITED, shared(BASE))).toEqual(edited("other prompts use its file, too"));
    expect(results(EDITED, shared(`${EDITED}more\n`))).toEqual([]);
  });

  it("whose file has an unresolved merge of Git does not write, unless the applied prompt has its markers", () => {
    const merge = "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> branch\n";
    const place: Place = { is: "file", file: fileWith(merge + BASE) };
    expect(results(EDITED, place)).toEqual([["error", expect.stringContaining("conflict markers")]]);
    expect(results(merge + EDITED, place, {}, "Opener", merge + BASE)).toEqual([["written", undefined]]);
  });

  it("reports the edit of a name or a composed prompt until the code has it", () => {
    const declared = { name: "Intro", prompt: EDITED };
    expect(results(EDITED, { is: "code" }, declared, "Intro")).toEqual([]);
    expect(results(EDITED, { is: "code" }, { name: "Opener", prompt: BASE }, "Intro")).toHaveLength(2);
  });
});
