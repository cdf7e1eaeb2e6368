import {
  contentPolicy,
  element,
  exactAttribute,
  exactContent,
  htmlPage,
  type Markup,
  textLines,
} from "../../render/markup";
import { promptVariables } from "../../prompts";
import { type SimulatedObject, textOf } from "../common";
import { type Dialect, defaultDialect } from "../dialect";
import type { FaultReport } from "../faults";
import type { HttpResponse } from "../http";
import type { JournalEntry } from "../journal";
import type { Redactor } from "../redact";
import type { Simulation } from "../simulation";
import { SCRIPT } from "./script";
import { STYLES } from "./styles";

const SHOWN_CALLS = 50;
const SHOWN_OBJECTS = 200;
const POLICY = contentPolicy(STYLES, SCRIPT, ["connect-src 'self'", "frame-ancestors 'none'"]);

export function page(simulation: Simulation): HttpResponse {
  const body = htmlPage({
    title: "Outreach simulator",
    styles: STYLES,
    script: SCRIPT,
    policy: null,
    skip: { target: "objects-title", words: "Skip to the objects" },
    body: bodyOf(simulation),
  });
  const types = { "content-type": "text/html; charset=utf-8", "content-security-policy": POLICY };
  return { status: 200, headers: types, body };
}

function bodyOf(simulation: Simulation): Markup {
  const { journal, dialect } = simulation;
  const calls = journal.list().slice(-SHOWN_CALLS).reverse().map(callRow);
  const faults = simulation.redactedFaults().map(faultEntry);
  const changed = (Object.keys(defaultDialect) as (keyof Dialect)[])
    .filter((name) => dialect[name] !== defaultDialect[name])
    .map((name) => `${name}=${dialect[name]}`);
  const clear = button({ words: "Clear", of: "calls", send: "DELETE /journal" });
  const remove = button({ words: "Remove all", of: "faults", send: "DELETE /faults" });
  const reset = { words: "Reset everything", send: "POST /reset", confirm: "Really remove everything?" };
  return element`<header>
  <p class="maker">cdktf-outreach</p>
  <h1>Outreach simulator</h1>
  <p class="tools" id="status" role="status"></p>
</header>
<main>
  ${callForm(dialect)}
  <div class="bench">
    ${section("objects", "Objects", null, objectList(simulation))}
    <div>
      ${section("calls", "Calls", clear, calls.length === 0 ? note("No calls yet.") : calls)}
      ${section("faults", "Faults", remove, faults.length === 0 ? note("No faults.") : faults)}
      ${section("dialect", "Dialect", button(reset), note(changed.length === 0 ? "All settings have their defaults." : `Changed: ${changed.join(", ")}.`))}
    </div>
  </div>
</main>
<footer><p>The guides <code>docs/guides/simulator*.md</code> of the package describe faults, seeds and dialects.</p></footer>`;
}

function section(id: string, title: string, tool: Markup | null, content: Markup | readonly Markup[]) {
  return element`<section aria-labelledby="${`${id}-title`}">
  <div class="bar"><h2 id="${`${id}-title`}" tabindex="-1">${title}</h2>${tool}</div>
  <div id="${id}" data-live>${content}</div>
</section>`;
}

function note(text: string): Markup {
  return element`<p class="note">${text}</p>`;
}

function callText(call: string, body: object): string {
  return `${call}\n${JSON.stringify(body, null, 1)}`;
}

const operation = ["CreateCluster", "CreateSnippet"];
const snippets = [{ name: "Opener", prompt: "Write to {first_name}." }];
const clusters = [{ name: "Sales", description: "", associatedCount: 12 }];
const LOST = { operation, nth: 1, effect: { type: "reset", when: "after" } };
const EXAMPLES: readonly (readonly [words: string, call: string, body: object])[] = [
  ["Add a snippet", "POST /seed", { workspaceId: "ours", snippets }],
  ["Add a cluster", "POST /seed", { workspaceId: "ours", clusters }],
  ["Set linked mailboxes", "POST /associated-count", { id: "…", count: 3 }],
  ["The next create works, but its response is lost", "POST /faults", LOST],
  ["Every second call fails", "POST /faults", { probability: 0.5, effect: { type: "status", status: 503 } }],
  ["The next call gets a 429", "POST /faults", { nth: 1, effect: { type: "throttle", retryAfter: 2 } }],
  ["Creates wait until you release them", "POST /faults", { operation, effect: { type: "hold" } }],
  ["3 reads do not see a new object", "POST /faults", { operation, effect: { type: "hide", reads: 3 } }],
];

