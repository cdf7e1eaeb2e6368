import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { OutreachCluster, OutreachSnippet, promptFile, variable } from "../../src/constructs";
import { stackIn, temporaryFolder } from "./stacks";

const folder = temporaryFolder();

function errorOf(mistake: () => unknown): Error {
  try {
    mistake();
  } catch (error) {
    return error as Error;
  }
  throw new Error("There was no error.");
}

/** As JavaScript has it, where no compiler asks for the config. */
const NO_CONFIG = undefined as never;

const mistakes: [name: string, mistake: () => unknown, message: string][] = [
  [
    "a prompt file that is missing",
    () => promptFile(join(folder, "none.md")),
    `promptFile("${folder}/none.md"): ${folder}/none.md is missing. Create it, or correct the path: a relative path starts at the working directory, which is the folder of cdktf.json if cdktf runs the app.`,
  ],
  [
    "a folder in place of a prompt file",
    () => {
      mkdirSync(join(folder, "prompts"));
      promptFile(join(folder, "prompts"));
    },
    `promptFile("${folder}/prompts"): ${folder}/prompts is a folder. Name a file in it.`,
  ],
  [
    "a snippet without a config",
    () => new OutreachSnippet(stackIn(folder), "opener", NO_CONFIG),
    'new OutreachSnippet(…, "opener") in stack has no config: pass an object with its arguments as the third argument.',
  ],
  [
    "a cluster whose config is null",
    () => new OutreachCluster(stackIn(folder), "eu", null as never),
    'new OutreachCluster(…, "eu") in stack has no config: pass an object with its arguments as the third argument.',
  ],
  [
    "what is no variable",
    () => variable("a b"),
    'variable("a b"): {a b} would not be a variable of a prompt. ',
  ],
];

test.each(mistakes)(
  "%s is explained, and the stack trace begins in the user's program",
  (_, mistake, message) => {
    const { message: said, stack, cause } = errorOf(mistake);
    expect(said).toContain(message);
    expect(cause).toBeUndefined();
    const [frame] = (stack ?? "").slice(`Error: ${said}\n`.length).split("\n");
    expect(frame).toContain("user-errors.test.ts");
  },
);

test("a user's class that passes no config causes an error whose stack trace begins with its line", () => {
  class Opener extends OutreachSnippet {
    constructor() {
      super(stackIn(folder), "opener", NO_CONFIG);
    }
  }
  const { message, stack } = errorOf(() => new Opener());
  expect(message).toContain("new OutreachSnippet(");
  expect(stack).toMatch(/third argument\.\n\s+at new Opener /);
});
