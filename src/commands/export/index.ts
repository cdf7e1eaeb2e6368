import { existsSync, realpathSync } from "node:fs";
import { synthesizedStacks } from "../../estate/engine/stacks";
import { objectsOfWorkspace, readEachState, type State } from "../../estate/states/read-states";
import { type Connection, withConnection } from "../../estate/workspace/connection";
import { keyOf, type Kind, KINDS, type ListedObject } from "../../estate/workspace/workspace";
import { seenElsewhere } from "../../objects/identity";
import { isInUse, lockingFolder } from "../../util/files/lock-file";
import { ChangedFile, type FileToWrite, writeFiles } from "../../util/files/write-whole";
import { nameFilter } from "../../util/name-filter";
import { statusLine } from "../../util/process";
import { STATUS } from "../exit-status";
import { interruptible } from "../interruptible";
import { adopt } from "./adopt";
import { codeFor, openCode, wantedFor } from "./code";
import { compareWithServer, compareWithStates, countLeftOut, missingIn } from "./compare";
import { isImported, markOf, type Row, type Rows } from "./objects-file";
import { type ExportOptions, readOptions } from "./options";
import { readObjects, type Scope } from "./read-objects";
import * as reports from "./report";
import { verifyExport } from "./verify";

export { usage } from "./options";

export function run(args: string[]): Promise<number> {
  const options = readOptions(args);
  return interruptible(async (signal) => {
    const status = await withConnection((connection) => exportInto(options, connection, signal));
    const isClean = !options.verify || (await verifyExport(options, signal));
    return isClean ? status : STATUS.failed;
  });
}

async function exportInto(
  options: ExportOptions,
  connection: Connection,
  signal: AbortSignal,
): Promise<number> {
  let [text, status] = ["", 0];
  if (options.adopt) {
    const adoption = await adopt(options, await readStates(options, signal), connection, signal);
    [text, status] = [reports.adoptionReport(adoption, options), reports.adoptionStatus(adoption)];
  } else if (options.settle) {
    text = reports.settlementReport(await settle(options, connection, signal), options);
  } else {
    const report = await exportWorkspace(options, connection, signal);
    [text, status] = [reports.exportReport(report, options), reports.exportStatus(report)];
  }
  process.stdout.write(text);
  return status;
}

async function exportWorkspace(
  options: ExportOptions,
  connection: Connection,
  signal: AbortSignal,
): Promise<reports.ExportReport> {
  // Reading states may start engines, so a folder of another workspace is refused before.
  const before = await openCode(options, connection, signal);
  const states = await readStates(options, signal);
  const inStates = states.flatMap(({ objects }) => objects);
  const managed = objectsOfWorkspace(states, connection.workspaceId);
  const isNamed = nameFilter(options.match, options.exclude);
  const isSelected = (object: ListedObject) => isNamed(object.name) && !options.isIgnored(object);
  const scope: Scope = { connection, managed, isSelected, signal };
  const isWanted = wantedFor(before, managed, isSelected);
  const show = statusLine();
  const onProgress = (listed: number, done: number) => show(`Read ${done} of ${listed} objects`);
  const { kinds, out } = options;
  const reading = await readObjects(scope, kinds, isWanted, onProgress).finally(() => show(""));
  const held = await compareWithStates(reading, scope);
  const { doubts, ...counts } = await countLeftOut(reading, before, options, scope);
  const changes = await compareWithServer(before, reading, scope);
  const workspace = before.data.workspace ?? markOf(connection);
  const decide = async () => {
    const code = await openCode(options, connection, signal);
    return codeFor(reading, code, { ...scope, inStates, folder: out, workspace });
  };
  const { added, failures, files } = await writing(decide, options, signal);
  return {
    added,
    managed: held.managed,
    ...counts,
    ...changes,
    unknown: [...changes.unknown, ...doubts, ...(added.length > 0 ? missingIn(states, out) : [])],
    failures: [...failures, ...held.failures],
    files: files.map(({ path }) => path),
  };
}

async function settle(
  options: ExportOptions,
  connection: Connection,
  signal: AbortSignal,
): Promise<reports.Settlement> {
  const { workspaceId, address } = connection;
  await openCode(options, connection, signal);
  const states = await readStates(options, signal);
  // The next apply deletes a deposed object, and a state without a workspace proves nothing.
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
  return { ...counts, files: files.map(({ path }) => path) };
}

const ATTEMPTS = 3;

/**
 * Decides and writes while no other export does. The decision is made anew under the lock: since the first
 * look, another export or a person may have changed the code.
 */
export async function writing<T extends { readonly files: readonly FileToWrite[] }>(
  decide: () => Promise<T>,
  { out, dryRun }: ExportOptions,
  signal: AbortSignal,
): Promise<T> {
  const first = await decide();
  if (dryRun || (first.files.length === 0 && !isInUse(out))) return first;
  return lockingFolder(out, signal, async () => {
    for (let attempt = 1; ; attempt += 1) {
      const decided = await decide();
      signal.throwIfAborted();
      try {
        writeFiles(out, decided.files);
        return decided;
      } catch (error) {
        if (!(error instanceof ChangedFile) || attempt === ATTEMPTS) throw error;
      }
    }
  });
}

/**
 * Reads the states. Refuses an app without stacks: its states may hold objects, which must not get into a
 * second state. Refuses code for an app in another folder than the working directory, whose stacks are the ones to
 * read.
 */
async function readStates(options: ExportOptions, signal: AbortSignal): Promise<State[]> {
  const { cdktfOut, state: files, format, out, settle: isSettling, appFolder } = options;
  if (!options.hasStates) return [];
  if (cdktfOut === undefined && format === "cdktf" && realpathSync(appFolder) !== realpathSync("."))
    throw new Error(
      `The app of this code is in ${appFolder}, so it is not known which objects its stacks manage. Run the command in that ` +
        "folder, or name the folder that its synth wrote with --cdktf-out.",
    );
  if (cdktfOut === undefined && existsSync("cdktf.json") && synthesizedStacks().length === 0) {
    const advice =
      isSettling || options.adopt ? "" : " If no stack manages objects of this workspace, pass --no-states.";
    throw new Error(
      "There are no synthesized stacks, so it is not known which objects the stacks of this app manage. Run cdktf " +
        `synth first.${advice}`,
    );
  }
  const states = await readEachState(cdktfOut, files, signal, format === "hcl" ? out : undefined);
  if (!isSettling || states.length > 0) return states;
  throw new Error(
    "There is no stack and no --state, so no state shows which imports to end. Run cdktf synth first.",
  );
}
