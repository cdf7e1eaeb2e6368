import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { SimulatedSnippet } from "../../../src/simulator";
import { workspaceBench } from "../workspace-project";

const bench = workspaceBench();

const TEXT = "one\ntwo\nthree\nfour\n";
const NOTHING = "Nothing to pull. Compared 1 object.\n";

let object: SimulatedSnippet;

/** A stack whose snippet is applied as it is at the server now. */
function applied(snippet: SimulatedSnippet): void {
  object = snippet;
  bench.project().stack("one", [{ object, name: "opener", file: "prompt.md" }]);
  bench.project().write("prompt.md", object.prompt);
}

/** A deploy of the prompt file. */
function deploy(): void {
  const { id } = object;
  edit(file());
  applied(
    bench
      .simulator()
      .objects()
      .find((one) => one.id === id) as SimulatedSnippet,
  );
}

const file = () => bench.project().read("prompt.md");
const record = () => join(bench.project().folder, "outreach-pulled.json");
const edit = (prompt: string) => bench.simulator().update(object.id, { prompt });
const pull = (...args: string[]) => bench.project().run("pull", ...args);

/** Pulls twice. The second pull has to change nothing. */
async function pullTwice() {
  const first = await pull();
  const files = bench.project().files();
  const second = await pull();
  expect(bench.project().files()).toEqual(files);
  return { first, second };
}

beforeEach(() => applied(bench.snippet("Opener", TEXT)));

describe("after a conflict, the next pull", () => {
  beforeEach(async () => {
    bench.project().write("prompt.md", TEXT.replace("two", "ours"));
    edit(TEXT.replace("two", "theirs"));
    expect((await pull()).status).toBe(2);
    expect(file()).toContain("<<<<<<< file");
  });

  it.each(["ours", "a third text"])(
    "leaves the resolution %j alone, and says what the deploy does",
    async (text) => {
      bench.project().write("prompt.md", TEXT.replace("two", text));
      const { first } = await pullTwice();
      expect(first).toMatchObject({
        status: 0,
        stdout:
          'Kept prompt.md: outreach_snippet.opener of one, "Opener".\nIts edit was pulled before, and the file was changed ' +
          `since. The next deploy replaces the edit by the text of the file.\n\n${NOTHING}`,
      });
      expect(file()).toBe(TEXT.replace("two", text));
      const { objects } = JSON.parse((await pull("--json")).stdout) as { objects: object[] };
      expect(objects).toMatchObject([{ result: "kept", file: "prompt.md" }]);
    },
  );

  it("merges a later edit into the resolution, without the old conflict", async () => {
    bench.project().write("prompt.md", TEXT.replace("two", "mine"));
    edit("one\ntheirs\nthree\n4\n");
    expect((await pullTwice()).first.status).toBe(2);
    expect(file()).toBe("one\nmine\nthree\n4\n");
  });

  it("still finds the markers that nobody has resolved", async () => {
    expect(await pull()).toMatchObject({ status: 1, stdout: expect.stringContaining("conflict markers") });
  });

  it("after a deploy, brings the edit again if it is made again", async () => {
    bench.project().write("prompt.md", TEXT.replace("two", "ours"));
    deploy();
    expect(await pull()).toMatchObject({ status: 0, stdout: NOTHING });
    edit(TEXT.replace("two", "theirs"));
    expect((await pullTwice()).first.status).toBe(2);
    expect(file()).toBe(TEXT.replace("two", "theirs"));
  });

  it("after a deploy of the first text, brings the edit again if it is made again", async () => {
    bench.project().write("prompt.md", TEXT);
    deploy();
    edit(TEXT.replace("two", "theirs"));
    expect((await pullTwice()).first.status).toBe(2);
    expect(file()).toBe(TEXT.replace("two", "theirs"));
  });

  it("refuses a record that is a link before it writes a prompt file", async () => {
    bench.project().write("prompt.md", TEXT);
    rmSync(record());
    symlinkSync("nowhere.json", record());
    expect(await pull()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("is not a file. Move it away."),
    });
    expect(file()).toBe(TEXT);
  });

  it("refuses a record that it has not written, and changes nothing", async () => {
    for (const record of ["<<<<<<< HEAD\n", "{}", '{"version": 1, "pulled": {"a": {"text": 1}}}']) {
      bench.project().write("outreach-pulled.json", record);
      const { status, stdout, stderr } = await pull();
      expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
      expect(stderr).toMatch(/outreach-pulled\.json is not what pull has written\. Restore it, or delete it/);
    }
  });
});

it("an edit that a person takes back after the pull stays out of the file", async () => {
  edit(TEXT.replace("two", "2"));
  expect((await pull()).status).toBe(2);
  expect(await pull()).toMatchObject({ status: 0, stdout: NOTHING });
  bench.project().write("prompt.md", TEXT);
  const { first } = await pullTwice();
  expect(first).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Kept prompt\.md: /) });
});

it("an edit that is taken back in Outreach after the pull is taken out of the file", async () => {
  edit(TEXT.replace("two", "2"));
  await pull();
  bench.project().write("prompt.md", "one\n2\nthree\nFOUR\n");
  expect((await pullTwice()).second).toMatchObject({ status: 0, stdout: NOTHING });
  edit(TEXT);
  expect((await pullTwice()).first.status).toBe(2);
  expect(file()).toBe("one\ntwo\nthree\nFOUR\n");
});

it("a pull that writes nothing leaves no record, and the record keeps only what was not deployed", async () => {
  const recorded = () => bench.project().files()["outreach-pulled.json"];
  edit(TEXT.replace("two", "2"));
  await pull("--dry-run");
  expect(recorded()).toBeUndefined();
  await pull();
  const { id } = object;
  expect(Object.keys((JSON.parse(recorded()!) as { pulled: object }).pulled)).toEqual([id]);
  deploy();
  applied(bench.snippet("Second", TEXT));
  edit(TEXT.replace("two", "2"));
  const first = bench
    .simulator()
    .objects()
    .find((one) => one.id === id)!;
  bench.project().stack("one", [
    { object: first, name: "first" },
    { object, name: "opener", file: "prompt.md" },
  ]);
  bench.project().write("prompt.md", TEXT);
  edit(TEXT.replace("two", "zwei"));
  await pull();
  expect(Object.keys((JSON.parse(recorded()!) as { pulled: object }).pulled)).toEqual([object.id]);
});
