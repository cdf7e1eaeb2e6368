import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import type { Kind } from "../../../src/api";
import type { Dialect } from "../../../src/simulator";
import { listedName } from "../../../src/simulator/dialect";
import type { Run } from "../../programs/commands";
import { isSameText } from "../../programs/invariants";
import { usersOf } from "./person";
import type { Project, ReadState, Resource, Row, Rows } from "./project";
import { stateAddress } from "./project";
import { hasMarkers, merged, promptIn } from "./texts";
import type { There } from "./world";

/** All that decides what a run without disturbance reports. */
export interface Scene {
  readonly run: Run;
  readonly project: Project;
  readonly states: readonly ReadState[];
  /** The rows of the data file whose resources are in the code, and all files, as they were before the run. */
  readonly rows: Rows;
  readonly files: ReadonlyMap<string, Buffer>;
  readonly objects: readonly There[];
  readonly workspaceId: string;
  readonly dialect: Dialect;
  /** The workspace that the data file of the export belongs to; undefined before the first export. */
  readonly owner: string | undefined;
}

/** What a run reports, as the guides document it. */
export interface Expected {
  readonly differences: readonly string[];
  readonly unknowns: readonly string[];
  /** The contents of prompt files after the run. */
  readonly files?: ReadonlyMap<string, string>;
}

export function statusOf({ differences, unknowns }: Expected): number {
  if (unknowns.length > 0) return 1;
  return differences.some((one) => !one.startsWith("kept ")) ? 2 : 0;
}

/** Where pull records the texts that it has merged. */
export const RECORD = "outreach-pulled.json";

/** The texts of a record, by the id of their object. `applied` is a digest of what the state held. */
export function entriesOf(record: Buffer | null | undefined) {
  const text = record === null || record === undefined ? '{"pulled":{}}' : record.toString();
  type Entry = { readonly applied: string; readonly text: string };
  return (JSON.parse(text) as { readonly pulled: Readonly<Record<string, Entry>> }).pulled;
}

/** Returns the text that an earlier pull merged for a resource, unless the resource was applied since. */
export function pulledText({ id, text, lastUpdatedAt }: Resource, { files }: Pick<Scene, "files">) {
  const entry = entriesOf(files.get(RECORD))[id];
  const held = createHash("sha256")
    .update(JSON.stringify([text, lastUpdatedAt]))
    .digest("hex");
  return entry?.applied === held ? entry.text : undefined;
}

export function expectedOf(scene: Scene): Expected {
  switch (scene.run.command) {
    case "check":
      return expectedCheck(scene);
    case "pull":
      return expectedPull(scene);
    case "export":
      return expectedExport(scene);
    case "adopt":
      throw new Error("What is adopted is checked by the imports that are written.");
    case "settle":
      return { differences: [], unknowns: isRefused(scene) ? ["another workspace"] : [] };
  }
}

const KINDS = ["cluster", "snippet"] as const;

function kindsOf({ run }: Scene): readonly Kind[] {
  return run.kind === null || run.command === "pull" ? KINDS : [run.kind];
}

/** The objects of the configured workspace. */
function hereIn(scene: Scene): There[] {
  const kinds = kindsOf(scene);
  return scene.objects.filter((one) => one.workspaceId === scene.workspaceId && kinds.includes(one.kind));
}

/** The resources of the configured workspace in the states. A state without a workspace is of any. */
export function ownIn({ states, workspaceId }: Pick<Scene, "states" | "workspaceId">): Resource[] {
  const all = states.flatMap(({ resources }) => resources);
  return all.filter((one) => (one.workspaceId ?? workspaceId) === workspaceId);
}

export function isRefused({ owner, workspaceId }: Pick<Scene, "owner" | "workspaceId">): boolean {
  return owner !== undefined && owner !== workspaceId;
}

export function resourceKey(resource: Resource): string {
  const { stack, key, id } = resource;
  return `${stack} ${stateAddress(resource)}${key === undefined ? "" : `["${key}"]`} ${id}`;
}

type Verdict = "same" | "another" | "deleted" | "not proven";

