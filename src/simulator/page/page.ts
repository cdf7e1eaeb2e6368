import { createHash } from "node:crypto";
import { contentPolicy, htmlPage } from "../../page/html-page";
import { element, type Markup } from "../../page/markup";
import type { HttpResponse } from "../http";
import type { Simulation } from "../simulation";
import { callList } from "./calls";
import { connectPanel } from "./connect";
import { button } from "./controls";
import { dialectPanel } from "./dialect";
import { faultPanel } from "./faults";
import { objectList, seedPanel } from "./objects";
import { SCRIPT } from "./script";
import { STYLES } from "./styles";

const POLICY = contentPolicy(STYLES, SCRIPT, ["connect-src 'self'", "frame-ancestors 'none'"]);

/** The headers `Host`, which names loopback, and `If-None-Match` of a request. */
interface PageRequest {
  readonly host: string;
  readonly known: string | undefined;
}

/**
 * Returns the page with objects, calls, faults and the dialect, or 304 if it has not changed since the last
 * request of its script. The page loads nothing from elsewhere, escapes every text and shows workspaces by
 * number.
 */
export function page(simulation: Simulation, { host, known }: PageRequest): HttpResponse {
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
<footer><p>The guide <code>docs/guides/simulator.md</code> of the package describes faults, seeds and dialects.</p></footer>`;
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
