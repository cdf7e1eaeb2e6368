import { randomBytes } from "node:crypto";
import {
  type Approval,
  type Change,
  type Entry,
  FORMAT,
  notKnown,
  type Resource,
  UNKNOWN,
  VERSION,
} from "./format";
import { canonical, type JsonValue } from "../util/json";
import { Digester, signatureOf } from "./digests";

export interface ReviewedChange extends Change {
  readonly resource: Resource;
}

export function writeApproval(changes: readonly ReviewedChange[], key?: string): string {
  const salt = randomBytes(32).toString("base64url");
  const approval: Approval = {
    format: FORMAT,
    version: VERSION,
    createdAt: new Date().toISOString(),
    salt,
    entries: entriesOf(changes, new Digester(salt)),
  };
  const signed = key === undefined ? approval : { ...approval, signature: signatureOf(approval, key) };
  return `${JSON.stringify(signed, null, 2)}\n`;
}

function entriesOf(changes: readonly ReviewedChange[], digester: Digester): Entry[] {
  const entries = new Map<string, Entry>();
  for (const change of changes) {
    const entry = entryOf(change, digester);
    const key = canonical({ ...entry, resources: [] } as unknown as JsonValue);
    const resources = [...(entries.get(key)?.resources ?? []), change.resource];
    entries.set(key, { ...entry, resources });
  }
  return [...entries.values()];
}

function entryOf(change: ReviewedChange, digester: Digester): Entry {
  const { workspace, kind, action, id, before, after, linked = 0, resource } = change;
  const mayBeLinked = kind === "cluster" && action === "delete";
  return {
    workspace: digester.workspace(workspace),
    kind,
    action,
    object: digester.object(kind, id),
    before: digester.content(kind, before),
    after: digester.content(kind, after),
    ...(mayBeLinked && { linked: linked === notKnown ? UNKNOWN : linked }),
    resources: [resource],
  };
}
