import { isNotFound } from "../client";
import {
  attributePath,
  DiagnosticError,
  type Call,
  type Diagnostic,
  type WriteCall,
} from "../plugin/framework";
import { explaining, mayBeGone, type Doing } from "./failure";
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
  return writing("create", { type: kind.type, name: content.name }, call, async () =>
    kind.create(workspace.client, content, call.signal),
  );
}

/** Runs a write, unless Terraform has asked to stop: then none begins. */
async function writing<T>(doing: Doing, subject: Subject, call: Call, run: () => Promise<T>): Promise<T> {
  if (call.signal.aborted) {
    throw new DiagnosticError({
      severity: "error",
      summary: `Could not ${doing} ${describe(subject)}`,
      detail: "The run was stopped before this began. Run it again.",
    });
  }
  return explaining(doing, subject, run);
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
      if (!mayBeGone(error)) throw error;
      await proveGone(kind, subject, error, workspace, call);
      return null;
    }
  });
}

/**
 * The document does not show what "not found" looks like, and a resource that leaves the state is forgotten for good:
 * only a full list without the object counts as proof. Without it the refusal stands.
 */
async function proveGone<Found extends Listed>(
  kind: ObjectKind<Found, never>,
  subject: Subject & { readonly id: string },
  refusal: unknown,
  workspace: Workspace,
  call: Call,
): Promise<void> {
  for await (const { id } of kind.list(workspace.client, call.signal)) {
    if (id !== subject.id) continue;
    if (!isNotFound(refusal)) throw refusal;
    throw new DiagnosticError({
      severity: "error",
      summary: `${describe(subject)} is listed, but the API answers as if it did not exist`,
      detail: `${refusal.message}\n\nOnly an object that is not listed counts as gone, so its state is kept. Run again in a while; if it stays, ask the operator of the platform.`,
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
  await writing("update", { type: kind.type, name: content.name, id }, call, async () =>
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
  await writing("delete", subject, call, async () => {
    try {
      await kind.delete(workspace.client, subject.id, call.signal);
    } catch (error) {
      if (!mayBeGone(error)) throw error;
      await proveGone(kind, subject, error, workspace, call);
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
      `${error instanceof Error ? error.message : String(error)}\n\nIt is saved in the state. Nothing needs to be done: the next plan reads the values that are missing now.`,
    );
    return certain;
  }
  const state = toState(found);
  call.record(state);
  const different = kind.differences(content, found);
  if (different.length > 0) {
    throw new DiagnosticError(...different.map((attribute) => otherContent(subject, attribute)));
  }
  return state;
}

function otherContent(subject: Subject, attribute: string): Diagnostic {
  return {
    severity: "error",
    summary: `${describe(subject)}: the server keeps another ${attribute}`,
    detail:
      "The API accepted the write and then answered with different content, which is in the state now. " +
      "Compare the two in the next plan and declare a value that the server accepts.",
    path: attributePath(attribute),
  };
}
