import { mergePrompts } from "../../../src/commands/pull/prompt-files";

it.each([
  ["equal lines", "same\n"],
  ["blank lines", "\n"],
  ["blank lines with Windows line ends", "\r\n"],
])("a prompt of 50,000 %s takes an edit at each end", (_, line) => {
  const lines = line.repeat(50_000);
  const merged = mergePrompts({
    base: `start\n${lines}end\n`,
    ours: `START\n${lines}end\n`,
    theirs: `start\n${lines}END\n`,
  });
  expect(merged.isConflict).toBe(false);
  // A line of the server, the last one, gets the line break of the line before it.
  expect(merged.text === `START\n${lines}END\n`).toBe(true);
});

it.each([
  ["one CRLF among LF", "a\r\nb\nc\n", "A\r\nb\nc\n", "a\nb\nC\nd\n", "A\r\nb\nC\nd\n"],
  ["one LF among CRLF", "a\nb\r\nc\r\n", "a\nb\r\nC\r\n", "a\nnew\nb\nc\n", "a\nnew\nb\r\nC\r\n"],
  ["a lone CR", "a\rb\nc\n", "a\rb\nC\n", "A\nb\nc\n", "A\rb\nC\n"],
  ["CRLF after its only line", "a\r\n", "a\r\n", "a\nb\n", "a\r\nb\r\n"],
])("a file with %s keeps the line break of each line", (_, base, ours, theirs, text) => {
  expect(mergePrompts({ base, ours, theirs })).toEqual({ text, isConflict: false });
});

it("conflict markers get the line break of the line before them, and the lines between keep theirs", () => {
  const { text } = mergePrompts({ base: "a\r\nb\nc\n", ours: "a\r\nB\nc\n", theirs: "a\n2\nc\n" });
  expect(text).toBe("a\r\n<<<<<<< file\r\nB\n=======\n2\n>>>>>>> Outreach\nc\n");
});

it("a byte order mark of the applied text and of the server's is no difference", () => {
  expect(mergePrompts({ base: "\ufeffa\nb\n", ours: "a\nb\n", theirs: "\ufeffA\nb\n" })).toEqual({
    text: "A\nb\n",
    isConflict: false,
  });
});
