import { fc } from "../fast-check";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promptFile, variable } from "../../src/constructs";
import { digestOfFile } from "../../src/placing/records";
import { promptVariables } from "../../src/prompts";
import { temporaryFolder } from "./stacks";

const folder = temporaryFolder();

function fileWith(bytes: Uint8Array): string {
  const file = join(folder, "prompt.md");
  writeFileSync(file, bytes);
  return file;
}

describe("promptFile", () => {
  test("returns equal texts for files with the same content, also for parts of tokens, in any order of the calls", () => {
    for (const content of ["The same.\n", "Say ${TfToken[TOKEN.0]} and -8.1881545897999999e+298.\n"]) {
      const texts = ["a.md", "b.md", "a.md"].map((name) => {
        writeFileSync(join(folder, name), content);
        return promptFile(join(folder, name));
      });
      expect(new Set(texts).size).toBe(1);
      if (!content.includes("TfToken")) expect(texts[0]).toBe(content);
    }
  });

  test.each([
    "Between 1.5e3 and 2e10 people\n",
    "https://a.example/8f14e45f-ceea-467e-a1e9-6d2e4e12aa01.\n",
    "Use #1e90ff.\n",
    "An e2e test\n",
  ])("returns the numbers within %j unchanged", (text) => {
    expect(promptFile(fileWith(Buffer.from(text)))).toBe(text);
  });

  test("removes one byte order mark from the front and keeps the others", () => {
    expect(promptFile(fileWith(Buffer.from("\uFEFF\uFEFFa\uFEFFb")))).toBe("\uFEFFa\uFEFFb");
  });

  test("says that a value is no path", () => {
    expect(() => promptFile(undefined as never)).toThrow(
      "promptFile takes the path of a file, but it got undefined.",
    );
    expect(() => promptFile("")).toThrow('promptFile takes the path of a file, but it got "".');
  });

  test("refuses a named pipe at once: a read of it would wait for a writer", () => {
    execFileSync("mkfifo", [join(folder, "pipe")]);
    expect(() => promptFile(join(folder, "pipe"))).toThrow(/pipe is no file. Copy the prompt into a file.$/);
    expect(digestOfFile(join(folder, "pipe"))).toBeUndefined();
  });

  test("refuses a file that is not UTF-8, and names it", () => {
    const file = fileWith(Buffer.from("Gr\u00fc\u00dfe", "latin1"));
    expect(() => promptFile(file)).toThrow(`${file} is not UTF-8 text. Save it as UTF-8.`);
  });

  const conflicts: [name: string, lines: string[]][] = [
    ["Git", ["Hi", "<<<<<<< HEAD", "ours", "=======", "theirs", ">>>>>>> feature/tone", ""]],
    [
      "Git, with the common ancestor",
      ["Hi", "<<<<<<< HEAD", "||||||| 1f3a", "old", "=======", "theirs", ">>>>>>> a", ""],
    ],
    ["Git, without labels", ["Hi", "<<<<<<<", "=======", ">>>>>>>"]],
  ];

  it.each(conflicts)(
    "rejects a file with the conflict markers of %s, but not a single marker",
    (_, lines) => {
      for (const end of ["\n", "\r\n"]) {
        const text = lines.join(end);
        const file = fileWith(Buffer.from(text));
        expect(() => promptFile(file)).toThrow(
          `${file} has the conflict markers of a merge at line 2. Keep one of the versions, and remove the markers. If the ` +
            "prompt is to hold them, pass the option { allowConflictMarkers: true }.",
        );
        expect(promptFile(file, { allowConflictMarkers: true })).toBe(text);
        const single = lines.filter((line) => !line.startsWith(">>>>>>>")).join(end);
        expect(promptFile(fileWith(Buffer.from(single)))).toBe(single);
      }
    },
  );
});

describe("variable", () => {
  test("the parser finds the variable in every prompt that has no brace beside the placeholder", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 6 }), (id) => {
        let placeholder: string;
        try {
          placeholder = variable(id);
        } catch {
          return;
        }
        expect(promptVariables(`Hi ${placeholder}!`)).toEqual([id]);
      }),
    );
  });

  test.each(["", "first name", "{company}", "42", "-a", "a}b"])("refuses %j", (id) => {
    expect(() => variable(id)).toThrow(`variable(${JSON.stringify(id)}): {${id}} would not be a variable`);
  });
});
