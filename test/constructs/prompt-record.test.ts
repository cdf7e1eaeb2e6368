import { App, Lazy, TerraformStack } from "cdktf";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OutreachProvider, OutreachSnippet, promptFile } from "../../src/constructs";
import type { PromptUse } from "../../src/placing/records";
import { temporaryFolder } from "./stacks";

const folder = temporaryFolder();
let tests = 0;

/** Writes a prompt file, and returns its content as `promptFile` does. */
function file(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return promptFile(join(folder, name));
}

/** The uses in the record that synth writes beside a stack, as `place is file`; undefined if there is no record. */
function recordOf(declare: (stack: TerraformStack) => void): string[] | undefined {
  tests += 1;
  const app = new App({ outdir: join(folder, `out-${tests}`) });
  const stack = new TerraformStack(app, "stack");
  new OutreachProvider(stack, "outreach");
  declare(stack);
  app.synth();
  const record = join(app.outdir, "stacks/stack/outreach-prompts.json");
  if (!existsSync(record)) return undefined;
  const { version, uses } = JSON.parse(readFileSync(record, "utf8")) as {
    version: number;
    uses: readonly PromptUse[];
  };
  expect(version).toBe(2);
  return uses.map(({ place, file, is, part }) => {
    const lines = part === undefined ? "" : ` ${part.line}:${part.fileLine}+${part.lines}`;
    return `${place.replace("outreach_snippet.", "")} ${is} ${file.replace("../../../", "")}${lines}`;
  });
}

const snippet = (stack: TerraformStack, id: string, prompt: string) =>
  new OutreachSnippet(stack, id, { name: id, prompt });

test("the record names the file of each prompt that is exactly one prompt file, also of a lazy value", () => {
  const record = recordOf((stack) => {
    snippet(stack, "whole", file("whole.md", "Be kind to ${x}.\n"));
    const content = file("late.md", "Be brief.\n");
    snippet(stack, "late", Lazy.stringValue({ produce: () => content }));
    snippet(stack, "code", "Be quick.");
  });
  expect(record).toEqual(["whole whole whole.md", "late whole late.md"]);
});

test("the record has the parts of a composed prompt, with their lines in the prompt and in the file", () => {
  const tone = "\n\nSound like a colleague.\r\nNo ${jargon}.\n";
  const record = recordOf((stack) => {
    const other = snippet(stack, "other", "x");
    const rules = file("rules.md", "One link.\nNo price.\n");
    const prompt = `Hi ${other.name}:\n${rules}\nTone: ${file("tone.md", tone).trim()} Again:\n${rules}`;
    snippet(stack, "composed", prompt);
    snippet(stack, "whole", rules);
  });
  expect(record).toEqual([
    "composed part rules.md 2:1+2",
    "composed part tone.md 5:3+2",
    "composed part rules.md 7:1+2",
    "whole whole rules.md",
  ]);
});

test("a prompt comes from no file if code has changed the text of a file, even of one that another prompt uses", () => {
  const record = recordOf((stack) => {
    const whole = file("formal.md", "Write to {name}.\nBe formal.\n");
    snippet(stack, "whole", whole);
    snippet(stack, "replaced", whole.replace("formal", "casual"));
    snippet(stack, "lines", whole.split("\n").reverse().join("\n"));
    snippet(stack, "late", Lazy.stringValue({ produce: () => whole.replace("{name}", "{first_name}") }));
    const withToken = file("token.md", "Say ${TfToken[TOKEN.0]} to {name}.\n");
    snippet(stack, "of-token", withToken.replace("{name}", "{first_name}"));
  });
  expect(record).toEqual(["whole whole formal.md"]);
});

test("a prompt is made of parts if code has cut white space from the text of a file, or has added text", () => {
  const record = recordOf((stack) => {
    const content = file("cut.md", "  Be brief and clear.\n\n");
    snippet(stack, "trimmed", content.trim());
    snippet(stack, "joined", [content, "Bye."].join(""));
    snippet(stack, "repeated", content.repeat(2));
  });
  expect(record).toEqual([
    "trimmed part cut.md 1:1+1",
    "joined part cut.md 1:1+1",
    "repeated part cut.md 1:1+1",
    "repeated part cut.md 3:1+1",
  ]);
});

