import { operations } from "../../api";
import {
  contentPolicy,
  element,
  exactAttribute,
  exactContent,
  htmlPage,
  type Markup,
  textLines,
} from "../../render/markup";
import { type Dialect, defaultDialect } from "../dialect";
import type { FaultRule } from "../fault-rules";
import type { FaultReport } from "../faults";
import type { HttpResponse } from "../http";
import type { Seed } from "../input";
import type { JournalEntry } from "../journal";
import { type SimulatedObject, textOf } from "../common";
import type { Redactor } from "../redact";
import type { Simulation } from "../simulation";
import { SCRIPT } from "./script";
import { STYLES } from "./styles";

const SHOWN_CALLS = 50;
const SHOWN_OBJECTS = 200;
const POLICY = contentPolicy(STYLES, SCRIPT, ["connect-src 'self'", "frame-ancestors 'none'"]);

export function page(simulation: Simulation, host: string): HttpResponse {
  const body = htmlPage({
    title: "Outreach simulator",
    styles: STYLES,
    script: SCRIPT,
    policy: null,
    skip: { target: "objects-title", words: "Skip to the objects" },
    body: bodyOf(simulation, host),
  });
  const types = { "content-type": "text/html; charset=utf-8", "content-security-policy": POLICY };
  return { status: 200, headers: types, body };
}

function bodyOf(simulation: Simulation, host: string): Markup {
  const { journal, dialect } = simulation;
  const faults = simulation.redactedFaults();
  const calls = journal.list().slice(-SHOWN_CALLS).reverse().map(callRow);
  const changed = SETTINGS.filter((name) => dialect[name] !== defaultDialect[name]);
  return element`<header>
  <p class="maker">cdktf-outreach</p>
  <h1>Outreach simulator</h1>
  <p class="tools" id="status" role="status"></p>
</header>
<main>
  ${connectPanel(simulation, host)}
  <div class="bench">
    <section aria-labelledby="objects-title">
      <h2 id="objects-title" tabindex="-1">Objects</h2>
      ${jsonForm({ title: "Add objects", call: "POST /seed", done: "Added.", examples: SEEDS })}
      ${objectList(simulation)}
    </section>
    <div>
      <section aria-labelledby="calls-title">
        <div class="bar">
          <h2 id="calls-title" tabindex="-1">Calls</h2>
          ${button({ words: "Clear", of: "calls", call: "DELETE /journal", done: "Cleared the calls." })}
        </div>
        ${list("calls", calls, calls.length === 0 ? "No calls yet." : null)}
      </section>
      <section aria-labelledby="faults-title">
        <div class="bar">
          <h2 id="faults-title" tabindex="-1">Faults</h2>
          ${button({ words: "Remove all", of: "faults", call: "DELETE /faults", done: "Removed all faults." })}
        </div>
        ${list("faults", faults.map(faultEntry), faults.length === 0 ? "No faults." : null)}
        ${jsonForm({ title: "Add a fault", call: "POST /faults", done: "Added the fault.", examples: FAULTS })}
      </section>
      <section aria-labelledby="dialect-title">
        <h2 id="dialect-title">Dialect</h2>
        <p class="note" id="dialect-state" data-live>${
          changed.length === 0
            ? "All settings have their defaults."
            : `Changed: ${changed.map((name) => `${name}=${dialect[name]}`).join(", ")}.`
        }</p>
        ${jsonForm({ title: "Change settings", call: "POST /dialect", done: "Changed until the next reset.", examples: DEFAULTS })}
      </section>
      <section class="tools" aria-labelledby="reset-title">
        <h2 id="reset-title">Reset</h2>
        <p class="note">Removes all objects, faults and calls, and restores the initial dialect.</p>
        ${button({ words: "Reset everything", call: "POST /reset", done: "Removed everything and restored the dialect.", confirm: "Really remove everything" })}
      </section>
    </div>
  </div>
</main>
<footer><p>The guides <code>docs/guides/simulator*.md</code> of the package describe faults, seeds and dialects.</p></footer>`;
}

