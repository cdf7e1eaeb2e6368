import { basename, join } from "node:path";
import { isSameText, Violation } from "../../programs/invariants";
import {
  entriesOf,
  expectedOf,
  isRefused,
  ownIn,
  pulledText,
  RECORD,
  resourceKey,
  type Scene,
  statusOf,
} from "./expected";
import { usersOf } from "./person";
import type { Ended } from "./process";
import {
  type Adoption,
  adoptionsOf,
  codeAddress,
  stateAddress,
  EXPORTED,
  importsIn,
  type Resource,
  type Row,
} from "./project";
import { deletedIn, reportIn } from "./reports";
import { breaksOf, merged, plain, promptIn } from "./texts";
import type { There } from "./world";

/** A run of a command, and all that was true before it and meanwhile. */
export interface Ran {
  readonly scene: Scene;
  readonly ended: Ended;
  /** The objects at each moment of the run. A read may show any of them. */
  readonly moments: readonly (readonly There[])[];
  /** What a person saved last in each file, and what the file was when the command was about to end, or the next save. */
  readonly changes: readonly Change[];
}

/** A file as a person left it, and as the person found it later; null if it did not exist. */
export interface Change {
  readonly file: string;
  readonly left: Buffer | null;
  readonly found: Buffer | null;
}

const IMPORTS = "outreach-imports.tf.json";

/** No byte that a person has saved is lost, and only files that the command may write are written. */
export function noPersonsByteIsLost(ran: Ran): void {
  for (const change of ran.changes) {
    const { file, left, found } = change;
    if (left === null ? found === null : found?.equals(left) === true) continue;
    const problem = problemOf(change, ran);
    if (problem === undefined) continue;
    throw new Violation(`${file}: ${problem}.\nIt was:\n${left?.toString()}\nIt is:\n${found?.toString()}`);
  }
}

function problemOf(change: Change, ran: Ran): string | undefined {
  const { run, project } = ran.scene;
  const { file, left, found } = change;
  if (basename(file).startsWith(".cdktf-outreach"))
    return ran.ended.isKilled || found === null ? undefined : "a temporary file was left behind";
  if (run.command === "check") return "check changed a file";
  if (run.isDry) return "a file was changed in spite of --dry-run";
  if (run.command === "pull")
    return file === RECORD ? recordProblem(change, ran) : promptProblem(change, ran);
  if (run.command === "adopt") return adoptionsProblem(change, ran);
  if (isRefused(ran.scene)) return "a refused export changed a file";
  if (file === project.dataFile) return dataProblem(change, ran);
  if (file === join(project.out, IMPORTS))
    return found === null || isWhole(found) ? undefined : "is incomplete";
  if (run.command === "settle") return "--settle changed a file of the code";
  if (left !== null) return "an export changed a file of a person";
  return isExported(change, ran) ? undefined : "an export wrote a file that is not its own";
}

function isWhole(bytes: Buffer): boolean {
  return bytes.toString().endsWith("}\n") && JSON.parse(bytes.toString()) !== undefined;
}

/**
 * The file of `export --adopt` gets imports of objects that have the name of their resource, and that no state has.
 * It loses only imports that a state or the code no longer needs.
 */