/** Judges the resources. A whole kind that is missing is no proof that its objects are deleted. */
function judged(own: readonly Resource[], here: readonly There[]): Map<Resource, Verdict> {
  const verdicts = new Map(own.map((one) => [one, verdictOf(one, here)] as const));
  for (const kind of KINDS) {
    const ofKind = [...verdicts].filter(([one]) => one.kind === kind);
    const deleted = ofKind.filter(([, verdict]) => verdict === "deleted");
    const isEmpty = !here.some((one) => one.kind === kind);
    if (ofKind.some(([, verdict]) => verdict === "same")) continue;
    if (isEmpty || deleted.length >= 2) for (const [one] of deleted) verdicts.set(one, "not proven");
  }
  return verdicts;
}

function verdictOf({ kind, id, uid, isSeenElsewhere }: Resource, here: readonly There[]): Verdict {
  const there = here.find((one) => one.kind === kind && one.id === id);
  if (there !== undefined) return there.uid === uid ? "same" : "another";
  return isSeenElsewhere ? "not proven" : "deleted";
}

function expectedCheck(scene: Scene): Expected {
  const { states, run, dialect } = scene;
  const here = hereIn(scene);
  const kinds = kindsOf(scene);
  const own = ownIn(scene).filter(({ kind }) => kinds.includes(kind));
  const others = states.flatMap(({ resources }) => resources).filter(({ kind }) => kinds.includes(kind));
  const verdicts = judged(own, here);
  const isShown = (resource: Resource) => {
    const there = here.find(({ id, kind }) => id === resource.id && kind === resource.kind);
    const shown = verdicts.get(resource) === "same" ? there?.name : there && listedName(there.name, dialect);
    return [resource.name, shown ?? resource.name].some((name) => isSelected(name, run));
  };
  const shown = own.filter(isShown);
  const keysOf = (verdict: Verdict) => shown.filter((one) => verdicts.get(one) === verdict).map(resourceKey);
  const unmanaged = here.filter(
    (there) => !own.some((one) => one.kind === there.kind && one.id === there.id),
  );
  const holders = (there: There) =>
    own.filter((one) => one.id === there.id && one.kind === there.kind && verdicts.get(one) === "same");
  const unknown = [...keysOf("another"), ...keysOf("not proven")];
  const selected = unmanaged.filter((one) => isSelected(listedName(one.name, dialect), run));
  const isNothing = run.match !== null && shown.length + selected.length === 0;
  return {
    differences: [
      ...selected.map(({ id }) => `unmanaged ${id}`),
      ...keysOf("deleted").map((key) => `gone ${key}`),
      ...here
        .filter((one) => holders(one).length > 1 && holders(one).some(isShown))
        .map(({ id }) => `twice ${id}`),
      ...shown.filter((one) => verdicts.get(one) === "same").flatMap((one) => editedTexts(one, here)),
    ],
    unknowns: [
      ...unknown.map((key) => `unknown ${key}`),
      ...unlistedIn(scene),
      ...(hasOtherNames(unmanaged, scene) ? ["other names"] : []),
      ...missingIn(states),
      ...(others.length > 0 && own.length === 0 ? ["other workspaces only"] : []),
      ...(isNothing ? ["nothing selected"] : []),
    ],
  };
}

/** The texts of a resource that the state holds in another form than the server. The next apply deletes a deposed object. */
function editedTexts(resource: Resource, here: readonly There[]): string[] {
  const there = here.find(({ id, kind }) => id === resource.id && kind === resource.kind)!;
  const edited = (["name", "text"] as const).filter((one) => !isSameText(resource[one], there[one]));
  return resource.isDeposed ? [] : edited.map(() => `edited ${resourceKey(resource)}`);
}

/** The kinds whose lists have no array. */
function unlistedIn(scene: Scene): string[] {
  const here = hereIn(scene);
  if (scene.dialect.emptyList === "array") return [];
  return kindsOf(scene)
    .filter((kind) => !here.some((one) => one.kind === kind))
    .map((kind) => `no list of ${kind}s`);
}

function missingIn(states: readonly ReadState[]): string[] {
  return states.filter(({ isMissing }) => isMissing).map(() => "a state is missing");
}

/** Reports whether the patterns select a name. */
export function isSelected(name: string, { match, exclude }: Run): boolean {
  const matches = (pattern: string) => {
    const source = pattern
      .replace(/[.+^${}()|[\]\\]/g, "\\$&")
      .replaceAll("*", ".*")
      .replaceAll("?", ".");
    return new RegExp(`^${source}$`, "su").test(name.normalize("NFC"));
  };
  return (match === null || matches(match)) && (exclude === null || !matches(exclude));
}

