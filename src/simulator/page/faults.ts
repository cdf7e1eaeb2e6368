import { element, exactAttribute, exactContent, type Markup } from "../../page/markup";
import type { FaultRule } from "../fault-rules";
import type { FaultReport } from "../faults";
import type { Simulation } from "../simulation";
import { button } from "./controls";

const CREATES = ["CreateCluster", "CreateSnippet"] as const;

/** Example rules. The form fills its text field with the one that the user chooses. */
const PRESETS: readonly (readonly [string, FaultRule])[] = [
  [
    "The next create works, but its response is lost",
    { operation: CREATES, nth: 1, effect: { type: "reset", when: "after" } },
  ],
  ["Every second call fails with 503", { probability: 0.5, effect: { type: "status", status: 503 } }],
  ["The next call gets a 429 with Retry-After: 2", { nth: 1, effect: { type: "throttle", retryAfter: 2 } }],
  ["Every call takes 2 seconds", { effect: { type: "delay", ms: 2000 } }],
  ["Creates wait until you release them", { operation: CREATES, effect: { type: "hold" } }],
  ["3 reads do not see a new object", { operation: CREATES, effect: { type: "hide", reads: 3 } }],
  [
    "The response to the next read is HTML",
    { operation: ["GetCluster", "GetSnippet"], nth: 1, effect: { type: "content", content: "html" } },
  ],
];

/** Returns the fault rules and the form that adds one. */
export function faultPanel(simulation: Simulation): Markup {
  const faults = simulation.redactedFaults();
  return element`<section aria-labelledby="faults-title">
  <div class="bar">
    <h2 id="faults-title" tabindex="-1">Faults</h2>
    ${button({ words: "Remove all", action: "clear-faults", of: "faults" })}
  </div>
  <div id="faults" data-list>${faults.map(entry)}${
    faults.length === 0 ? element`<p class="note" data-key="none">No faults.</p>` : null
  }</div>
  <details class="panel tools">
    <summary>Add a fault</summary>
    <form data-action="fault">
      <label>Example <select id="preset">${PRESETS.map(
        ([words, rule]) => element`<option${exactAttribute("value", laidOut(rule))}>${words}</option>`,
      )}</select></label>
      <label>Rule, as JSON <textarea name="rule" id="rule" rows="6" spellcheck="false">${exactContent(laidOut(PRESETS[0]![1]))}</textarea></label>
      <div class="bar"><button type="submit" class="main">Add fault</button></div>
    </form>
  </details>
</section>`;
}

function laidOut(rule: FaultRule): string {
  return JSON.stringify(rule, null, 1);
}

function entry({ id, rule, matched, struck }: FaultReport): Markup {
  const isKept = rule.effect.type === "hold" || rule.effect.type === "hide";
  return element`<div class="entry warning fault"${exactAttribute("data-key", id)}>
  <p><strong>${id}: ${effectWords(rule)}</strong> <span class="note">struck ${struck} of ${matched} calls</span></p>
  <code>${JSON.stringify(rule)}</code>
  <div class="bar">${isKept ? button({ words: "Release", action: "release", of: id, id }) : null} ${button({ words: "Remove", action: "clear-fault", of: id, id })}</div>
</div>`;
}

/** Returns the type of an effect and its short values, such as `status 503` or `reset after`. */
export function effectWords({ effect }: FaultRule): string {
  const { type, ...rest } = effect;
  const values = Object.entries(rest).filter(([name, value]) => name !== "body" && typeof value !== "object");
  return [type, ...values.map(([, value]) => String(value))].join(" ");
}