function adoptionsProblem({ file, left, found }: Change, ran: Ran): string | undefined {
  const { scene, moments } = ran;
  const { project, workspaceId } = scene;
  const stack = project.stacks.find((one) => file === adoptionsOf(one));
  if (stack === undefined) return "--adopt changed another file than its own";
  if (left?.includes("locals") === true) return "--adopt removed a block of a person";
  const [before, after] = [left, found].map((bytes) => (bytes === null ? [] : importsIn(bytes.toString())));
  const isIn = (list: readonly Adoption[] | undefined, { to, id }: Adoption) =>
    list!.some((one) => one.to === to && one.id === id);
  const own = project.resources.filter((one) => one.stack === stack && one.codeLabel !== undefined);
  // A state may hold an object whose resource the code no longer declares.
  const held = project.resources.filter((one) => one.stack === stack);
  const isHeld = ({ to }: Adoption) =>
    !project.lost.has(stack) &&
    held.some((one) => (one.codeLabel === undefined ? stateAddress(one) : codeAddress(one)) === to);
  const lost = before!.find((one) => !isIn(after, one) && !isHeld(one));
  if (lost !== undefined) return `--adopt removed the import of ${lost.id} to ${lost.to}`;
  const wrong = after!.find((one) => {
    if (isIn(before, one)) return false;
    const resource = own.find((each) => codeAddress(each) === one.to && each.declared !== undefined);
    const name = resource?.declared?.name ?? (one.to.includes(".added") ? "Added" : undefined);
    const isObject = (there: There) =>
      there.id === one.id &&
      there.workspaceId === workspaceId &&
      one.to.startsWith(`outreach_${there.kind}.`) &&
      isSameText(there.name, name ?? "");
    const isTaken = ownIn(scene).some(({ kind, id }) => id === one.id && one.to.includes(`_${kind}.`));
    return name === undefined || isTaken || !moments.flat().some(isObject);
  });
  return wrong && `--adopt imports ${wrong.id} to ${wrong.to}`;
}

/** After an `export --adopt` that leaves nothing out, each resource of a lost state has an import. */
export function eachIsAdopted({ scene: { project, run }, ended }: Ran): void {
  if (run.command !== "adopt" || run.isDry || run.isElsewhere || ended.isKilled || ended.status !== 0) return;
  for (const stack of project.stacks.filter((one) => project.lost.has(one))) {
    const imported = project.adoptions(stack).map(({ to }) => to);
    const open = project.resources.find(
      (one) =>
        one.stack === stack &&
        one.codeLabel !== undefined &&
        (run.kind === null || run.kind === one.kind) &&
        !imported.includes(codeAddress(one)),
    );
    if (open !== undefined) throw new Violation(`${codeAddress(open)} of ${stack} has no import.`);
  }
}

/** A prompt file gets the merge of its own object's text, and of no other object's. */
function promptProblem({ file, left, found }: Change, { scene, moments }: Ran): string | undefined {
  if (left === null || found === null) return "pull made or removed a file";
  const { project, states, workspaceId } = scene;
  const read = states.flatMap(({ resources }) => resources);
  if (usersOf(file, project, read, workspaceId) > 1) return "pull wrote a file that other prompts use";
  const owner = ownIn(scene).find(
    (one) => one.file === file && !one.isDeposed && one.codeLabel !== undefined,
  );
  if (owner === undefined) return "pull wrote a file of no object of the states";
  const ours = left.toString();
  const base = pulledText(owner, scene) ?? owner.text;
  const texts = textsOf(owner, scene, moments).map((theirs) => merged({ base, ours, theirs }).text);
  if (!texts.some((text) => plain(text) === plain(found.toString())))
    return `pull wrote something else than a merge with a text of the object ${owner.uid}`;
  const isKept = breaksOf(ours).join() === breaksOf(found.toString()).join();
  return isKept ? undefined : "pull changed the line break of a line that nobody edited";
}

/** The record gets the texts that this pull has merged, and loses only those of objects that were applied since. */
function recordProblem({ left, found }: Change, ran: Ran): string | undefined {
  const { scene, moments, changes } = ran;
  const [before, after] = [entriesOf(left), entriesOf(found)];
  const own = ownIn(scene).filter(({ kind, isDeposed }) => kind === "snippet" && !isDeposed);
  // A pull also records the conflict that a killed pull has left in a file.
  const isMerged = ({ left: saved, found: now }: Change) =>
    !saved?.equals(now ?? Buffer.of()) || now?.includes("<<<<<<< file") === true;
  const isWritten = (file: string | undefined) => changes.some((one) => one.file === file && isMerged(one));
  for (const [id, { applied, text }] of Object.entries(after)) {
    if (before[id]?.applied === applied && before[id].text === text) continue;
    const owner = own.find((one) => one.id === id && isWritten(one.file));
    if (owner === undefined) return `it records a text of ${id}, whose file was not written`;
    if (!textsOf(owner, scene, moments).includes(text)) return `it records a text that ${id} never had`;
  }
  const lost = Object.keys(before).find(
    (id) => !(id in after) && !own.some((one) => one.id === id && pulledText(one, scene) === undefined),
  );
  return lost === undefined ? undefined : `it lost the text of ${lost}`;
}