function expectedPull(scene: Scene): Expected {
  const { states } = scene;
  const here = hereIn(scene);
  const current = states.flatMap(({ resources }) => resources).filter(({ isDeposed }) => !isDeposed);
  const own = ownIn(scene).filter(({ isDeposed }) => !isDeposed);
  const verdicts = judged(own, here);
  const edits = own.map((one) => editsOf(one, verdicts.get(one)!, scene));
  return {
    differences: edits.flatMap(({ differences }) => differences),
    unknowns: [
      ...edits.flatMap(({ unknowns }) => unknowns),
      ...missingIn(states),
      ...(own.length === 0 && current.length > 0 ? ["other workspaces only"] : []),
      ...(current.length === 0 && states.some(({ declares }) => declares) ? ["states without objects"] : []),
    ],
    files: new Map(edits.flatMap(({ files }) => [...(files ?? [])])),
  };
}

function editsOf(resource: Resource, verdict: Verdict, scene: Scene): Expected {
  const key = resourceKey(resource);
  if (verdict === "deleted") return { differences: [`reported ${key}`], unknowns: [] };
  if (verdict !== "same") return { differences: [], unknowns: [`error ${key}`] };
  const there = hereIn(scene).find(({ id, kind }) => id === resource.id && kind === resource.kind)!;
  const { declared, name, text, codeLabel } = resource;
  const isDeclared = (attribute: "name" | "text") =>
    codeLabel !== undefined && declared !== undefined && isSameText(declared[attribute], there[attribute]);
  const isRenamed = !isSameText(name, there.name) && !isDeclared("name");
  const renamed = isRenamed ? [`reported ${key}`] : [];
  const edited = promptEdit(resource, there, scene);
  if (edited !== "reported") return { ...edited, differences: [...renamed, ...edited.differences] };
  if (isSameText(text, there.text)) return { differences: renamed, unknowns: [] };
  // In HCL, the prompt in the code is a call of `file`, which pull does not evaluate.
  const isKnown = isDeclared("text") && !(scene.project.form === "hcl" && resource.file !== undefined);
  const reported = isKnown ? [] : [`reported ${key}`];
  return { differences: [...renamed, ...reported], unknowns: [] };
}

/** Returns what pull does about an edited text; `reported` if it does not belong into one file. */
function promptEdit(resource: Resource, there: There, scene: Scene): Expected | "reported" {
  const { project, workspaceId, states, files } = scene;
  const key = resourceKey(resource);
  const { file, text: applied, codeLabel } = resource;
  if (file === undefined || codeLabel === undefined) return "reported";
  const read = states.flatMap(({ resources }) => resources);
  const isShared = usersOf(file, project, read, workspaceId) > 1;
  const seen = isShared ? undefined : pulledText(resource, scene);
  const base = seen ?? applied;
  const nothing = { differences: [], unknowns: [] };
  if ([base, applied].every((one) => isSameText(one, there.text))) return nothing;
  const error = { differences: [], unknowns: [`error ${key}`] };
  const bytes = files.get(file) ?? Buffer.from([0xff]);
  const ours = bytes.toString();
  if (!isUtf8(bytes)) return error;
  if (isSameText(promptIn(ours), there.text)) return nothing;
  if (hasMarkers(ours)) return error;
  const isOurs = (text: string) => isSameText(promptIn(text), promptIn(ours));
  const { text, isConflict } = merged({ base, ours, theirs: there.text });
  if (isOurs(text)) {
    const isKept = seen !== undefined && !isOurs(merged({ base: applied, ours, theirs: there.text }).text);
    return isKept ? { differences: [`kept ${key}`], unknowns: [] } : nothing;
  }
  if (isShared) return "reported";
  const result = isConflict ? "conflict" : "written";
  return { differences: [`${result} ${key}`], unknowns: [], files: new Map([[file, text]]) };
}

