import { isMaybeMissing, type OutreachClient } from "../../client";
import { messageOf } from "../../shared/message-of";
import { inParallel } from "../shared/lists";
import type { StateObject } from "../states/state-file";
import { type Kind, readObject } from "../workspace/objects";
import type { DeclaredObject, ExportedCode } from "./format";
import type { Listing, Reading } from "./read-objects";

/** How the imports of the code differ from the workspace, by the ids of the code. */
export interface Changes {
  readonly renamed: readonly { readonly codeId: string; readonly from: string; readonly to: string }[];
  /** The objects are confirmed deleted. */
  readonly gone: readonly string[];
  /** What the lists and reads do not prove. If there is any, the export is not known to be complete. */
  readonly unknown: readonly string[];
}

interface Context {
  readonly client: OutreachClient;
  readonly concurrency: number;
  readonly managed: readonly StateObject[];
  readonly signal: AbortSignal;
}

/** Compares the imports of the code with the workspace. */
export async function compareWithServer(
  { declared, gaps }: ExportedCode,
  { listings }: Reading,
  context: Context,
): Promise<Changes> {
  const imported = declared.filter((object) => object.isImported && object.objectId !== undefined);
  const of = (kind: Kind) => (object: { readonly kind: Kind }) => object.kind === kind;
  const doubts = new Map(
    [...listings].map(([kind, listing]) => {
      const known = imported.filter(of(kind)).length + context.managed.filter(of(kind)).length;
      return [kind, doubtOf(kind, listing, known)];
    }),
  );
  const searched = imported.filter(({ kind }) => doubts.has(kind) && doubts.get(kind) === undefined);
  const verdicts = await inParallel(searched, context.concurrency, (object) =>
    judge(object, listings.get(object.kind)!, context),
  );
  const isEmpty = [...listings.values()].every(
    ({ objects, isExplicit }) => isExplicit && objects.length === 0,
  );
  return {
    renamed: verdicts.flatMap(({ renamed = [] }) => renamed),
    gone: verdicts.flatMap(({ gone = [] }) => gone),
    unknown: [
      ...gaps,
      ...(isEmpty ? ["The workspace shows no objects. If it has some, check OUTREACH_WORKSPACE_ID."] : []),
      ...[...doubts.values()].filter((doubt) => doubt !== undefined),
      ...verdicts.flatMap(({ unknown = [] }) => unknown),
    ],
  };
}

/** Returns why a list proves nothing about the objects that it lacks. `known` objects are in code and states. */
function doubtOf(kind: Kind, { objects, isExplicit }: Listing, known: number): string | undefined {
  if (!isExplicit)
    return `The response to the list of ${kind}s has no array, so it is not known which ${kind}s exist.`;
  if (objects.length > 0 || known === 0) return undefined;
  return (
    `The workspace shows no ${kind}, although the code and the states have ${known}. This does not prove that they ` +
    "are deleted: check OUTREACH_BASE_URL and OUTREACH_WORKSPACE_ID."
  );
}

/**
 * Judges one imported object. Reads it if the list lacks it or shows another name: a list proves no rename,
 * because it may cut names, and no delete, because it may be old.
 */
async function judge(
  { kind, codeId, name: from, objectId }: DeclaredObject,
  { objects }: Listing,
  { client, signal }: Context,
): Promise<Partial<Changes>> {
  const id = objectId!;
  const listed = objects.find((object) => object.id === id);
  if (listed !== undefined && (from === null || listed.name === from)) return {};
  try {
    const { name: to } = await readObject(client, { kind, id }, signal);
    if (listed !== undefined) return from === to ? {} : { renamed: [{ codeId, from: from!, to }] };
    return {
      unknown: [`The list lacks the object of ${codeId}, but a read finds it. Run the command again.`],
    };
  } catch (error) {
    signal.throwIfAborted();
    if (listed === undefined && isMaybeMissing(error)) return { gone: [codeId] };
    return { unknown: [`The object of ${codeId} cannot be read: ${messageOf(error)}`] };
  }
}
