import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PullOutcome } from "../../../src/commands/pull/decide";
import { writeDecided } from "../../../src/commands/pull";
import { parseState } from "../../../src/estate/states/state-file";

const [state] = parseState(
  JSON.stringify({
    version: 4,
    resources: [
      { mode: "managed", type: "outreach_snippet", name: "x", instances: [{ attributes: { id: "s-1" } }] },
    ],
  }),
  { name: "one", file: null },
);

describe("pull", () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-write-"));
    file = join(folder, "prompt.md");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** The decision to append a line to the file as it is now. */
  const decide = (): PullOutcome[] => {
    const bytes = readFileSync(file);
    const write = { file, expected: bytes, contents: `${bytes.toString()}theirs\n`, pulled: "theirs\n" };
    return [{ state: state!, result: "written", file: "prompt.md", write }];
  };

  it("decides again about a file that a person saved meanwhile", () => {
    writeFileSync(file, "before\n");
    const decisions = decide();
    writeFileSync(file, "saved meanwhile\n");
    expect(writeDecided(decisions, decide)).toMatchObject([{ result: "written" }]);
    expect(readFileSync(file, "utf8")).toBe("saved meanwhile\ntheirs\n");
    expect(readdirSync(folder)).toEqual(["prompt.md"]);
  });

  it("decides no more than three times, and the file keeps what the person saved", () => {
    writeFileSync(file, "0\n");
    let saves = 0;
    const decideAndSave = () => {
      const decisions = decide();
      writeFileSync(file, `${(saves += 1)}\n`);
      return decisions;
    };
    const [decision] = writeDecided(decideAndSave(), decideAndSave);
    const reason = expect.stringContaining(
      "changed while the command ran, so nothing was written to it",
    ) as string;
    expect(decision).toMatchObject({ result: "error", reason });
    expect(readFileSync(file, "utf8")).toBe("3\n");
  });

  it("does not write through a link that replaced the file meanwhile", () => {
    const outside = join(folder, "outside.md");
    for (const one of [file, outside]) writeFileSync(one, "before\n");
    const decisions = decide();
    rmSync(file);
    symlinkSync(outside, file);
    expect(writeDecided(decisions, decide)).toMatchObject([{ result: "error" }]);
    expect(readFileSync(outside, "utf8")).toBe("before\n");
  });
});
