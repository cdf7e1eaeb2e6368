import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { contentPolicy, htmlPage } from "../../page/html-page";
import { operations } from "../../api";
import { element, exactAttribute, type Markup } from "../../page/markup";
import { type Dialect, defaultDialect, dialectSettings } from "../dialect";
import type { HttpResponse } from "../http";
import type { Simulation } from "../simulation";
import { callList } from "./calls";
import { button } from "./controls";
import { faultPanel } from "./faults";
import { objectList, seedPanel } from "./objects";
import { SCRIPT } from "./script";
import { STYLES } from "./styles";

const POLICY = contentPolicy(STYLES, SCRIPT, ["connect-src 'self'", "frame-ancestors 'none'"]);

/** Returns the page, or a 304 if it is the one that its script has already (docs/design/simulator.md). */
export function page(
  simulation: Simulation,
  { host = "", "if-none-match": known }: IncomingHttpHeaders,
): HttpResponse {
  const body = htmlPage({
    title: "Outreach simulator",
    styles: STYLES,
    script: SCRIPT,
    policy: null,
    skip: { target: "objects-title", words: "Skip to the objects" },
    body: bodyOf(simulation, host),
  });
  const etag = `"${createHash("sha256").update(body).digest("base64url")}"`;
  if (known === etag) return { status: 304, headers: { etag }, body: "" };
  return {
    status: 200,
    headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": POLICY, etag },
    body,
  };
}

function bodyOf(simulation: Simulation, host: string): Markup {
  return element`<header>
  <p class="maker">cdktf-outreach</p>
  <h1>Outreach simulator</h1>
  ${totals(simulation)}
  <div class="bar tools">
    <button type="button" class="chip update" id="live" aria-pressed="true">Live</button>
    <p id="status" role="status"></p>
  </div>
</header>
<main>
  ${connectPanel(simulation, host)}
  <div class="bench">
    <section aria-labelledby="objects-title">
      <h2 id="objects-title" tabindex="-1">Objects</h2>
      ${seedPanel()}
      ${objectList(simulation)}
    </section>
    <div>
      <section aria-labelledby="calls-title">
        <div class="bar">
          <h2 id="calls-title" tabindex="-1">Calls</h2>
          ${button({ words: "Clear", action: "clear-calls", of: "calls" })}
        </div>
        ${callList(simulation)}
      </section>
      ${faultPanel(simulation)}
      ${dialectPanel(simulation.dialect)}
      <section class="tools" aria-labelledby="reset-title">
        <h2 id="reset-title">Reset</h2>
        <p class="note">Removes all objects, faults and calls, and restores the initial dialect.</p>
        ${button({ words: "Reset everything", action: "reset", confirm: "Really remove everything" })}
      </section>
    </div>
  </div>
</main>
<footer><p>The guides <code>docs/guides/simulator*.md</code> of the package describe faults, seeds and dialects.</p></footer>`;
}

function totals({ store, journal, faults }: Simulation): Markup {
  const objects = store.all();
  const clusters = objects.filter(({ kind }) => kind === "cluster").length;
  const calls = Object.values(journal.counts()).reduce((sum, count) => sum + count, 0);
  const numbers = [
    ["update", clusters, "cluster"],
    ["create", objects.length - clusters, "snippet"],
    ["drift", calls, "call"],
    ["warning", faults.list().length, "fault"],
  ] as const;
  return element`<ul class="totals" id="totals" aria-label="Totals" data-live>${numbers.map(
    ([tone, count, word]) =>
      element`<li class="${tone}"><span class="number">${count}</span> ${count === 1 ? word : `${word}s`}</li> `,
  )}</ul>`;
}

/** Returns a panel with lines to copy into a shell. It is unfolded until the first object or call exists. */
function connectPanel(simulation: Simulation, host: string): Markup {
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
  return element`<details class="panel"${isNew ? element` open` : null}><summary>Connect a stack</summary>
  <p class="note">${
    simulation.credentials === undefined
      ? "Any user id and workspace id are accepted. Each workspace has its own objects."
      : "Only the configured credentials are accepted. Put them in place of me and ours."
  }</p>
  ${lines.map(([words, line]) => command(words, line))}</details>`;
}

function command(words: string, line: string): Markup {
  return element`<div class="command"><p>${words}</p><pre tabindex="0" role="region" aria-label="${words}">${line}</pre><button type="button" class="tools" data-action="copy"${exactAttribute("data-text", line)} aria-label="${`Copy: ${words}`}">Copy</button></div>`;
}

/** Returns the dialect settings with their values. The page's script sends each change at once. */
function dialectPanel(dialect: Dialect): Markup {
  const names = Object.keys(dialectSettings) as (keyof Dialect)[];
  const changed = names.filter((name) => dialect[name] !== defaultDialect[name]);
  return element`<section aria-labelledby="dialect-title">
  <h2 id="dialect-title">Dialect</h2>
  <p class="note" id="dialect-state" data-live>${
    changed.length === 0
      ? "All settings have their defaults."
      : `Changed: ${changed.map((name) => `${name}=${dialect[name]}`).join(", ")}.`
  }</p>
  <details class="panel tools">
    <summary>Settings</summary>
    <p class="note">The API document leaves these open. A change holds until the next reset.</p>
    <div id="dialect" class="settings" data-list>${names.map((name) => setting(name, dialect))}</div>
  </details>
</section>`;
}

function setting(name: keyof Dialect, dialect: Dialect): Markup {
  const known = dialectSettings[name];
  const value = String(dialect[name]);
  const control =
    "values" in known
      ? element`<select data-setting="${name}">${known.values.map((one) => option(one, one === value))}</select>`
      : element`<input type="number" min="1" data-setting="${name}" value="${value}">`;
  return element`<label${exactAttribute("data-key", name)}><code>${name}</code> ${control} <span class="note">${known.doc}</span></label>`;
}

function option(value: string, isChosen: boolean): Markup {
  return element`<option value="${value}"${isChosen ? element` selected` : null}>${value}</option>`;
}
