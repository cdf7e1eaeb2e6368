import { element, exactAttribute, textLines, type Markup } from "../../page/markup";
import type { FaultReport } from "../faults";
import type { JournalEntry } from "../journal";
import type { Simulation } from "../simulation";
import { effectWords } from "./faults";

const SHOWN_CALLS = 50;

/** Returns the latest calls, newest first. */
export function callList(simulation: Simulation): Markup {
  const calls = simulation.journal.list().slice(-SHOWN_CALLS).reverse();
  const faults = simulation.redactedFaults();
  return element`<div id="calls" class="calls" data-list>${calls.map((call) => row(call, faults))}${
    calls.length === 0 ? element`<p class="note" data-key="none">No calls yet.</p>` : null
  }</div>`;
}

function row(call: JournalEntry, faults: readonly FaultReport[]): Markup {
  const { number, at, operation, method, path, durationMs, body } = call;
  const struck = call.faults.map((id) => faultWords(id, faults));
  return element`<details class="call"${exactAttribute("data-key", String(number))}>
  <summary>
    <span class="count">${number}</span>
    <code class="operation">${operation ?? `${method} ${path}`}</code>
    <span class="${`badge ${toneOf(call)}`}">${call.status ?? call.outcome}</span>
    <span class="ms">${durationMs === null ? "…" : `${durationMs} ms`}</span>
    ${struck.length === 0 ? null : element`<span class="struck">${struck.map((words) => element`<span class="badge warning">${words}</span> `)}</span>`}
  </summary>
  <p class="note">${at}</p>
  <pre>${body === null ? "No JSON body." : textLines(JSON.stringify(body, null, 2))}</pre>
</details>`;
}

function toneOf({ outcome, status }: JournalEntry): string {
  if (outcome === "pending") return "warning";
  return status !== null && status < 300 ? "create" : "error";
}

/** Returns the id of a rule and its effect, or only the id if the rule was removed. */
function faultWords(id: string, faults: readonly FaultReport[]): string {
  const rule = faults.find((fault) => fault.id === id)?.rule;
  return rule === undefined ? id : `${id}: ${effectWords(rule)}`;
}