function connectPanel({ world, journal, credentials }: Simulation, host: string): Markup {
  const url = `http://${host}`;
  const isNew = world.all().length + journal.list().length === 0;
  return element`<details class="panel"${isNew ? element` open` : null}><summary>Connect a stack</summary>
  <p class="note">${
    credentials === undefined
      ? "Any user id and workspace id are accepted. Each workspace has its own objects."
      : "Only the configured credentials are accepted. Put them in place of me and ours."
  }</p>
  <pre tabindex="0" role="region" aria-label="Commands">${textLines(`# For a shell in which cdktf or terraform runs
export OUTREACH_BASE_URL=${url} OUTREACH_USER_ID=me OUTREACH_WORKSPACE_ID=ours
# One call of the API
curl -sS ${url}${operations.ListSnippet.path} -H 'content-type: application/json' -d '{"userId": "me", "workspaceId": "ours"}'
# One call of the control interface
curl -sS ${url}/__simulator/objects -H 'content-type: application/json' -d '{}'`)}</pre></details>`;
}

interface Button {
  readonly words: string;
  /** The thing that the button acts on, for screen readers. */
  readonly of?: string;
  /** The call of the control interface, and its body. @default body: {} */
  readonly call: string;
  readonly body?: object;
  readonly done: string;
  /** Text that the button shows after the first click. Only the second click acts. */
  readonly confirm?: string;
}

function button({ words, of, call, body = {}, done, confirm }: Button): Markup {
  const name = of === undefined ? null : element` aria-label="${`${words} ${of}`}"`;
  const careful = confirm === undefined ? null : element` data-confirm="${confirm}" data-words="${words}"`;
  return element`<button type="button" class="tools" data-call="${call}"${exactAttribute("data-body", JSON.stringify(body))} data-done="${done}"${careful}${name}>${words}</button>`;
}

function jsonForm(form: {
  readonly title: string;
  readonly call: string;
  readonly done: string;
  readonly examples: Readonly<Record<string, object>>;
}): Markup {
  const examples = Object.entries(form.examples).map(
    ([words, body]) => [words, JSON.stringify(body, null, 1)] as const,
  );
  return element`<details class="panel tools">
    <summary>${form.title}</summary>
    <form data-call="${form.call}" data-done="${form.done}">
      <label>Example <select data-example>${examples.map(
        ([words, json]) => element`<option${exactAttribute("value", json)}>${words}</option>`,
      )}</select></label>
      <label>JSON <textarea name="json" rows="6" spellcheck="false">${exactContent(examples[0]![1])}</textarea></label>
      <div class="bar"><button type="submit" class="main">Send</button></div>
    </form>
  </details>`;
}

const SEEDS: Readonly<Record<string, Seed>> = {
  "A snippet": { workspaceId: "ours", snippets: [{ name: "Opener", prompt: "Write to {first_name}." }] },
  "A cluster": { workspaceId: "ours", clusters: [{ name: "Sales", description: "", associatedCount: 12 }] },
};

const SETTINGS = Object.keys(defaultDialect) as (keyof Dialect)[];
const DEFAULTS = Object.fromEntries(SETTINGS.map((name) => [name, { [name]: defaultDialect[name] }]));

const CREATES = ["CreateCluster", "CreateSnippet"] as const;
const FAULTS: Readonly<Record<string, FaultRule>> = {
  "The next create works, but its response is lost": {
    operation: CREATES,
    nth: 1,
    effect: { type: "reset", when: "after" },
  },
  "Every second call fails with 503": { probability: 0.5, effect: { type: "status", status: 503 } },
  "The next call gets a 429 with Retry-After: 2": { nth: 1, effect: { type: "throttle", retryAfter: 2 } },
  "Creates wait until you release them": { operation: CREATES, effect: { type: "hold" } },
  "3 reads do not see a new object": { operation: CREATES, effect: { type: "hide", reads: 3 } },
};

function list(id: string, entries: readonly Markup[], note: string | null): Markup {
  const last = note === null ? null : element`<p class="note" data-key="note">${note}</p>`;
  return element`<div id="${id}" data-list>${entries}${last}</div>`;
}

