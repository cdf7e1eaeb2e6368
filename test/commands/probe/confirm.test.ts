import { PassThrough } from "node:stream";
import { isConfirmed } from "../../../src/commands/probe/clean";

it.each([
  ["yes\n", true],
  [" yes \r\n", true],
  ["y\n", false],
  ["YES\n", false],
  ["\n", false],
  ["", false],
])("the answer %j confirms a delete: %j", async (answer, confirmed) => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.end(answer);
  expect(await isConfirmed("Delete? ", { input, output })).toBe(confirmed);
  expect(String(output.read())).toContain("Delete? ");
});
