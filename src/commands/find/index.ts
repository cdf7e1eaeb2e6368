import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { readSamples } from "../../estate/declared/samples-file";
import { type DeclaredRow, type Project, readProject } from "../../estate/rows";
import { stackWithoutState } from "../../estate/states/state-file";
import { looseName } from "../../objects/text";
import { placeholderFor, type Sample, valueIn } from "../../prompts";
import { realPath } from "../../util/files/read-file";
import { nameFilter } from "../../util/name-filter";
import { oneOf, refuseEmpty, UsageError } from "../../util/usage-error";
import { exitStatus } from "../exit-status";
import { interruptible } from "../interruptible";
import { jsonReport, namesOf, textReport, variablesOf } from "./report";

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      format: { type: "string", default: "text" },
      samples: { type: "string" },
      "cdktf-out": { type: "string" },
    },
    allowPositionals: true,
  });
  refuseEmpty(values);
  const isJson = oneOf("--format", values.format, ["text", "json"]) === "json";
  const [term = "", ...others] = positionals;
  if (term === "" || others.length > 0)
    throw new UsageError("find takes one name, id, file, address or {variable}. Quote a name with blanks.");
  const project = await interruptible((signal) =>
    readProject(values["cdktf-out"], "nothing was searched", signal),
  );
  return findTerm(term, project, isJson, readSamples(values.samples).samples);
}

export const usage = `Usage: cdktf-outreach find [options] NAME | ID | FILE | ADDRESS | '{variable}'

Finds clusters and snippets by what Outreach shows (name or id), by address, by the path of the construct, by
prompt file, or by a variable of the prompt. Case does not matter. In names, ids, addresses and paths of
constructs, * stands for any characters and ? for one. Prints stack, address, construct, prompt file and
variables; for a variable, the line of the prompt file that uses it; in plain HCL, the line of the resource.
Reads the stacks that synth has written and their states; sends no request to Outreach.

  --format FORMAT  text (default) or json
  --samples FILE   for a variable, also print the samples that have it (default: prompts/samples.json, if it
                   exists)
  --cdktf-out DIR  the folder that synth wrote (default: cdktf.out)
  -h, --help       print this text

Exit status: 0 something was found; 2 nothing was found, in all stacks and states; 1 an error, or something
that decides is not known, such as the state of a stack or the prompt file of a snippet in a module.
`;

/**
 * If a stack could not be searched, the command fails when it found nothing, or when it should list all uses.
 */
function findTerm(term: string, { rows, states }: Project, isJson: boolean, samples: Sample[]): number {
  const inBraces = /^\{(.*)\}$/s.exec(term)?.[1]?.normalize("NFC");
  const variable = inBraces !== undefined && placeholderFor(inBraces) !== undefined ? inBraces : undefined;
  const file = realPath(resolve(term));
  const isFile = existsSync(file);
  const isSelected = nameFilter([looseName(term)], []);
  const isNamed = (name: string | null | undefined) => isSelected(looseName(name ?? ""));
  const found = rows.filter(
    (row) =>
      (variable !== undefined && variablesOf(row)?.some((one) => one.normalize("NFC") === variable)) ||
      [row.held?.id, row.declared.address, row.declared.constructPath, ...namesOf(row)].some(isNamed) ||
      row.declared.files.includes(file),
  );
  const isUnknown = (row: DeclaredRow) => {
    if (isFile) return isInModule(row);
    if (variable !== undefined) return row.kind === "snippet" && variablesOf(row) === undefined;
    return row.kind !== null && namesOf(row).length === 0;
  };
  const unread = states.filter(({ isMissing }) => isMissing && !isFile);
  const isList = variable !== undefined || isFile || /[*?]/.test(term);
  const gaps =
    isList || found.length === 0
      ? [
          ...rows.filter(isUnknown).map(unknownText),
          ...unread.map(({ source }) => `The ${stackWithoutState(source)}`),
        ]
      : [];
  const having = samples.filter((one) => variable !== undefined && valueIn(one, variable) !== undefined);
  const result = { rows: found, gaps, variable, samples: having.map(({ name }) => name) };
  process.stdout.write((isJson ? jsonReport : textReport)(result));
  if (found.length === 0) {
    const stacks = states.map(({ source }) => source.name).join(", ");
    process.stderr.write(`cdktf-outreach: Nothing in ${stacks} has or uses ${JSON.stringify(term)}.\n`);
  }
  return exitStatus(gaps.length > 0, found.length === 0);
}

/** Only a stack's root module is read, so the prompt files of a snippet in a module are unknown. */
function isInModule({ kind, declared }: DeclaredRow): boolean {
  return kind === "snippet" && declared.address.startsWith("module.");
}

function unknownText(row: DeclaredRow): string {
  const place = `${row.declared.address} of ${row.declared.stack}`;
  return isInModule(row)
    ? `${place} is declared in a module, so its prompt file is not known. Look into the module.`
    : `${place} is composed by Terraform and not applied, so its text is not known. Deploy the stack.`;
}