function callRow({ number, faults, status, ...call }: JournalEntry): Markup {
  const tone = status === null ? "warning" : status < 300 ? "create" : "error";
  return element`<details class="call"${exactAttribute("data-key", String(number))}>
  <summary>
    <span class="count">${number}</span>
    <code class="operation">${call.operation ?? `${call.method} ${call.path}`}</code>
    <span class="${`badge ${tone}`}">${status ?? call.outcome}</span>
    <span class="ms">${call.durationMs === null ? "…" : `${call.durationMs} ms`}</span>
    ${faults.map((id) => element`<span class="badge warning">${id}</span> `)}
  </summary>
  <p class="note">${call.at}</p>
  <pre>${call.body === null ? "No JSON body." : textLines(JSON.stringify(call.body, null, 2))}</pre>
</details>`;
}

function faultEntry({ id, rule, matched, struck }: FaultReport): Markup {
  const [body, of] = [{ id }, id];
  const isKept = rule.effect.type === "hold" || rule.effect.type === "hide";
  const release = button({ words: "Release", of, call: "POST /release", body, done: `Released ${id}.` });
  const remove = button({ words: "Remove", of, call: "DELETE /faults", body, done: `Removed ${id}.` });
  return element`<div class="entry warning fault"${exactAttribute("data-key", id)}>
  <p><strong>${id}</strong> <span class="note">struck ${struck} of ${matched} calls</span></p>
  <code>${JSON.stringify(rule)}</code>
  <div class="bar">${isKept ? release : null} ${remove}</div>
</div>`;
}

function objectList({ world, redactor }: Simulation): Markup {
  const objects = world.all();
  const workspaces = [...new Set(objects.map(({ workspaceId }) => workspaceId))];
  const left = objects.length - SHOWN_OBJECTS;
  const more = left > 0 ? `${left} older objects are not shown.` : null;
  const shown = objects.slice(-SHOWN_OBJECTS).reverse();
  return list(
    "objects",
    shown.map((object) => article(object, workspaces.indexOf(object.workspaceId) + 1, redactor)),
    objects.length === 0 ? "No objects yet. Deploy a stack, or add some here." : more,
  );
}

function article(object: SimulatedObject, workspace: number, redactor: Redactor): Markup {
  const { kind, id, name, lastUpdatedAt } = object;
  const text = textOf(object);
  // An editor for redacted texts would store `(sensitive)`.
  const isShownWhole = [name, text].every((one) => redactor.text(one) === one);
  return element`<article class="${`entry ${kind === "cluster" ? "update" : "create"}`}"${exactAttribute("data-key", id)}>
  <div class="head">
    <h3><span class="badge">${kind}</span> <bdi class="name">${redactor.text(name)}</bdi></h3>
    <p class="where"><code>${id}</code> <span>workspace ${workspace}</span> ${kind === "cluster" ? element`<span>${object.associatedCount} linked</span> ` : null}<span>updated ${lastUpdatedAt}</span></p>
  </div>
  <p class="text">${textLines(redactor.text(text))}</p>
  ${isShownWhole ? editor(object) : element`<p class="note">This object contains an identity value, so it cannot be edited here.</p>`}
</article>`;
}

function editor(object: SimulatedObject): Markup {
  const { kind, id, name } = object;
  const field = kind === "cluster" ? "description" : "prompt";
  const remove = { of: name, call: "POST /delete", body: { id }, done: "Deleted." };
  return element`<details class="edit tools">
    <summary>Edit <span class="unseen">${name}</span></summary>
    <form${exactAttribute("data-id", id)}>
      <label>name <input name="name"${exactAttribute("value", name)}></label>
      <label>${field} <textarea name="${field}" rows="6">${exactContent(textOf(object))}</textarea></label>
      ${kind === "cluster" ? element`<label>linked mailboxes <input name="associatedCount" type="number" min="0" value="${object.associatedCount}"></label>` : null}
      <div class="bar"><button type="submit" class="main">Save</button> ${button({ words: "Delete", confirm: "Delete permanently", ...remove })}</div>
    </form>
  </details>`;
}