/** The texts that the object of a state had in a run. */
function textsOf({ id, uid }: Resource, { workspaceId }: Scene, moments: Ran["moments"]): string[] {
  const found = moments
    .flat()
    .filter((one) => one.id === id && one.uid === uid && one.workspaceId === workspaceId);
  return [...new Set(found.map(({ text }) => text))];
}

interface Data {
  readonly clusters: readonly Row[];
  readonly snippets: readonly Row[];
  readonly [property: string]: unknown;
}

/** The data file keeps its rows and their properties. New rows follow them, and a row that a state holds may be settled. */
function dataProblem({ left, found }: Change, ran: Ran): string | undefined {
  if (found === null) return "the data file was removed";
  const was = (left === null ? { clusters: [], snippets: [] } : JSON.parse(left.toString())) as Data;
  const is = JSON.parse(found.toString()) as Data;
  for (const property of Object.keys(was).filter((one) => !["clusters", "snippets"].includes(one))) {
    if (JSON.stringify(was[property]) !== JSON.stringify(is[property]))
      return `"${property}" is not what it was`;
  }
  for (const kind of ["cluster", "snippet"] as const) {
    // In HCL, a killed export leaves rows without resources. The next export may give their objects other ids.
    const isInCode = ({ id }: Row) =>
      ran.scene.project.form === "cdktf" || ran.scene.rows[kind].some((one) => one.id === id);
    const [before, after] = [was[`${kind}s`].filter(isInCode), is[`${kind}s`]];
    for (const [at, row] of before.entries()) {
      const now = after[at];
      const { settled, ...rest } = now ?? {};
      const isSettled = settled === true && row.settled !== true;
      if (JSON.stringify(isSettled ? rest : now) !== JSON.stringify(row))
        return `the row of ${row.id} is not what it was`;
      if (isSettled && !isHeld(kind, row, ran))
        return `the row of ${row.id} is settled, and no state holds its object`;
    }
    const added = after.slice(before.length);
    if (ran.scene.run.command === "settle" && added.length > 0) return "--settle added a row";
    const problem = added.map((row) => rowProblem(kind, row, ran)).find((one) => one !== undefined);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function isHeld(kind: string, { objectId }: Row, { scene }: Ran): boolean {
  if (scene.run.command !== "settle") return false;
  return ownIn(scene).some(
    (one) =>
      one.kind === kind && one.id === objectId && one.workspaceId === scene.workspaceId && !one.isDeposed,
  );
}

/** A new row is of an object of the workspace, which no state holds: no object gets into a second state. */
function rowProblem(kind: string, row: Row, { scene, moments }: Ran): string | undefined {
  const objects = moments.flat().filter((one) => one.kind === kind && one.id === row.objectId);
  if (!objects.some((one) => one.workspaceId === scene.workspaceId && one.name === row.name))
    return `the row of ${row.id} is of no object of the workspace`;
  const holder = ownIn(scene).find((one) => one.kind === kind && one.id === row.objectId);
  return holder && `the code imports ${row.objectId}, which ${resourceKey(holder)} holds`;
}

/**
 * Reports whether a new file is one that an export writes, with the contents of an object. If the export
 * starts over, it leaves a prompt file alone that a person has edited meanwhile, and writes another.
 */
function isExported(change: Change, { scene, moments, ended, changes }: Ran): boolean {
  const { file, found } = change;
  const { project, workspaceId } = scene;
  const { out, form } = project;
  const contents = found?.toString() ?? "";
  if (form === "cdktf" && file === join(out, "index.ts")) return contents.endsWith("}\n");
  if (form === "hcl" && EXPORTED.test(file)) return contents.endsWith("}\n");
  if (!file.startsWith(join(out, "prompts/")) || !file.endsWith(".md")) return false;
  const rows = project.rows().snippet;
  const row = rows.find(({ id }) => file === join(out, `prompts/${id}.md`));
  const isEdited = changes.findLast((one) => one.file === file) !== change;
  if (row === undefined && !ended.isKilled && ended.status !== 1 && !isEdited) return false;
  const texts = moments
    .flat()
    .filter((one) => one.workspaceId === workspaceId && one.kind === "snippet")
    .filter((one) => row === undefined || one.id === row.objectId);
  return texts.some(({ text }) => promptIn(contents) === promptIn(text));
}

/** In HCL, a resource that is neither imported nor settled would be created a second time. */
export function noResourceLacksItsImport({ scene: { project } }: Ran): void {
  if (project.form !== "hcl") return;
  const files = [...project.files().keys()].filter((file) => EXPORTED.test(file));
  const imports = project.exists(IMPORTS) ? project.read(IMPORTS) : "";
  const rows = project.rows();
  for (const file of files) {
    for (const [, type, name] of project
      .read(file)
      .matchAll(/^resource "(outreach_(?:cluster|snippet))" "([^"]+)"/gm)) {
      const kind = type === "outreach_cluster" ? "cluster" : "snippet";
      const isSettled = rows[kind].some(({ id, settled }) => id === name && settled === true);
      if (!isSettled && !imports.includes(`"${type}.${name}"`))
        throw new Violation(`${type}.${name} in ${file} has no import.`);
    }
  }
}

/** An object counts as deleted only if it was deleted, and a list of its kind could prove that. */
export function goneOnlyWithProof(ran: Ran): void {
  const { scene, ended, moments } = ran;
  const report = scene.run.isJson && !ended.isKilled ? reportIn(ended) : undefined;
  for (const key of report === undefined ? [] : deletedIn(report)) {
    const isAbsent = claimed(key, scene).some(({ id, uid, kind }) =>
      moments.some(
        (objects) =>
          !objects.some(
            (one) =>
              one.kind === kind &&
              one.id === id &&
              one.workspaceId === scene.workspaceId &&
              (uid === undefined || one.uid === uid),
          ),
      ),
    );
    if (!isAbsent) throw new Violation(`"${key}" counts as deleted, and was there all the time.`);
  }
}

function claimed(
  key: string,
  scene: Scene,
): { readonly kind: string; readonly id: string; readonly uid?: number }[] {
  if (scene.run.command !== "export") return ownIn(scene).filter((one) => resourceKey(one) === key);
  return (["cluster", "snippet"] as const).flatMap((kind) =>
    scene.rows[kind].filter(({ id }) => id === key).map(({ objectId }) => ({ kind, id: objectId! })),
  );
}

/** Status 0 and 2 are claims about the whole workspace: at some moment of the run they are true. */
export function statusIsTrue(ran: Ran, hidden: ReadonlySet<string>): void {
  const { scene, ended, moments } = ran;
  if (ended.isKilled || ended.status === 1) return;
  const expected = moments.map((objects) => {
    const { differences, unknowns } = expectedOf({ ...scene, objects });
    // An object that no list shows has no listed name that could be cut, either.
    const isShown = (key: string) =>
      !(key === "other names" && hidden.size > 0) &&
      !["unmanaged", "failed"].some((what) => [...hidden].some((id) => key === `${what} ${id}`));
    return { differences: differences.filter(isShown), unknowns: unknowns.filter(isShown) };
  });
  if (expected.some((one) => statusOf(one) === ended.status)) return;
  throw new Violation(
    `The status is ${ended.status}, but the truth is:\n${JSON.stringify(expected, null, 2)}`,
  );
}

/** After an export with status 0 or 2, every selected object is in the code or in a state. */
export function nothingIsLeftOut(ran: Ran, hidden: ReadonlySet<string>, wanted: readonly There[]): void {
  const { scene, ended } = ran;
  if (scene.run.command !== "export" || scene.run.isDry || ended.isKilled || ended.status === 1) return;
  const rows = scene.project.rows();
  const left = wanted.find(
    ({ kind, id }) => !hidden.has(id) && !rows[kind].some(({ objectId }) => objectId === id),
  );
  if (left !== undefined)
    throw new Violation(`The export left out ${left.kind} ${left.id}, with status ${ended.status}.`);
}