function callForm(dialect: Dialect): Markup {
  const all = [...EXAMPLES, ["Change settings until the next reset", "POST /dialect", dialect] as const];
  const examples = all.map(([words, call, body]) => [words, callText(call, body)] as const);
  return element`<details class="panel tools" open>
    <summary>Send a call of the control interface</summary>
    <form>
      <label>Example <select>${examples.map(
        ([words, call]) => element`<option${exactAttribute("value", call)}>${words}</option>`,
      )}</select></label>
      <label>Call and its JSON <textarea name="call" rows="8" spellcheck="false">${exactContent(examples[0]![1])}</textarea></label>
      <div class="bar"><button type="submit" class="main">Send</button></div>
    </form>
    <pre id="filled" aria-label="Filled prompt" tabindex="-1" hidden></pre>
  </details>`;
}

interface Button {
  readonly words: string;
  /** Name of the object that the button changes, for screen readers. */
  readonly of?: string;
  readonly send?: string;
  readonly fill?: string;
  readonly confirm?: string;
}

function button({ words, of, send, fill, confirm }: Button): Markup {
  const name = of === undefined ? null : element` aria-label="${`${words} ${of}`}"`;
  const careful = confirm === undefined ? null : element` data-confirm="${confirm}"`;
  const act =
    send === undefined ? exactAttribute("data-fill", fill ?? "") : exactAttribute("data-send", send);
  return element`<button type="button" class="tools"${act}${careful}${name}>${words}</button>`;
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
  ${note(call.at)}
  <pre>${call.body === null ? "No JSON body." : textLines(JSON.stringify(call.body, null, 2))}</pre>
</details>`;
}

function faultEntry({ id, rule, matched, struck }: FaultReport): Markup {
  const isKept = rule.effect.type === "hold" || rule.effect.type === "hide";
  const release = { words: "Release", of: id, send: callText("POST /release", { id }) };
  return element`<div class="entry warning fault"${exactAttribute("data-key", id)}>
  <p><strong>${id}</strong> <span class="note">struck ${struck} of ${matched} calls</span></p>
  <code>${JSON.stringify(rule)}</code>
  <div class="bar">${isKept ? button(release) : null} ${button({ words: "Remove", of: id, send: callText("DELETE /faults", { id }) })}</div>
</div>`;
}

function objectList({ world, redactor }: Simulation): readonly Markup[] {
  const objects = world.all();
  if (objects.length === 0) return [note("No objects yet. Deploy a stack, or add some here.")];
  const workspaces = [...new Set(objects.map(({ workspaceId }) => workspaceId))];
  const left = objects.length - SHOWN_OBJECTS;
  const shown = objects.slice(-SHOWN_OBJECTS).reverse();
  const articles = shown.map((object) =>
    article(object, workspaces.indexOf(object.workspaceId) + 1, redactor),
  );
  return left > 0 ? [...articles, note(`${left} older objects are not shown.`)] : articles;
}

/** Writes a call that fills the prompt, with an empty value for each variable. */
function fillButton(object: SimulatedObject): Markup | null {
  const variables = object.kind === "snippet" ? promptVariables(object.prompt) : [];
  if (variables.length === 0) return null;
  const values = Object.fromEntries(variables.map((one) => [one, ""]));
  return button({ words: "Fill", of: object.name, fill: callText("POST /fill", { id: object.id, values }) });
}

function article(object: SimulatedObject, workspace: number, redactor: Redactor): Markup {
  const { kind, id, name, lastUpdatedAt } = object;
  const text = textOf(object);
  const changes = { name, [kind === "cluster" ? "description" : "prompt"]: text };
  const edit = callText("POST /update", { id, changes });
  const remove = { send: callText("POST /delete", { id }), confirm: "Delete permanently?" };
  // Editing a redacted text would store `(sensitive)`, so an object with a redacted text gets no Edit button.
  const isShownWhole = [name, text].every((one) => redactor.text(one) === one);
  const tools = element`<div class="bar">${button({ words: "Edit", of: name, fill: edit })} ${fillButton(object)} ${button({ words: "Delete", of: name, ...remove })}</div>`;
  return element`<article class="${`entry ${kind === "cluster" ? "update" : "create"}`}"${exactAttribute("data-key", id)}>
  <div class="head">
    <h3><span class="badge">${kind}</span> <bdi class="name">${redactor.text(name)}</bdi></h3>
    <p class="where"><code>${id}</code> <span>workspace ${workspace}</span> ${kind === "cluster" ? element`<span>${object.associatedCount} linked</span> ` : null}<span>updated ${lastUpdatedAt}</span></p>
  </div>
  <p class="text">${textLines(redactor.text(text))}</p>
  ${isShownWhole ? tools : note("This object contains an identity value, so it cannot be edited here.")}
</article>`;
}
