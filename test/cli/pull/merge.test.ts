import { mergePrompts } from "../../../src/cli/pull/merge";

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
  const end = line.includes("\r") ? "\r\n" : "\n";
  const body = line === "same\n" ? "same\n".repeat(50_000) : end.repeat(50_000);
  expect(merged.isConflict).toBe(false);
  expect(merged.text === `START${end}${body}END\n`).toBe(true);
});
