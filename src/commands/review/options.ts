import type { parseArgs } from "node:util";
import { oneOf, UsageError } from "../../util/usage-error";

export const FORMATS = ["markdown", "html", "json", "text"] as const;
export type Format = (typeof FORMATS)[number];

export const FAIL_ON = ["destroy", "replace", "drift", "warning", "finding"] as const;
export type FailOn = (typeof FAIL_ON)[number];

const DEFAULT_PARALLELISM = 4;

export const options = {
  format: { type: "string" },
  out: { type: "string", multiple: true },
  approval: { type: "string" },
  "approve-sensitive": { type: "boolean" },
  base: { type: "string" },
  evals: { type: "string" },
  findings: { type: "string", multiple: true },
  plan: { type: "string", multiple: true },
  dir: { type: "string", multiple: true },
  "skip-synth": { type: "boolean" },
  "cdktf-out": { type: "string" },
  "fail-on": { type: "string", multiple: true },
  "only-texts-of": { type: "string" },
  samples: { type: "string" },
  parallelism: { type: "string", default: String(DEFAULT_PARALLELISM) },
} as const;
export type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>["values"];

export function parseFailOn(lists: readonly string[]): Set<FailOn> {
  const names = lists.flatMap((list) => list.split(","));
  return new Set(names.map((name) => oneOf("--fail-on", name.trim(), FAIL_ON)));
}

export function parseParallelism(text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
  throw new UsageError(`--parallelism takes a whole number from 1 to 999, not ${JSON.stringify(text)}.`);
}

export const usage = `Usage: cdktf-outreach review [options] [stack ...]

Synthesizes the app of cdktf.json, plans all stacks or the named stacks, and writes a review of the plans: deletes and
lost edits first, prompts as a diff, warnings beside their objects. Nothing is applied. The engine is the program that
TERRAFORM_BINARY_NAME names, else terraform, else tofu. TF_LOG works only if TF_LOG_PATH names a file for the log.

Options:
  --format FORMAT     markdown: a comment for a pull request, at most 65,536 characters (default)
                      html: one page with everything
                      json: everything, for programs
                      text: for a terminal
  --out FILE          Write the review into this file. The ending names the format unless --format does: .md, .html,
                      .json or .txt. May be repeated: all files are of one plan. Default: standard output.
  --approval FILE     Also write an approval of the reviewed changes into this file. With OUTREACH_APPROVED=FILE, the
                      provider plans and applies no other change. It is signed if OUTREACH_APPROVAL_KEY is set. No
                      file is written if a plan failed, or if the workspace of a change is not certain. It leaves out
                      what no file of this review shows whole: add --out review.html to a comment that may be cut.
  --approve-sensitive Approve changes of sensitive texts, too, which no review shows. The review says so.
  --evals DIR         Also write the changed prompts, before and after, into this folder: prompts.json for promptfoo,
                      and changed.json for other tools. Sensitive prompts are left out.
  --findings FILE     Show what another program has found beside its object: a JSON list of { address, message } or
                      { file, line, message }, or SARIF 2.1.0. May be repeated.
  --plan FILE         Review this plan instead: a plan file, or the output of terraform show -json PLAN. Neither has
                      the engine's warnings, except those about failed check blocks. The engine reads a plan file in
                      the first folder that has the plan's providers: that of the file, this one, those of the stacks.
                      May be repeated.
  --dir DIR           Plan this folder of .tf files, and synthesize nothing. Variables come from the environment, as
                      for the engine (TF_VAR_..., TF_CLI_ARGS_plan). May be repeated.
  --base FILE         Say which changes are of this branch, which were pending before it, and which it takes back. FILE
                      is the JSON of a review of the base branch (--format json).
  --skip-synth        Do not synthesize: plan what the last cdktf synth wrote. The review refuses it if the commit,
                      a prompt file, a source or another file of the commit has changed since.
  --cdktf-out DIR     Do not synthesize: plan the stacks in this folder, which cdktf synth wrote. Default: the folder
                      that CDKTF_OUTDIR, CDKTF_OUTPUT or "output" in cdktf.json names, in this order; else cdktf.out.
  --fail-on LIST      Exit with 3 for any of these: destroy, replace, drift, warning, finding, separated by commas. A
                      replacement is a destroy, too, unless the old object stays at the server. drift: an object was
                      changed outside of Terraform, unless the code has merged the edit; or an edit is lost. finding:
                      one of --findings that is no note.
  --only-texts-of STACK
                      Warn and exit with 3 if a change brings a prompt or description that STACK does not have at the
                      same address. STACK is planned, too, and compared as its refresh finds it. Apply it first.
  --samples FILE      Also show each changed prompt filled with invented values, and warn about variables without one.
                      FILE is JSON: { "a name": { "first_name": "Ada" } }. Default: prompts/samples.json, if it exists.
  --parallelism N     How many stacks are planned at a time. Default ${DEFAULT_PARALLELISM}.
  -h, --help          Show this text.

Exit status:
  0  nothing to do
  1  a plan failed, or the command line is wrong
  2  there are changes, even if only of the state
  3  the review contains a finding that --fail-on names, or a text that --only-texts-of refuses
`;