test("of a file and another one that contains its text, a composed prompt contains only the other one", () => {
  const record = recordOf((stack) => {
    file("kind.md", "Be kind.\n");
    snippet(stack, "s", `${file("both.md", "Be kind.\nBe brief.\n")}Bye.`);
  });
  expect(record).toEqual(["s part both.md 1:1+2"]);
});

test("a short text of a file is not found within a word, and an empty file nowhere", () => {
  const record = recordOf((stack) => {
    file("hi.md", "Hi");
    file("end.md", "hi");
    file("blank.md", " \n");
    snippet(stack, "s", "His name \n is on the list of Delhi.");
    snippet(stack, "t", "Hi {name}, größe");
    file("o.md", "Gr");
    snippet(stack, "u", "Große Grüße");
  });
  expect(record).toEqual(["t part hi.md 1:1+1"]);
});

test("of files with the same content, all are the files of a prompt with that content, and parts of a composed one", () => {
  const record = recordOf((stack) => {
    // The texts of the files do not say in which order the program has read them.
    const [two, one] = [file("two.md", "The same.\n"), file("one.md", "The same.\n")];
    snippet(stack, "one", one);
    snippet(stack, "two", two);
    snippet(stack, "composed", `${two}Bye.`);
  });
  expect(record).toEqual([
    ...["one", "two"].flatMap((id) => [`${id} one of several one.md`, `${id} one of several two.md`]),
    ...["composed part one.md 1:1+1", "composed part two.md 1:1+1"],
  ]);
});

test("of files with the same content, the one that the metadata of a snippet names is the file of its prompt", () => {
  const record = recordOf((stack) => {
    const [a, b] = [file("a.md", "Equal.\n"), file("b.md", "Equal.\n")];
    for (const [id, prompt, named] of [
      ["a", a, "a.md"],
      ["b", b, "b.md"],
      ["neither", a, "c.md"],
      ["composed", `${a}Bye.`, "a.md"],
    ] as const) {
      snippet(stack, id, prompt).node.addMetadata("outreach:prompt-file", join(folder, named));
    }
  });
  expect(record).toEqual([
    ...["a whole a.md", "b whole b.md"],
    ...["neither one of several a.md", "neither one of several b.md"],
    ...["composed part a.md 1:1+1", "composed part b.md 1:1+1"],
  ]);
});

test("a prompt that an override sets does not come from the file of its property", () => {
  const record = recordOf((stack) => {
    const content = file("prompt.md", "Write an opener.\n");
    snippet(stack, "of-construct", content).addOverride("prompt", '${file("x")}');
    snippet(stack, "of-stack", content);
    stack.addOverride("resource.outreach_snippet.of-stack.prompt", "Other");
    stack.addOverride("resource.outreach_snippet.of-stack.name", "Other");
    snippet(stack, "of-token", content);
    stack.addOverride("resource.outreach_snippet.of-token.prompt", Lazy.anyValue({ produce: () => "Late" }));
    snippet(stack, "named", content);
    stack.addOverride("resource.outreach_snippet.named.name", "Other");
    snippet(stack, "of-name", content).addOverride("name", "Other");
  });
  expect(record).toEqual(["named whole prompt.md", "of-name whole prompt.md"]);
});

test("the record has prompt files in overrides of the construct and of the stack", () => {
  const record = recordOf((stack) => {
    const content = file("used.md", "Write a used opener.\n");
    snippet(stack, "whole", content);
    snippet(stack, "over", "x").addOverride("prompt", content);
    snippet(stack, "stacked", "x");
    stack.addOverride("resource.outreach_snippet.stacked.prompt", `\n${content}!`);
    stack.addOverride("resource.outreach_snippet.extra", { name: "n", prompt: content });
    stack.addOverride("locals.texts", [
      { tone: `${file("token.md", "Say ${TfToken[TOKEN.0]}.")} ${content}` },
    ]);
  });
  expect(record).toEqual([
    "stacked part used.md 2:1+1",
    "extra part used.md 1:1+1",
    "locals.texts.0.tone part token.md 1:1+1",
    "locals.texts.0.tone part used.md 1:1+1",
    "whole whole used.md",
    "over part used.md 1:1+1",
  ]);
});

test("a resource that moves to another one has no entry", () => {
  const record = recordOf((stack) => {
    const content = file("moved.md", "Write a moved opener.\n");
    snippet(stack, "old", content).moveTo("new");
    snippet(stack, "new", content).addMoveTarget("new");
  });
  expect(record).toEqual(["new whole moved.md"]);
});
