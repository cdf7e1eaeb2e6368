import { IDENTIFIER_RULE, LINT_CODES, placeholderFor } from "../../prompt";
import { oneOf, UsageError } from "../usage-error";

export const FORMATS = ["text", "json", "github", "gitlab"] as const;
export type Format = (typeof FORMATS)[number];

/** Parses lists such as `doubled,nearly`. Throws UsageError for a code that no rule has. */
export function parseIgnored(lists: readonly string[]): ReadonlySet<string> {
  return new Set(itemsOf(lists).map((code) => oneOf("--ignore", code, LINT_CODES)));
}

/** Parses lists such as `first_name,company`; undefined without a list. Throws UsageError for no identifier. */
export function parseKnown(lists: readonly string[] | undefined): readonly string[] | undefined {
  const known = lists === undefined ? undefined : itemsOf(lists);
  const wrong = known?.find((name) => placeholderFor(name) === undefined);
  if (wrong === undefined) return known;
  throw new UsageError(
    `--known-variables takes identifiers without braces, not ${JSON.stringify(wrong)}. ${IDENTIFIER_RULE}`,
  );
}

function itemsOf(lists: readonly string[]): string[] {
  return lists.flatMap((list) => list.split(",")).map((item) => item.trim());
}

export const usage = `Usage: cdktf-outreach lint [options] [FILE ...]

Checks prompt files by the rules of synth, plan and review, without a plan and without credentials. Prints
file, line, column, code and suggestion of each mistake. Without FILE, checks the prompt files that the
synthesized stacks name; in .tf files, those that functions such as file() read. Checks only the files that
it prints the number of: a folder, or a pattern that the shell has not replaced by files, is an error.

  --known-variables LIST  also check that each variable is in this list (first_name,company); may be repeated
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
