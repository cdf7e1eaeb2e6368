import type { RunOutcome } from "./engine";

/** One planned change, from `show -json`. */
interface ResourceChange {
  readonly address: string;
  readonly type: string;
  readonly change: {
    readonly actions: readonly string[];
    readonly before: Record<string, unknown> | null;
    readonly after: Record<string, unknown> | null;
    readonly after_unknown: Record<string, unknown>;
    readonly after_sensitive: Record<string, unknown> | false;
    readonly replace_paths?: readonly (readonly string[])[];
    readonly importing?: { readonly id: string };
  };
}

export interface PlanJson {
  readonly resource_changes?: readonly ResourceChange[];
  readonly resource_drift?: readonly ResourceChange[];
  readonly output_changes?: Record<string, { readonly after?: unknown; readonly after_unknown?: unknown }>;
}

export interface Diagnostic {
  readonly severity: "error" | "warning";
  readonly summary: string;
  readonly detail: string;
  readonly address?: string;
  readonly range?: { readonly filename: string };
  readonly snippet?: { readonly code: string };
}

/** One line of a command run with `-json`. */
interface Message {
  readonly type?: string;
  readonly diagnostic?: Diagnostic;
  readonly change?: { readonly resource: { readonly addr: string }; readonly action: string };
}

/** What a plan would do, without no-ops, in the order of the steps: `{ "outreach_snippet.a": "delete+create" }`. */
export function actionsOf(plan: PlanJson): Record<string, string> {
  const changes = (plan.resource_changes ?? []).filter(
    ({ change }) => change.actions.join() !== "no-op" && change.actions.join() !== "read",
  );
  return Object.fromEntries(changes.map(({ address, change }) => [address, change.actions.join("+")]));
}

/** The planned change of one address. */
export function changeOf(plan: PlanJson, address: string): ResourceChange["change"] {
  const found = plan.resource_changes?.find((change) => change.address === address);
  if (found === undefined) throw new Error(`${address} is not in the plan.`);
  return found.change;
}

/** The computed attributes whose value the plan leaves open, sorted. */
export function unknownsOf(plan: PlanJson, address: string): string[] {
  const { after_unknown } = changeOf(plan, address);
  return Object.keys(after_unknown)
    .filter((name) => after_unknown[name] === true)
    .sort();
}

/** What changed outside: `{ "outreach_cluster.eu": ["description"] }`, or "gone". */
export function driftOf(plan: PlanJson): Record<string, readonly string[] | "gone"> {
  return Object.fromEntries(
    (plan.resource_drift ?? []).map(({ address, change: { before, after } }) => {
      const names = Object.keys(before ?? {}).filter(
        (name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
      );
      return [address, after === null ? "gone" : names];
    }),
  );
}

/** The diagnostics of a command run with `-json`. */
export function diagnosticsOf(outcome: RunOutcome): Diagnostic[] {
  return messagesOf(outcome).flatMap(({ type, diagnostic }) =>
    type === "diagnostic" && diagnostic !== undefined ? [diagnostic] : [],
  );
}

/** What a plan run with `-json` announces: `"update outreach_snippet.a"`, and drift as `"drift: …"`. */
export function announcementsOf(outcome: RunOutcome): string[] {
  return messagesOf(outcome).flatMap(({ type, change }) => {
    if (change === undefined) return [];
    const text = `${change.action} ${change.resource.addr}`;
    if (type === "planned_change") return [text];
    return type === "resource_drift" ? [`drift: ${text}`] : [];
  });
}

/** What a plan run with `-json` would do: `{ "outreach_snippet.a": "replace" }`. */
export function announcedActions(outcome: RunOutcome): Record<string, string> {
  const planned = messagesOf(outcome).flatMap(({ type, change }) =>
    type === "planned_change" && change !== undefined && change.action !== "read" ? [change] : [],
  );
  return Object.fromEntries(planned.map(({ resource, action }) => [resource.addr, action]));
}

function messagesOf({ stdout }: RunOutcome): Message[] {
  return stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Message);
}
