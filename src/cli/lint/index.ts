import { setImmediate } from "node:timers/promises";
import { parseArgs } from "node:util";
import { interruptible } from "../shared/interruptible";
import { oneOf, refuseEmpty } from "../usage-error";
import { type CheckedFile, checkFile } from "./check-files";
import { declaredFiles } from "./declared-files";
import { FORMATS, parseIgnored, parseKnown } from "./options";
import { githubReport, gitlabReport } from "./ci-report";
import { jsonReport, problemsOf, statusOf, textReport } from "./report";

export { usage } from "./options";

/** The exit status of an error. 1 means that files have mistakes, as for other linters. */
export const errorStatus = 2;

const many = { type: "string", multiple: true } as const;

/** Returns 0 if the files have no mistakes, 1 if they have some, 2 if a file could not be checked. */
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
  const checks = { known: parseKnown(values["known-variables"]), ignored: parseIgnored(values.ignore) };
  const checked = await interruptible(async (signal) => {
    const named = positionals.length > 0 ? positionals : await declaredFiles(values["cdktf-out"], signal);
    const all: CheckedFile[] = [];
    for (const file of new Set(named)) {
      // Node.js handles a signal between two turns of the event loop.
      await setImmediate(undefined, { signal });
      all.push(checkFile(file, checks));
    }
    return all;
  });
  process.stdout.write(REPORTS[format](checked));
  process.stderr.write(problemsOf(checked));
  return statusOf(checked);
}

/** Commands for GitHub are bytes, because `neutraliseCommands` changes all texts that look like commands. */
const REPORTS: Readonly<
  Record<(typeof FORMATS)[number], (checked: readonly CheckedFile[]) => string | Buffer>
> = {
  text: textReport,
  json: jsonReport,
  github: (checked) => Buffer.from(githubReport(checked)),
  gitlab: gitlabReport,
};
