import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { printJson } from "../../src/util/json";
import { neutraliseCommands, neutraliser } from "../../src/commands/workflow-commands";
import { bundleCommand } from "./command";
import { planned } from "./review/every-format";

/** The lines that runners read as commands. GitHub's runner removes white space as .NET does. */
function commandsIn(output: string): string[] {
  const lines = output.split(/[\r\n]/);
  return lines.filter(
    (line) => /^[\s\u0085]*::/.test(line) || /##\w*\[/.test(line) || line.includes("\u001B"),
  );
}

const HOSTILE = [
  "::stop-commands::x",
  "  \t\u00a0::error::x",
  "a ##[group]x ##vso[task.complete]x ##teamcity[x]",
  "\u001B[0Ksection_start:1:x\r\u001B[0K",
];

it.each([
  ["at the start of the output", ["::error::x"]],
  ["after white space", ["a\n \t\u00a0\u3000::error::x"]],
  ["after a carriage return", ["a\r::error::x"]],
  ["within a line", ["a ##[error]x, ##vso[x] and ##teamcity[x]"]],
  ["in a later part of the output", ["a\n", "::error::x"]],
  ["after white space in an earlier part", ["a\n  ", " ", "::error::x"]],
  ["after a character that only .NET counts as white space", ["a\n\u0085", " \u0085::error::x"]],
])("no text is a command %s", (_, parts) => {
  const neutralise = neutraliser();
  const output = parts.map((part) => neutralise(part)).join("");
  expect(commandsIn(output)).toEqual([]);
  expect(output.replaceAll("\u2060", "")).toBe(parts.join(""));
});

it("other text stays unchanged, and so does all text outside of CI", () => {
  const text = "a :: b\n## [x]\n# x: y\n";
  expect(neutraliser()(text)).toBe(text);
  const neutralise = neutraliser();
  expect(["a ", "::b"].map((part) => neutralise(part))).toEqual(["a ", "::b"]);
  const written: unknown[] = [];
  const stream = { write: (part: unknown) => written.push(part) > 0 };
  neutraliseCommands([stream], { GITHUB_ACTIONS: "" });
  stream.write("::error::x");
  neutraliseCommands([stream], { GITHUB_ACTIONS: "true" });
  stream.write("::error::x");
  expect(written).toEqual(["::error::x", "\u2060::error::x"]);
});

it("the JSON of a report has the same value, and no command", () => {
  const report = { name: HOSTILE };
  const text = printJson(report);
  expect(JSON.parse(text)).toEqual(report);
  expect(commandsIn(text)).toEqual([]);
});

describe("a review in GitHub Actions", () => {
  const command = bundleCommand();
  afterAll(() => command.remove());

  it.each(["markdown", "html", "json", "text"])(
    "prints no command of a prompt in the format %s",
    async (format) => {
      const sides = [HOSTILE.join("\n"), `${HOSTILE.join("\nx\n")}\n::warning::y\n`];
      const [before, after] = sides.map((prompt) => ({ id: "::debug::1", name: HOSTILE[0]!, prompt }));
      const file = join(command.folder, "plan.json");
      const resource_changes = [
        planned("outreach_snippet", ["update"], before!, after!),
        { ...planned("outreach_snippet", ["create"], null, after!), address: "outreach_snippet.y" },
      ];
      writeFileSync(file, JSON.stringify({ format_version: "1.2", resource_changes }));
      const env = { ...process.env, GITHUB_ACTIONS: "true" };
      const { finished } = command.start(["review", "--plan", file, "--format", format], { env });
      const { status, stdout, stderr } = await finished;
      expect({ status, stderr }).toEqual({ status: 2, stderr: "" });
      expect(stdout).toContain("stop-commands");
      expect(commandsIn(stdout)).toEqual([]);
    },
  );
});
