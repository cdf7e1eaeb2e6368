import type { Sample } from "../../../prompts";
import { element, exactAttribute, type Markup } from "../../../render/markup";
import { makeVisible, visibleLines } from "../../../render/visible-text";
import { capitalized } from "../../../util/text";
import type { ReviewDocument } from "../document";

export function controls({ totals, samples, entries }: ReviewDocument): Markup {
  const filled = entries.flatMap(({ preview }) => preview?.variables ?? []);
  const variables = new Set(filled.map((variable) => variable.normalize("NFC")));
  const kinds = totals.map(({ kind }) => element`<option value="${kind}">${capitalized(kind)}</option>`);
  return element`<form class="filter" id="filter" role="search" aria-label="Filter" hidden>
    <label for="query">Filter</label>
    <input type="search" id="query" placeholder="Name, address or text" autocomplete="off" spellcheck="false" />
    <select id="kind" aria-label="Kind"><option value="">All kinds</option>${kinds}</select>
    ${variables.size === 0 ? null : sampleChoice(samples, [...variables].sort())}
    <p id="shown" role="status"></p>
    <button type="button" class="quiet" id="show-all" hidden>Show all</button>
    <button type="button" class="quiet" id="unfold">Unfold all</button>
    <button type="button" class="quiet" id="fold">Fold all</button>
  </form>
  <p class="none" id="none" hidden>Nothing matches the filter.</p>`;
}

function sampleChoice(samples: readonly Sample[], variables: readonly string[]): Markup {
  const names = samples.map(({ name }, i) => element`<option value="${i}">Filled: ${name}</option>`);
  const without = variables.map(
    (one) => element`<option${exactAttribute("value", one)}>Without {${one}}</option>`,
  );
  // The script shows the texts unchanged, so their invisible characters are spelled out here.
  const values = samples.map(({ name, values }) => [
    makeVisible(name),
    Object.entries(values).map(([variable, value]) => [variable, visibleLines(value)]),
  ]);
  const data = exactAttribute("data-samples", JSON.stringify(values));
  return element`<label for="sample">Prompts</label>
    <select id="sample" autocomplete="off"${data}><option value="">Template only</option>${names}</select>
    <select id="without" autocomplete="off" aria-label="Without a value of" disabled><option value="">With all values</option>${without}</select>`;
}

/** The script creates no HTML from text. */
export const SCRIPT = `"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const normal = (text) => text.normalize("NFKC").toLowerCase().replace(/\\s+/g, " ");
  const form = byId("filter");
  const entries = all("[data-kinds]");

  // Reads the text of an entry once, when a search first needs it: a large plan has a lot of text.
  const texts = new Map();
  const textOf = (entry) => {
    if (!texts.has(entry)) texts.set(entry, normal(entry.textContent));
    return texts.get(entry);
  };

  const filter = () => {
    const words = normal(byId("query").value).split(" ");
    const kind = byId("kind").value;
    for (const entry of entries) {
      const isOfKind = kind === "" || entry.dataset.kinds.split(" ").includes(kind);
      entry.hidden = !isOfKind || !words.every((word) => word === "" || textOf(entry).includes(word));
    }
    for (const group of all("[data-group]"))
      group.hidden = all("[data-kinds]", group).every(({ hidden }) => hidden);
    const shown = entries.filter(({ hidden }) => !hidden).length;
    byId("none").hidden = shown > 0;
    byId("show-all").hidden = shown === entries.length;
    byId("shown").textContent = shown + " of " + entries.length + " shown";
  };

  const reset = () => {
    byId("query").value = byId("kind").value = "";
    filter();
  };

  // Below the diff of a prompt, shows a copy without marks, in which the values of a sample replace the placeholders.
  const choice = byId("sample");
  const samples = JSON.parse(choice?.dataset.samples ?? "[]");
  const variables = new Set(all("#without option").map(({ value }) => value));
  const fillLine = (line, valueOf) => {
    for (const summary of all("summary", line)) summary.remove();
    // Every second part is in braces. A doubled placeholder is no placeholder, so it stays.
    const parts = line.textContent.split(/(\\{\\{[^{}]*\\}\\}|\\{[^{}]+\\})/);
    const filled = parts.map((part, i) => {
      const variable = part.slice(1, -1).normalize("NFC");
      if (i % 2 === 0 || !variables.has(variable)) return part;
      const slot = document.createElement("var");
      slot.textContent = valueOf.get(variable) ?? part;
      slot.classList.toggle("gap", (valueOf.get(variable) ?? "").trim() === "");
      return slot;
    });
    line.replaceChildren(...filled);
  };
  const fill = () => {
    const [sample, values] = samples[choice.value] ?? [];
    const without = byId("without").value;
    byId("without").disabled = sample === undefined;
    const valueOf = new Map(values);
    valueOf.delete(without);
    for (const preview of all(".filled")) preview.remove();
    for (const prompt of sample === undefined ? [] : all("[data-fills] .text")) {
      const preview = document.createElement("div");
      const caption = preview.appendChild(document.createElement("p"));
      preview.className = "filled";
      caption.className = "caption";
      caption.textContent = "Filled with the sample " + sample + (without && ", without {" + without + "}");
      preview.append(prompt.querySelector(".diff").cloneNode(true));
      for (const line of all(".line", preview)) fillLine(line, valueOf);
      prompt.append(preview);
    }
  };
  if (choice !== null) for (const one of [choice, byId("without")]) one.addEventListener("change", fill);

  const setOpen = (open) => {
    for (const details of all("details")) details.open = open;
  };

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", filter);
  byId("show-all").addEventListener("click", () => {
    reset();
    byId("query").focus();
  });
  byId("unfold").addEventListener("click", () => setOpen(true));
  byId("fold").addEventListener("click", () => setOpen(false));

  // Shows the entry that a link leads to: the filter may hide it, or it may be folded.
  const reveal = () => {
    const target = location.hash === "" ? null : byId(location.hash.slice(1));
    if (target === null) return;
    if (target.closest("[hidden]") !== null) reset();
    for (const details of all(":scope > details", target)) details.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);

  form.hidden = false;
  filter();
  reveal();
})();
`;
