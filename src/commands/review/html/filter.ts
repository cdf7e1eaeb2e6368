import { element, type Markup } from "../../../render/markup";
import type { ReviewDocument } from "../document";
import type { Kind } from "../document/entries";
import { labelOf } from "./entries";

export function controls({ totals, entries }: ReviewDocument): Markup {
  const hasOutliers = entries.some(({ kinds }) => kinds.includes("outlier"));
  const kinds: Kind[] = [...totals.map(({ kind }) => kind), ...(hasOutliers ? (["outlier"] as const) : [])];
  const chip = (kind: Kind) =>
    element`<button type="button" class="chip ${kind}" aria-pressed="false" data-kind="${kind}">${labelOf(kind)}</button> `;
  return element`<form class="filter" id="filter" role="search" aria-label="Filter" hidden>
    <div class="find">
      <label for="query">Filter</label>
      <input type="search" id="query" placeholder="Name, address or text" autocomplete="off" spellcheck="false" />
    </div>
    <div class="more">
      <p id="shown" role="status"></p>
      <button type="button" class="quiet" id="reset" hidden>Show all</button>
      <button type="button" class="quiet" id="unfold">Unfold all</button>
      <button type="button" class="quiet" id="fold">Fold all</button>
    </div>
    <div class="chips" role="group" aria-label="Show only">
      ${kinds.map(chip)}
    </div>
  </form>`;
}

export const NONE_FOUND = element`<p class="none" id="none" hidden>Nothing matches the filter.</p>`;

/** The script of the page. The script creates no HTML from text, and the page is complete without it. */
export const SCRIPT = `"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const normal = (text) => text.normalize("NFKC").toLowerCase().replace(/\\s+/g, " ");
  const form = byId("filter");
  const query = byId("query");
  const chips = all("[data-kind]", form);
  const groups = all("[data-group]").map((element) => {
    const of = all("[data-kinds]", element);
    return { element, of, count: element.querySelector(":scope > h2 > .count") };
  });
  const entries = all("[data-kinds]").map((element) => ({ element, kinds: element.dataset.kinds.split(" ") }));

  // Reads the texts of an entry once, when a search first needs them: a large plan has a lot of text. The
  // objects of a group are searched one by one.
  const textsOf = (entry) => {
    if (entry.texts !== undefined) return entry.texts;
    const members = all(".names > li", entry.element).map((element) => {
      const stack = element.parentElement.previousElementSibling.textContent;
      return { element, text: normal(stack + " " + element.textContent) };
    });
    const copy = entry.element.cloneNode(true);
    for (const list of all(".members", copy)) list.remove();
    return (entry.texts = { own: normal(copy.textContent), members });
  };

  const matches = (entry, words) => {
    const { own, members } = textsOf(entry);
    const left = words.filter((word) => !own.includes(word));
    let found = 0;
    for (const { element, text } of members) {
      const isShown = left.every((word) => text.includes(word));
      element.hidden = !isShown;
      if (isShown) found += 1;
    }
    if (left.length > 0 && found > 0) for (const list of all(".members", entry.element)) list.open = true;
    return left.length === 0 || found > 0;
  };

  const filter = () => {
    const words = normal(query.value).split(" ").filter((word) => word !== "");
    const kinds = chips.filter((chip) => chip.ariaPressed === "true").map((chip) => chip.dataset.kind);
    const isFiltered = words.length + kinds.length > 0;
    let shown = 0;
    for (const entry of entries) {
      const isShown =
        (kinds.length === 0 || kinds.some((kind) => entry.kinds.includes(kind))) &&
        ((words.length === 0 && entry.texts === undefined) || matches(entry, words));
      entry.element.hidden = !isShown;
      if (isShown) shown += 1;
    }
    for (const { element, of, count } of groups) {
      const left = of.filter(({ hidden }) => !hidden).length;
      element.hidden = isFiltered && left === 0;
      if (count !== null) count.textContent = isFiltered ? left + " of " + of.length : of.length;
    }
    byId("none").hidden = !isFiltered || shown > 0;
    byId("reset").hidden = !isFiltered;
    const total = entries.length === 1 ? "1 entry" : entries.length + " entries";
    byId("shown").textContent = isFiltered ? shown + " of " + total + " shown" : total;
  };

  const reset = () => {
    query.value = "";
    for (const chip of chips) chip.ariaPressed = "false";
    filter();
  };

  const setOpen = (selector, open) => {
    for (const details of all(selector)) details.open = open;
  };

  form.addEventListener("submit", (event) => event.preventDefault());
  query.addEventListener("input", filter);
  for (const chip of chips) {
    chip.addEventListener("click", () => {
      chip.ariaPressed = String(chip.ariaPressed !== "true");
      filter();
    });
  }
  byId("reset").addEventListener("click", () => {
    reset();
    query.focus();
  });
  byId("unfold").addEventListener("click", () => setOpen("details", true));
  byId("fold").addEventListener("click", () => setOpen("details", false));

  // Shows the entry that a link leads to: the filter may hide it, or it may be folded.
  const reveal = () => {
    const target = location.hash === "" ? null : byId(location.hash.slice(1));
    if (target === null) return;
    if (target.closest("[hidden]") !== null) reset();
    for (const details of all(":scope > details", target)) details.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);

  let folded = [];
  addEventListener("beforeprint", () => {
    folded = all("details:not([open])");
    for (const details of folded) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of folded) details.open = false;
  });

  form.hidden = false;
  filter();
  reveal();
})();
`;
