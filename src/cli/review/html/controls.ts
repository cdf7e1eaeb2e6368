import type { Totals } from "../model";
import { element, type Markup } from "../../../page/markup";
import { kindsOfTotals, labelOf } from "./kinds";

/** The script shows it: without one, there is nothing that it could do. */
export function controls(totals: Totals): Markup {
  return element`<form class="filter" id="filter" role="search" aria-label="Filter" hidden>
    <div class="find">
      <label for="query">Filter</label>
      <input
        type="search"
        id="query"
        placeholder="Name, address or text"
        autocomplete="off"
        spellcheck="false"
      />
    </div>
    <div class="more">
      <p id="shown" role="status"></p>
      <button type="button" class="quiet" id="reset" hidden>Show all</button>
      <button type="button" class="quiet" id="unfold">Unfold all</button>
      <button type="button" class="quiet" id="fold">Fold all</button>
    </div>
    <div class="chips" role="group" aria-label="Show only">
      ${kindsOfTotals(totals).map(
        (kind) =>
          element`<button type="button" class="chip ${kind}" aria-pressed="false" data-kind="${kind}">
            ${labelOf(kind)}
          </button>`,
      )}
    </div>
  </form>`;
}
