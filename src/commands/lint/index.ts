import { setImmediate } from "node:timers/promises";
import { parseArgs } from "node:util";
import { IDENTIFIER_RULE, LINT_CODES, placeholderFor } from "../../prompts";
import { interruptible } from "../interruptible";
import { oneOf, refuseEmpty, UsageError } from "../../util/usage-error";
import { type CheckedFile, checkFile } from "./check-files";
import { filesOfStacks, withVariables } from "./declared-files";
import { githubReport, gitlabReport } from "./ci-report";
import { jsonReport, problemsOf, statusOf, textReport } from "./report";

/** The exit status of an error. 1 means that files have mistakes, as for other linters. */
export const errorStatus = 2;

const FORMATS = ["text", "json", "github", "gitlab"] as const;

const many = { type: "string", multiple: true } as const;

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      "known-variables": many,
      ignore: { ...many, default: [] },
      format: { type: "string", default: "text" },
      "cdktf-out": { type: "string" },
    },
    allowPositionals: true,
  });
  refuseEmpty(values);
  const format = oneOf("--format", values.format, FORMATS);
  const known = parseKnown(values["known-variables"]);
  const ignored = new Set<string>(itemsOf(values.ignore).map((code) => oneOf("--ignore", code, LINT_CODES)));
  const cdktfOut = values["cdktf-out"];
  const checked = await interruptible(async (signal) => {
    const files =
      positionals.length === 0
        ? await filesOfStacks(cdktfOut, signal)
        : known === undefined
          ? await withVariables(positionals, cdktfOut, signal)
          : new Map(positionals.map((file) => [file, known]));
    const all: CheckedFile[] = [];
    for (const [file, declared] of files) {
      // Node.js handles a signal between two turns of the event loop.
      await setImmediate(undefined, { signal });
      all.push(checkFile(file, { known: known ?? declared, ignored }));
    }
    return all;
  });
  for (const part of [REPORTS[format](checked)].flat()) process.stdout.write(part);
  process.stderr.write(problemsOf(checked));
  return statusOf(checked);
}

/** Commands for GitHub are bytes, because `neutraliseCommands` changes all texts that look like commands. */
const REPORTS: Readonly<
  Record<(typeof FORMATS)[number], (checked: readonly CheckedFile[]) => string | (string | Buffer)[]>
> = {
  text: textReport,
  json: jsonReport,
  github: (checked) => {
    const { commands, log } = githubReport(checked);
    return [Buffer.from(commands), log];
  },
  gitlab: gitlabReport,
};

/** Parses lists such as `first_name,company`; undefined without a list. Throws UsageError for no identifier. */
function parseKnown(lists: readonly string[] | undefined): readonly string[] | undefined {
  const known = lists === undefined ? undefined : itemsOf(lists);
  const wrong = known?.find((name) => placeholderFor(name) === undefined);
  if (wrong === undefined) return known;
  throw new UsageError(
    `--known-variables takes identifiers without braces, not ${JSON.stringify(wrong)}. ${IDENTIFIER_RULE}`,
  );
}

/** Returns the items of lists such as `doubled,nearly`. */
function itemsOf(lists: readonly string[]): string[] {
  return lists.flatMap((list) => list.split(",")).map((item) => item.trim());
}

export const usage = `Usage: cdktf-outreach lint [options] [FILE ...]

Checks prompt files by the rules of synth, plan and review, without a plan and without credentials. Prints
file, line, column, code and suggestion of each mistake. Without FILE, checks the prompt files that the
synthesized stacks name; in .tf files, those that functions such as file() read. Checks only the files that
it prints the number of: a folder, or a pattern that the shell has not replaced by files, is an error.

  --known-variables LIST  also check that each variable is in this list (first_name,company); may be repeated;
                          default: the known_variables of the stacks that use the file
  --ignore LIST           leave out mistakes with these codes, separated by commas; may be repeated:
                          ${LINT_CODES.slice(0, 5).join(", ")},
                          ${LINT_CODES.slice(5).join(", ")}
  --format FORMAT         text (default), json, github (annotations of GitHub Actions), or gitlab (a
                          report of GitLab Code Quality)
  --cdktf-out DIR         the folder that synth wrote (default: cdktf.out)
  -h, --help              print this text

Exit status: 0 files were checked and have no mistakes; 1 they have mistakes; 2 an error: a file that cannot be
read or is not UTF-8, no file at all, or a wrong option. The other files are checked nevertheless.
`;
