import { operations } from "../../api";
import { element, exactAttribute, type Markup } from "../../page/markup";
import type { Simulation } from "../simulation";

/** Returns lines to copy into a shell, unfolded until the first object or call exists. */
export function connectPanel(simulation: Simulation, host: string): Markup {
  const url = `http://${host}`;
  const lines = [
    [
      "For a shell in which cdktf or terraform runs",
      `export OUTREACH_BASE_URL=${url} OUTREACH_USER_ID=me OUTREACH_WORKSPACE_ID=ours`,
    ],
    [
      "One call of the API",
      `curl -sS ${url}${operations.ListSnippet.path} -H 'content-type: application/json' -d '{"userId": "me", "workspaceId": "ours"}'`,
    ],
    [
      "One call of the control interface",
      `curl -sS ${url}/__simulator/objects -H 'content-type: application/json' -d '{}'`,
    ],
  ] as const;
  const isNew = simulation.store.all().length + simulation.journal.list().length === 0;
  const content = element`<summary>Connect a stack</summary>
  <p class="note">${
    simulation.credentials === undefined
      ? "Any user id and workspace id are accepted. Each workspace has its own objects."
      : "Only the configured credentials are accepted. Put them in place of me and ours."
  }</p>
  ${lines.map(([words, line]) => command(words, line))}`;
  return isNew
    ? element`<details class="panel" open>${content}</details>`
    : element`<details class="panel">${content}</details>`;
}

function command(words: string, line: string): Markup {
  return element`<div class="command"><p>${words}</p><pre tabindex="0" role="region" aria-label="${words}">${line}</pre><button type="button" class="tools" data-action="copy"${exactAttribute("data-text", line)} aria-label="${`Copy: ${words}`}">Copy</button></div>`;
}
