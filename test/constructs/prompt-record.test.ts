import { App, Lazy, TerraformStack } from "cdktf";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OutreachProvider, OutreachSnippet, promptFile } from "../../src/constructs";
import { temporaryFolder } from "./stacks";

const folder = temporaryFolder();
let tests = 0;

/** Writes a prompt file, and returns its content as `promptFile` does. */
function file(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return promptFile(join(folder, name));
}

/** The record that synth writes beside a stack; undefined if there is none. */
function recordOf(declare: (stack: TerraformStack) => void): Record<string, unknown> | undefined {
  tests += 1;
  const app = new App({ outdir: join(folder, `out-${tests}`) });
  const stack = new TerraformStack(app, "stack");
  new OutreachProvider(stack, "outreach");
  declare(stack);
  app.synth();
  const record = join(app.outdir, "stacks/stack/outreach-prompts.json");
  return existsSync(record)
    ? (JSON.parse(readFileSync(record, "utf8")) as Record<string, unknown>)
    : undefined;
}

const snippet = (stack: TerraformStack, id: string, prompt: string) =>
  new OutreachSnippet(stack, id, { name: id, prompt });

const path = (name: string) => `../../../${name}`;

test("the record names the file of each prompt that is exactly one prompt file, also of a lazy value", () => {
  const record = recordOf((stack) => {
    snippet(stack, "whole", file("whole.md", "Be kind to ${x}.\n"));
    const content = file("late.md", "Be brief.\n");
    snippet(stack, "late", Lazy.stringValue({ produce: () => content }));
    snippet(stack, "code", "Be quick.");
  });
  expect(record).toEqual({
    version: 1,
    files: { "outreach_snippet.late": path("late.md"), "outreach_snippet.whole": path("whole.md") },
  });
});

test("there is no record of a stack that uses no prompt file", () => {
  expect(recordOf((stack) => snippet(stack, "code", "Be quick."))).toBeUndefined();
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
  expect(record).toEqual({
    version: 1,
    files: { "outreach_snippet.whole": path("rules.md") },
    parts: {
      "outreach_snippet.composed": [
        { file: path("rules.md"), line: 2, fileLine: 1, lines: 2 },
        { file: path("tone.md"), line: 5, fileLine: 3, lines: 2 },
        { file: path("rules.md"), line: 7, fileLine: 1, lines: 2 },
      ],
    },
  });
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
  expect(record).toEqual({ version: 1, files: { "outreach_snippet.whole": path("formal.md") } });
});

test("a prompt is made of parts if code has cut white space from the text of a file, or has added text", () => {
  const record = recordOf((stack) => {
    const content = file("cut.md", "  Be brief and clear.\n\n");
    snippet(stack, "trimmed", content.trim());
    snippet(stack, "joined", [content, "Bye."].join(""));
    snippet(stack, "repeated", content.repeat(2));
  });
  const part = { file: path("cut.md"), line: 1, fileLine: 1, lines: 1 };
  expect(record).toEqual({
    version: 1,
    files: {},
    parts: {
      "outreach_snippet.joined": [part],
      "outreach_snippet.repeated": [part, { ...part, line: 3 }],
      "outreach_snippet.trimmed": [part],
    },
  });
});

test("of a file and another one that contains its text, a composed prompt contains only the other one", () => {
  const record = recordOf((stack) => {
    file("kind.md", "Be kind.\n");
    snippet(stack, "s", `${file("both.md", "Be kind.\nBe brief.\n")}Bye.`);
  });
  expect(record!["parts"]).toEqual({
    "outreach_snippet.s": [{ file: path("both.md"), line: 1, fileLine: 1, lines: 2 }],
  });
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
  expect(record).toEqual({
    version: 1,
    files: {},
    parts: { "outreach_snippet.t": [{ file: path("hi.md"), line: 1, fileLine: 1, lines: 1 }] },
  });
});

test("of files with the same content, all are the files of a prompt with that content, and parts of a composed one", () => {
  const record = recordOf((stack) => {
    // The texts of the files do not say in which order the program has read them.
    const [two, one] = [file("two.md", "The same.\n"), file("one.md", "The same.\n")];
    snippet(stack, "one", one);
    snippet(stack, "two", two);
    snippet(stack, "composed", `${two}Bye.`);
  });
  const part = { line: 1, fileLine: 1, lines: 1 };
  const both = [path("one.md"), path("two.md")];
  expect(record).toEqual({
    version: 1,
    files: {},
    shared: { "outreach_snippet.one": both, "outreach_snippet.two": both },
    parts: {
      "outreach_snippet.composed": [
        { file: path("one.md"), ...part },
        { file: path("two.md"), ...part },
      ],
    },
  });
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
  expect(record).toMatchObject({
    files: { "outreach_snippet.a": path("a.md"), "outreach_snippet.b": path("b.md") },
    shared: { "outreach_snippet.neither": [path("a.md"), path("b.md")] },
    parts: { "outreach_snippet.composed": [{ file: path("a.md") }, { file: path("b.md") }] },
  });
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
  expect(record).toEqual({
    version: 1,
    files: { "outreach_snippet.named": path("prompt.md"), "outreach_snippet.of-name": path("prompt.md") },
  });
});

test("the record has prompt files in overrides of the construct and of the stack", () => {
  const part = { file: path("used.md"), line: 1, fileLine: 1, lines: 1 };
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
  expect(record).toEqual({
    version: 1,
    files: { "outreach_snippet.whole": path("used.md") },
    parts: {
      "locals.texts.0.tone": [{ ...part, file: path("token.md") }, part],
      "outreach_snippet.extra": [part],
      "outreach_snippet.over": [part],
      "outreach_snippet.stacked": [{ ...part, line: 2 }],
    },
  });
});

test("a resource that moves to another one has no entry", () => {
  const record = recordOf((stack) => {
    const content = file("moved.md", "Write a moved opener.\n");
    snippet(stack, "old", content).moveTo("new");
    snippet(stack, "new", content).addMoveTarget("new");
  });
  expect(record).toEqual({ version: 1, files: { "outreach_snippet.new": path("moved.md") } });
});
