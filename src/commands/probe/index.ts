import { accessSync, constants, lstatSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { systemClock } from "../../client";
import { STATUS } from "../exit-status";
import { interruptible } from "../interruptible";
import { writeWhole } from "../../util/files/write-whole";
import { printJson } from "../../util/json";
import { statusLine } from "../../util/process";
import { count } from "../../util/text";
import { UsageError, wholeNumber } from "../../util/usage-error";
import { withCaller } from "../../estate/workspace/connection";
import { clean, PREFIX } from "./named-objects";
import { textOf } from "./report";
import { callsOf, runProbe } from "./run-probe";
import { Server } from "./server";

const DEFAULT_OBJECTS = 60;
const MAX_OBJECTS = 1_000;
/** If --out names this file, the JSON goes to standard output, and the text goes to standard error. */
const STDOUT = "/dev/stdout";

const options = {
  yes: { type: "boolean", default: false },
  json: { type: "string" },
  objects: { type: "string" },
  rate: { type: "boolean", default: false },
  clean: { type: "boolean", default: false },
} as const;

export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options });
  if (values.clean) {
    if (values.json !== undefined || values.objects !== undefined || values.rate)
      throw new UsageError("--clean takes --yes only.");
    return interruptible((signal) =>
      withCaller((caller) => clean(new Server({ caller, clock: systemClock, signal }), values.yes)),
    );
  }
  const objects = wholeNumber("--objects", values.objects, MAX_OBJECTS) ?? DEFAULT_OBJECTS;
  const plan = { objects, rate: values.rate };
  if (!values.yes) {
    process.stdout.write(planText(plan));
    return STATUS.failed;
  }
  const { json: file } = values;
  // A probe that cannot write its file would be useless, so the file is checked before the first call.
  if (file !== undefined && file !== STDOUT) refuseUnwritable(file);
  const onStep = statusLine();
  const onRemoved = () => {
    onStep("");
    process.stderr.write("The probe has removed all of its objects.\n");
  };
  const { report, calls } = await interruptible((signal) =>
    withCaller((caller) => runProbe({ caller, clock: systemClock, signal, ...plan, onStep, onRemoved })),
  ).finally(() => onStep(""));
  (file === STDOUT ? process.stderr : process.stdout).write(textOf(report));
  if (file === STDOUT) process.stdout.write(printJson(report));
  else if (file !== undefined) writeWhole(file, printJson(report));
  process.stderr.write(`${count(calls, "call")}${file === undefined ? "" : `; the report is in ${file}`}.\n`);
  return STATUS.done;
}

function refuseUnwritable(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === false)
    throw new UsageError(`--json takes the name of a file, but ${file} is a folder or a link.`);
  accessSync(dirname(file), constants.W_OK);
}

function planText(plan: { readonly objects: number; readonly rate: boolean }): string {
  return `The probe would create clusters and snippets in the workspace of OUTREACH_WORKSPACE_ID, update, read and list
them, and delete them permanently at its end: about ${callsOf(plan)} calls. All names begin with
"${PREFIX}" and a random part. It changes no other object. Use a workspace for tests.
Nothing was sent. Add --yes to start the probe.
`;
}

export const usage = `Usage: cdktf-outreach probe [options]

Finds out how the API behaves where its document says nothing, with objects that the probe creates and deletes.
Prints what the server did, how sure that is, and what to set in the provider. Needs OUTREACH_BASE_URL,
OUTREACH_USER_ID and OUTREACH_WORKSPACE_ID of a workspace for tests. Without --yes, prints what it would do, and
sends nothing.

  --yes        create and delete objects; with --clean, delete those that it lists
  --json FILE  also write the answers as JSON, without credentials, ids and texts; simulate --like reads it
  --objects N  create up to N snippets to find the page sizes (default: ${DEFAULT_OBJECTS}, at most ${MAX_OBJECTS.toLocaleString("en")})
  --rate       also look for a limit of the rate, with at most 300 reads; stops at the first 429 or 503
  --clean      list the objects of probes that were killed
  -h, --help   print this text

Ctrl-C ends the questions and removes the objects; a second Ctrl-C ends the command at once.
Exit status: 0 the server responded to every question, and all objects of the probe are deleted; 1 anything else.
`;
