import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promptFile, variable } from "../../src/constructs";
import { temporaryFolder } from "./stacks";

const folder = temporaryFolder();

function errorOf(mistake: () => unknown): Error {
  try {
    mistake();
  } catch (error) {
    return error as Error;
  }
  throw new Error("There was no error.");
}

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
