import { absenceOf, areAllMissing } from "../../objects/absence";
import { sameText } from "../../objects/text";
import { messageOf } from "../../shared/message-of";
import { inParallel } from "../shared/lists";
import type { StateObject } from "../states/state-file";
import type { Connection } from "../workspace/connection";
import { type Kind, readObject } from "../workspace/objects";
import type { DeclaredObject, ExportedCode } from "./format";
import type { Reading } from "./read-objects";

/** How the imports of the code differ from the workspace, by the ids of the code. */
export interface Changes {
  readonly renamed: readonly { readonly codeId: string; readonly from: string; readonly to: string }[];
  /** The objects are confirmed deleted. */
  readonly gone: readonly string[];
  /** What the lists and reads do not prove. If there is any, the export is not known to be complete. */
  readonly unknown: readonly string[];
}

type List = Reading["lists"] extends ReadonlyMap<Kind, infer L> ? L : never;

interface ComparisonContext {
  readonly connection: Connection;
  readonly managed: readonly StateObject[];
  readonly signal: AbortSignal;
}

const CHECK_SETTINGS = "Check OUTREACH_BASE_URL and OUTREACH_WORKSPACE_ID.";

/** Compares the imports of the code with the workspace. */
export async function compareWithServer(
  { declared, gaps }: ExportedCode,
  { lists }: Reading,
  context: ComparisonContext,
): Promise<Changes> {
  const isEmpty = [...lists.values()].every(({ listing }) => listing.isExplicit && listing.isEmpty);
  const changes = await Promise.all(
    [...lists].map(([kind, list]) => {
      const own = declared.filter((one) => one.kind === kind && one.isImported && one.objectId !== undefined);
      return compareKind(kind, { list, imported: own, context });
    }),
  );
  return {
    renamed: changes.flatMap(({ renamed = [] }) => renamed),
    gone: changes.flatMap(({ gone = [] }) => gone),
    unknown: [
      ...gaps,
      ...(isEmpty ? [`The workspace shows no objects. ${CHECK_SETTINGS}`] : []),
      ...changes.flatMap(({ unknown = [] }) => unknown),
    ],
  };
}

interface OneKind {
  readonly list: List;
  readonly imported: readonly DeclaredObject[];
  readonly context: ComparisonContext;
}

async function compareKind(kind: Kind, { list, imported, context }: OneKind): Promise<Partial<Changes>> {
  const { listing, objects } = list;
  const known = imported.length + context.managed.filter((one) => one.kind === kind).length;
  if (!listing.isExplicit)
    return unknown(
      `The response to the list of ${kind}s has no array, so it is not known which ${kind}s exist.`,
    );
  if (listing.isEmpty && known > 0)
    return unknown(
      `The workspace shows no ${kind}, although the code and the states have ${known}. ${CHECK_SETTINGS}`,
    );
  const names = new Map(objects.map(({ id, name }) => [id, name]));
  const verdicts = await inParallel(imported, context.connection.concurrency, (object) =>
    judge(object, { listing, listed: names.get(object.objectId!) }, context),
  );
  const gone = verdicts.flatMap((verdict) => verdict.gone ?? []);
  const found = imported.filter(({ objectId }) => names.has(objectId!)).length;
  const isDoubtful = areAllMissing({ found, deleted: gone.length }, listing);
  return {
    renamed: verdicts.flatMap((verdict) => verdict.renamed ?? []),
    gone: isDoubtful ? [] : gone,
    unknown: [
      ...verdicts.flatMap((verdict) => verdict.unknown ?? []),
      ...(isDoubtful
        ? [`The workspace has none of the ${gone.length} ${kind}s that the code imports. ${CHECK_SETTINGS}`]
        : []),
    ],
  };
}

function unknown(text: string): Partial<Changes> {
  return { unknown: [text] };
}

/**
 * Judges one imported object. Reads it if the list lacks it or shows another name: a list proves no rename,
 * because it may cut names, and no delete, because it may be old.
 */
async function judge(
  { kind, codeId, name: from, objectId }: DeclaredObject,
  { listing, listed }: Pick<List, "listing"> & { readonly listed: string | undefined },
  { connection: { client }, signal }: ComparisonContext,
): Promise<Partial<Changes>> {
  const id = objectId!;
  if (listed !== undefined && (from === null || sameText(listed, from))) return {};
  try {
    const { name: to } = await readObject(client, { kind, id }, signal);
    if (listed !== undefined) return sameText(from, to) ? {} : { renamed: [{ codeId, from: from!, to }] };
    return unknown(`The list lacks the object of ${codeId}, but a read finds it. Run the command again.`);
  } catch (error) {
    signal.throwIfAborted();
    if (absenceOf(error, { id, listing }).is === "deleted") return { gone: [codeId] };
    return unknown(`The object of ${codeId} cannot be read: ${messageOf(error)}`);
  }
}
