import { run as check } from "../../src/commands/check";
import { run as exporting } from "../../src/commands/export";
import { run as pull } from "../../src/commands/pull";
import { folderArgument, UsageError } from "../../src/util/usage-error";

const commands = { check, export: exporting, pull };

it.each<[keyof typeof commands, string, string[]]>([
  ["check", "--match", []],
  ["export", "--out", ["--dry-run"]],
  ["pull", "--cdktf-out", []],
])(
  "%s refuses an empty value of %s: a shell passes one for a variable that is not set",
  async (name, option, others) => {
    const run = async () => commands[name]([option, "", ...others]);
    await expect(run).rejects.toThrow(new UsageError(`${option} takes a value, not "".`));
  },
);

it("an empty folder is refused: it would be the working directory", () => {
  expect(() => folderArgument("install", [""])).toThrow(UsageError);
});

it.each([
  ["--settle with --kind", ["--settle", "--kind", "cluster"]],
  ["--settle with --match", ["--settle", "--match", "a*"]],
  ["--settle with --exclude", ["--settle", "--exclude", "a*"]],
  ["--settle with --verify", ["--settle", "--verify"]],
  ["--settle with --no-states", ["--settle", "--no-states"]],
  ["--verify with --dry-run", ["--verify", "--dry-run"]],
])("export refuses %s", async (_, args) => {
  const run = async () => exporting(args);
  await expect(run).rejects.toThrow(UsageError);
});
