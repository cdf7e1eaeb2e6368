import { element, type Markup } from "../../../page/markup";
import type { Totals } from "../model/review";
import { type Kind, kindsOfTotals, labelOf } from "./kinds";

/** Returns the form that filters the entries. It needs the script, and is hidden until the script runs. */
export function controls(totals: Totals): Markup {
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
      ${kindsOfTotals(totals).map(chip)}
    </div>
  </form>`;
}

function chip(kind: Kind): Markup {
  return element`<button type="button" class="chip ${kind}" aria-pressed="false" data-kind="${kind}">${labelOf(kind)}</button> `;
}

/** The text that the script shows if nothing matches the filter. */
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
    return { element, of, count: element.querySelector(":scope > h3 > .count") };
  });
  const entries = all("[data-kinds]").map((element) => ({ element, kinds: element.dataset.kinds.split(" ") }));

  // Reads the text of an entry once, when a search first needs it: a large plan has a lot of text.
  const textOf = (entry) => {
    const stack = entry.element.closest(".stack").querySelector("h2").textContent;
    return (entry.text ??= normal(stack + " " + entry.element.textContent));
  };

  const filter = () => {
    const words = normal(query.value).split(" ").filter((word) => word !== "");
    const kinds = chips.filter((chip) => chip.ariaPressed === "true").map((chip) => chip.dataset.kind);
    const isFiltered = words.length + kinds.length > 0;
    let shown = 0;
    for (const entry of entries) {
      const isShown =
        (kinds.length === 0 || kinds.some((kind) => entry.kinds.includes(kind))) &&
        words.every((word) => textOf(entry).includes(word));
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
