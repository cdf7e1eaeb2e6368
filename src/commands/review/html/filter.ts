import { element, type Markup } from "../../../render/markup";
import { capitalized } from "../../../util/text";
import type { ReviewDocument } from "../document";

export function controls({ totals }: ReviewDocument): Markup {
  const kinds = totals.map(({ kind }) => element`<option value="${kind}">${capitalized(kind)}</option>`);
  return element`<form class="filter" id="filter" role="search" aria-label="Filter" hidden>
    <label for="query">Filter</label>
    <input type="search" id="query" placeholder="Name, address or text" autocomplete="off" spellcheck="false" />
    <select id="kind" aria-label="Kind"><option value="">All kinds</option>${kinds}</select>
    <p id="shown" role="status"></p>
    <button type="button" class="quiet" id="show-all" hidden>Show all</button>
    <button type="button" class="quiet" id="unfold">Unfold all</button>
    <button type="button" class="quiet" id="fold">Fold all</button>
  </form>
  <p class="none" id="none" hidden>Nothing matches the filter.</p>`;
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
    form.reset();
    filter();
  };

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
