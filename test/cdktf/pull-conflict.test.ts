import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cdktfBench } from "./harness";

const bench = cdktfBench({ provider: "in-process" });

const EDITED = "one\ntwo\nthree\nfour\nfive\n";

/** Edits the snippet with a prompt at the server, as people do in Outreach. */
function editAtServer(prompt: string, edited: string): void {
  const { id } = bench
    .simulator()
    .objects()
    .find((object) => object.kind === "snippet" && object.prompt === prompt)!;
  bench.simulator().update(id, { prompt: edited });
}

test("an edit on both sides becomes conflict markers as git writes them, and the command says so", async () => {
  const project = bench.project();
  project.write("prompt.md", EDITED);
  project.app({
    one: `new OutreachProvider(stack, "outreach");
      new OutreachSnippet(stack, "opener", { name: "Opener", prompt: promptFile("prompt.md") });
      new OutreachSnippet(stack, "composed", { name: "Composed", prompt: "a\\nb " + variable("x") });`,
  });
  await project.synth();
  await project.apply("one");
  editAtServer(EDITED, EDITED.replace("two", "theirs"));
  editAtServer("a\nb {x}", "a\nB {x}");
  project.write("prompt.md", EDITED.replace("two", "ours").replaceAll("\n", "\r\n"));
  const pulled = await project.command(["pull"]);
  expect(pulled.status).toBe(2);
  expect(pulled.stdout).toContain("Conflict prompt.md: outreach_snippet.opener");
  expect(pulled.stdout).toMatch(
    /Not written: outreach_snippet\.composed.*\n.*composed in code[^]*- b \{x\}\n\+ B \{x\}/,
  );
  expect(readFileSync(join(project.folder, "prompt.md"), "utf8").split("\r\n")).toEqual([
    ...["one", "<<<<<<< file", "ours", "=======", "theirs", ">>>>>>> Outreach", "three", "four", "five", ""],
  ]);
  expect((await project.command(["pull"])).stdout).toContain("still has conflict markers");
});
