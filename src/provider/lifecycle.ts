import { isNotFound } from "../client";
import { DiagnosticError, type Call, type WriteCall } from "../plugin/framework";
import { explaining } from "./failure";
import type { Listed, ObjectKind } from "./object-kind";
import { describe, type Subject } from "./subject";
import type { Workspace } from "./workspace";

/** Creates an object and returns its id. */
export async function createObject<Content extends { readonly name: string }>(
  kind: ObjectKind<Listed, Content>,
  content: Content,
  workspace: Workspace,
  call: Call,
): Promise<string> {
  return explaining("create", { type: kind.type, name: content.name }, async () =>
    kind.create(workspace.client, content, call.signal),
  );
}

/** Reads an object; null where it is gone. */
export async function readObject<Found extends Listed>(
  kind: ObjectKind<Found, never>,
  subject: Subject & { readonly id: string },
  workspace: Workspace,
  call: Call,
): Promise<Found | null> {
  return explaining("read", subject, async () => {
    try {
      return await kind.get(workspace.client, subject.id, call.signal);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      await proveGone(kind, subject, workspace, call);
      return null;
    }
  });
}

/**
 * The document does not show what "not found" looks like, and a resource that leaves the state is forgotten for good:
 * only a full list without the object counts as proof.
 */
async function proveGone<Found extends Listed>(
  kind: ObjectKind<Found, never>,
  subject: Subject & { readonly id: string },
  workspace: Workspace,
  call: Call,
): Promise<void> {
  for await (const { id } of kind.list(workspace.client, call.signal)) {
    if (id !== subject.id) continue;
    throw new DiagnosticError({
      severity: "error",
      summary: `${describe(subject)} is listed but cannot be read`,
      detail:
        "The API answered a read of it as if it did not exist, yet lists it. Its state is kept. Run again in a while; if it stays, ask the operator of the platform.",
    });
  }
}

/** Replaces the content of an object. */
export async function updateObject<Content extends { readonly name: string }>(
  kind: ObjectKind<Listed, Content>,
  id: string,
  content: Content,
  workspace: Workspace,
  call: Call,
): Promise<void> {
  await explaining("update", { type: kind.type, name: content.name, id }, async () =>
    kind.update(workspace.client, id, content, call.signal),
  );
}

/** Deletes an object; one that is gone already is a success. */
export async function deleteObject(
  kind: ObjectKind<Listed, never>,
  subject: Subject & { readonly id: string },
  workspace: Workspace,
  call: Call,
): Promise<void> {
  await explaining("delete", subject, async () => {
    try {
      await kind.delete(workspace.client, subject.id, call.signal);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      await proveGone(kind, subject, workspace, call);
    }
  });
}

/** A write that the server has accepted. */
export interface Written<Found, Content, State> {
  readonly content: Content;
  /** The state as far as it is certain without another look. */
  readonly certain: State & { readonly id: string; readonly name: string };
  toState(found: Found): State;
}

/**
 * Ends a create or update: saves what is certain, reads the rest, and refuses other content than was sent. The object
 * exists whatever the read says, so a read that fails is only a warning and the next plan fills what is missing.
 */
export async function settleWrite<Found extends Listed, Content extends { readonly name: string }, State>(
  kind: ObjectKind<Found, Content>,
  { content, certain, toState }: Written<Found, Content, State>,
  workspace: Workspace,
  call: WriteCall<NoInfer<State>>,
): Promise<State> {
  call.record(certain);
  const subject = { type: kind.type, name: certain.name, id: certain.id };
  let found: Found;
  try {
    found = await kind.get(workspace.client, certain.id, call.signal);
  } catch (error) {
    call.diagnostics.warn(
      `${describe(subject)} was written but could not be read back`,
      `${error instanceof Error ? error.message : String(error)}\n\nIt is saved in the state. The next plan reads the values that are missing now.`,
    );
    return certain;
  }
  const state = toState(found);
  call.record(state);
  const different = kind.differences(content, found);
  if (different.length > 0) throw otherContent(subject, different);
  return state;
}

function otherContent(subject: Subject, different: readonly string[]): DiagnosticError {
  return new DiagnosticError({
    severity: "error",
    summary: `${describe(subject)}: the server keeps another ${different.join(" and ")}`,
    detail:
      "The API accepted the write and then answered with different content, which is in the state now. " +
      "Compare the two in the next plan and declare a value that the server accepts.",
  });
}
