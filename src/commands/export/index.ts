import { existsSync, realpathSync } from "node:fs";
import { synthesizedStacks } from "../../estate/engine/stacks";
import { objectsOfWorkspace, readEachState, type State } from "../../estate/states/read-states";
import { type Connection, withConnection } from "../../estate/workspace/connection";
import { mayShowOtherNames, OTHER_NAMES } from "../../estate/workspace/selection";
import { keyOf, type Kind, KINDS, type ListedObject } from "../../estate/workspace/workspace";
import { seenElsewhere } from "../../objects/identity";
import { isInUse, lockingFolder } from "../../util/files/lock-file";
import { type FileToWrite, writeFiles } from "../../util/files/write-whole";
import { nameFilter } from "../../util/name-filter";
import { exitStatus, STATUS } from "../exit-status";
import { interruptible } from "../interruptible";
import { adopt } from "./adopt";
import { codeFor, openCode, wantedFor } from "./code";
import { isImported, markOf, type Row, type Rows } from "./objects-file";
import { type ExportOptions, readOptions } from "./options";
import { compareWithServer, compareWithStates, missingIn, readObjects, type Scope } from "./look";
import * as reports from "./report";
import { verifyExport } from "./verify";

export { usage } from "./options";

export function run(args: string[]): Promise<number> {
  const options = readOptions(args);
  const task = options.adopt ? adoptAll : options.settle ? settle : exportWorkspace;
  return interruptible(async (signal) => {
    const status = await withConnection((connection) => task(options, connection, signal));
    const isClean = !options.verify || (await verifyExport(options, signal));
    return isClean ? status : STATUS.failed;
  });
}

async function adoptAll(options: ExportOptions, connection: Connection, signal: AbortSignal) {
  const adoption = await adopt(options, await readStates(options, signal), connection, signal);
  process.stdout.write(reports.adoptionReport(adoption, options));
  const isAny = (...ends: string[]) => adoption.matched.some(({ match }) => ends.includes(match.is));
  return exitStatus(adoption.gaps.length > 0 || isAny("unknown"), isAny("ambiguous", "none"));
}

async function exportWorkspace(options: ExportOptions, connection: Connection, signal: AbortSignal) {
  // Reading states may start engines, so the folder of another workspace is refused first.
  const before = await openCode(options, connection, signal);
  const states = await readStates(options, signal);
  const inStates = states.flatMap(({ objects }) => objects);
  const managed = objectsOfWorkspace(states, connection.workspaceId);
  const isNamed = nameFilter(options.match, options.exclude);
  const isSelected = (object: ListedObject) => isNamed(object.name) && !options.isIgnored(object);
  const scope: Scope = { connection, managed, isSelected, signal };
  const reading = await readObjects(scope, options.kinds, wantedFor(before, managed, isSelected));
  const held = await compareWithStates(reading, scope);
  // Options such as --match select objects by their listed names.
  const isByName = options.match.length + options.exclude.length > 0;
  const open = reading.listed.filter(wantedFor(before, managed));
  const isUncertain = isByName && (await mayShowOtherNames(connection, open, signal));
  const changes = await compareWithServer(before, reading, scope);
  const workspace = before.data.workspace ?? markOf(connection);
  const decide = async () => {
    const code = await openCode(options, connection, signal);
    return codeFor(reading, code, { ...scope, inStates, folder: options.out, workspace });
  };
  const { added, failures, files } = await writing(decide, options, signal);
  const report = {
    added,
    managed: held.managed,
    ...changes,
    unknown: [
      ...changes.unknown,
      ...(isUncertain ? [OTHER_NAMES] : []),
      ...(added.length > 0 ? missingIn(states, options.out) : []),
    ],
    failures: [...failures, ...held.failures],
    files: files.map(({ path }) => path),
  };
  process.stdout.write(reports.exportReport(report, options));
  const isIncomplete = report.failures.length + report.unknown.length > 0;
  return exitStatus(isIncomplete, report.renamed.length + report.gone.length > 0);
}

async function settle(options: ExportOptions, connection: Connection, signal: AbortSignal) {
  const { workspaceId, address } = connection;
  await openCode(options, connection, signal);
  const states = await readStates(options, signal);
  // The next apply deletes deposed objects. A state without a workspace id does not prove the workspace.
  const own = states
    .flatMap(({ objects }) => objects)
    .filter((state) => state.workspaceId === workspaceId && !state.isDeposed)
    .filter(({ seenAt }) => seenElsewhere(seenAt, address) === undefined);
  const held = new Set(own.map(keyOf));
  const decide = async () => {
    const code = await openCode(options, connection, signal);
    const isSettled = (kind: Kind, row: Row) =>
      isImported(row) && held.has(keyOf({ kind, id: row.objectId! }));
    const rowsOf = (kind: Kind): Row[] =>
      code.rows[kind].map((row) => (isSettled(kind, row) ? { ...row, settled: true } : row));
    const importsIn = (rows: Rows) => KINDS.flatMap((kind) => rows[kind].filter(isImported)).length;
    const rows = { cluster: rowsOf("cluster"), snippet: rowsOf("snippet") };
    const files = code.filesFor(rows, [], code.data.workspace ?? markOf(connection));
    const remaining = importsIn(rows);
    return { settled: importsIn(code.rows) - remaining, remaining, files };
  };
  const { files, ...counts } = await writing(decide, options, signal);
  const settlement = { ...counts, files: files.map(({ path }) => path) };
  process.stdout.write(reports.settlementReport(settlement, options));
  return STATUS.done;
}

/** Another export or a person may have changed the code, so the decision is made again under the lock. */
export async function writing<T extends { readonly files: readonly FileToWrite[] }>(
  decide: () => Promise<T>,
  { out, dryRun }: ExportOptions,
  signal: AbortSignal,
): Promise<T> {
  const first = await decide();
  if (dryRun || (first.files.length === 0 && !isInUse(out))) return first;
  return lockingFolder(out, signal, async () => {
    const decided = await decide();
    signal.throwIfAborted();
    writeFiles(out, decided.files);
    return decided;
  });
}

/** Throws if the app's states cannot be found, because two states must never hold the same object. */
async function readStates(options: ExportOptions, signal: AbortSignal): Promise<State[]> {
  const { cdktfOut, state: files, format, out, appFolder } = options;
  if (!options.hasStates) return [];
  if (cdktfOut === undefined && format === "cdktf" && realpathSync(appFolder) !== realpathSync("."))
    throw new Error(
      `The app of this code is in ${appFolder}, so it is not known which objects its stacks manage. Run the command in that ` +
        "folder, or name the folder that its synth wrote with --cdktf-out.",
    );
  if (cdktfOut === undefined && existsSync("cdktf.json") && synthesizedStacks().length === 0)
    throw new Error(
      "There are no synthesized stacks, so it is not known which objects the stacks of this app manage. Run cdktf " +
        "synth first, or export with --no-states if no stack manages objects of this workspace.",
    );
  return readEachState(cdktfOut, files, signal, format === "hcl" ? out : undefined);
}