function expectedExport(scene: Scene): Expected {
  if (isRefused(scene)) return { differences: [], unknowns: ["another workspace"] };
  const { states, rows, dialect, project } = scene;
  const here = hereIn(scene);
  const kinds = kindsOf(scene);
  const { added, failures, open } = wantedIn(scene);
  const compared = kinds.map((kind) =>
    comparedRows(
      kind,
      rows[kind].filter(({ objectId }) => objectId !== undefined),
      scene,
    ),
  );
  // The stack in the folder of an export in HCL declares its objects.
  const missing = project.form === "hcl" ? [] : missingIn(states);
  const isEmpty = here.length === 0 && dialect.emptyList === "array";
  return {
    differences: compared.flatMap(({ differences }) => differences),
    unknowns: [
      ...failures.map(({ id }) => `failed ${id}`),
      ...compared.flatMap(({ unknowns }) => unknowns),
      ...unlistedIn(scene),
      ...(isEmpty ? ["no objects"] : []),
      ...(hasOtherNames(open, scene) ? ["other names"] : []),
      ...(added.length > 0 ? missing : []),
    ],
  };
}

export function isImported({ objectId, settled }: Row): boolean {
  return objectId !== undefined && settled !== true;
}

/** Reports whether a selection by name applies to other names than the objects have. */
function hasOtherNames(objects: readonly There[], { run, dialect }: Scene): boolean {
  const isFiltered = run.match !== null || run.exclude !== null;
  return isFiltered && objects.some(({ name }) => listedName(name, dialect) !== name);
}

interface Wanted {
  readonly added: readonly There[];
  /** The code may declare these already. */
  readonly failures: readonly There[];
  /** All objects that neither a state nor the code has, selected or not. */
  readonly open: readonly There[];
}

/** The objects that an export adds, and those that it cannot add or does not want. */
export function wantedIn(scene: Scene): Wanted {
  const { rows, run, dialect, project, states } = scene;
  const own = ownIn(scene);
  const isKnown = ({ kind, id }: There) =>
    own.some((one) => one.kind === kind && one.id === id) || rows[kind].some((row) => row.objectId === id);
  const open = hereIn(scene).filter((one) => !isKnown(one));
  const wanted = open.filter(({ name }) =>
    [name, listedName(name, dialect)].every((one) => isSelected(one, run)),
  );
  const inState = new Set(states.flatMap(({ resources }) => resources));
  const unapplied = project.resources.filter(
    (one) => project.form === "hcl" && one.stack === "." && !one.isExported && !inState.has(one),
  );
  const mayBe = ({ kind, name }: There) =>
    unapplied.some(
      (one) =>
        one.kind === kind &&
        one.codeLabel !== undefined &&
        one.declared?.name.normalize("NFC") === name.normalize("NFC"),
    );
  return {
    added: wanted.filter((one) => !mayBe(one)),
    failures: [...wanted.filter(mayBe), ...lostIn(scene)],
    open,
  };
}

/** The listed objects whose ids states hold for other objects. */
function lostIn(scene: Scene): There[] {
  const own = ownIn(scene);
  return hereIn(scene).filter(({ kind, id, uid, name }) => {
    const holders = own.filter((one) => one.kind === kind && one.id === id);
    const isSame = holders.some((one) => one.uid === uid);
    return holders.length > 0 && !isSame && isSelected(listedName(name, scene.dialect), scene.run);
  });
}

/** Compares the rows of a kind with the workspace, also those that are settled. */
function comparedRows(kind: Kind, rows: readonly Row[], scene: Scene): Expected {
  const here = hereIn(scene).filter((one) => one.kind === kind);
  const known = rows.length + ownIn(scene).filter((one) => one.kind === kind).length;
  if (here.length === 0) {
    const isDoubtful = known > 0 || scene.dialect.emptyList !== "array";
    return { differences: [], unknowns: isDoubtful ? [`no ${kind}s`] : [] };
  }
  const thereOf = ({ objectId }: Row) => here.find(({ id }) => id === objectId);
  const gone = rows.filter((row) => thereOf(row) === undefined);
  const renamed = rows.filter((row) => !isSameText(thereOf(row)?.name ?? row.name, row.name));
  const isDoubtful = gone.length === rows.length && gone.length >= 2;
  return {
    differences: [
      ...renamed.map(({ id }) => `renamed ${id}`),
      ...(isDoubtful ? [] : gone.map(({ id }) => `gone ${id}`)),
    ],
    unknowns: isDoubtful ? [`all ${kind}s of the code are missing`] : [],
  };
}
