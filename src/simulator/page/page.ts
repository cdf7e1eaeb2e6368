import { createHash } from "node:crypto";
import type { Answer } from "./answer";
import type { JournalEntry } from "./journal";
import type { Simulation } from "./simulation";
import type { SimulatedObject } from "./store";

const SHOWN_CALLS = 50;
const SHOWN_OBJECTS = 500;

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #8884; padding: .35rem .6rem; text-align: left; vertical-align: top; }
td { overflow-wrap: anywhere; white-space: pre-wrap; }
code { font-family: ui-monospace, monospace; }
`;

const POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** What is in the simulator, for people. No script, nothing loaded, every text escaped; workspaces are numbered. */
export function page(simulation: Simulation): Answer {
  const objects = simulation.store.all();
  const calls = simulation.journal.list();
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outreach simulator</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Outreach simulator</h1>
<p>A local stand-in for the Outreach API. Reload the page to see what is new. How to set faults and put objects
in is described in <code>docs/guides/simulator.md</code> of the package.</p>
<h2>Objects (${objects.length})</h2>
${objectTable(objects)}
<h2>Recent calls</h2>
${callTable(calls.slice(-SHOWN_CALLS).reverse())}
<h2>Faults</h2>
${faultTable(simulation)}
</body>
</html>
`;
  return {
    status: 200,
    headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": POLICY },
    body,
  };
}

function objectTable(objects: readonly SimulatedObject[]): string {
  const workspaces = [...new Set(objects.map(({ workspaceId }) => workspaceId))];
  const rows = objects
    .slice(-SHOWN_OBJECTS)
    .map((object) => [
      object.kind,
      object.id,
      String(workspaces.indexOf(object.workspaceId) + 1),
      object.name,
      object.kind === "cluster" ? (object.description ?? "") : object.prompt,
      object.kind === "cluster" ? String(object.associatedCount) : "",
      object.lastUpdatedAt,
    ]);
  const headings = ["Kind", "Id", "Workspace", "Name", "Description or prompt", "Linked", "Last updated"];
  const left = objects.length - rows.length;
  return htmlTable(headings, rows) + (left > 0 ? `<p>${left} older ones are not shown.</p>` : "");
}

function callTable(calls: readonly JournalEntry[]): string {
  const rows = calls.map((call) => [
    String(call.number),
    call.at,
    call.operation ?? `${call.method} ${call.path}`,
    call.status === null ? call.outcome : String(call.status),
    call.faults.join(", "),
    call.body === null ? "" : JSON.stringify(call.body),
  ]);
  return htmlTable(["Number", "Time", "Call", "Answer", "Faults", "Body"], rows);
}

function faultTable(simulation: Simulation): string {
  const rows = simulation
    .maskedFaults()
    .map(({ id, rule, matched, struck }) => [id, JSON.stringify(rule), String(matched), String(struck)]);
  return htmlTable(["Id", "Rule", "Calls seen", "Calls struck"], rows);
}

function htmlTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "<p>None.</p>";
  const head = headings.map((heading) => `<th scope="col">${escape(heading)}</th>`).join("");
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${escape(cell)}</td>`).join("")}</tr>`);
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join("\n")}</tbody></table>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
