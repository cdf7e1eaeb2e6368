import { BASE_STYLES } from "../../../page/base-styles";
import { DIFF_STYLES } from "./diff-styles";

const LAYOUT = `
#changes:focus { outline: none; }
.nothing { margin-top: 1rem; font-size: 1.125rem; }
.nothing, .done { color: var(--create); }
.failed { color: var(--danger); }

.dangers { margin-bottom: 1rem; padding: 1rem 1.25rem; background: var(--danger-ground); border: 1px solid var(--danger); border-left-width: .375rem; border-radius: .5rem; }
.dangers h2 { color: var(--danger); margin-bottom: .5rem; }
.dangers li { padding: .1875rem 0; }
.dangers a { font-weight: 600; color: inherit; }
.dangers strong { color: var(--danger); }
.aside { font-size: .875rem; }

.roll-up { margin-bottom: 1.25rem; }
.scroll { overflow-x: auto; margin-top: .5rem; background: var(--surface); border: 1px solid var(--line); border-radius: .5rem; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { padding: .4375rem .75rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
th:first-child { text-align: left; }
thead th { color: var(--muted); font-weight: 500; }
td { color: var(--tone); font-weight: 600; }
tfoot th, tfoot td { border-bottom: 0; background: var(--sunken); }
th .done, th .failed { font-weight: 400; margin-left: .5rem; }

.filter { display: flex; flex-wrap: wrap; gap: .625rem 1rem; align-items: center; margin: 0 0 .5rem; padding: .75rem 1rem; background: var(--surface); border: 1px solid var(--line); border-radius: .5rem; }
.find { display: flex; gap: .5rem; align-items: center; flex: 1 1 20rem; }
.chips { display: flex; flex-wrap: wrap; gap: .375rem; flex: 1 1 100%; }
.chip { color: var(--tone); }
.chip:hover { background: var(--ground); }
.chip[aria-pressed="true"] { color: var(--surface); background: var(--tone); border-color: var(--tone); }
.chip[aria-pressed="true"]::before { content: "✓ " / ""; }
.more { display: flex; flex-wrap: wrap; gap: .25rem .5rem; align-items: center;  font-size: .875rem; color: var(--muted); }
.more p { padding-right: .5rem; font-variant-numeric: tabular-nums; }
.none { margin-top: 1.5rem; font-size: 1.125rem; }
/* A ring of the page's colour covers what scrolls by above, beneath and beside the filter. */
@media (min-width: 60rem) and (min-height: 40rem) {
  html { scroll-padding-top: 11rem; }
  .filter { position: sticky; top: .5rem; z-index: 1; box-shadow: 0 0 0 .75rem var(--page); }
}
/* The first change is on the first screen of a phone. */
@media screen and (max-width: 52rem) {
  button { min-height: 2.5rem; }
  header { padding-top: .75rem; padding-bottom: .75rem; }
  h1 { font-size: 1.375rem; }
  .totals { gap: 0 1rem; margin-top: .25rem; }
  .totals .number { display: inline; font-size: 1.125rem; }
  .dangers { padding: .5rem .75rem; margin-bottom: .75rem; }
  .dangers h2, .roll-up h2 { font-size: 1.0625rem; }
  .roll-up { margin-bottom: .75rem; }
  .scroll { max-height: 8.25rem; overflow-y: auto; }
  th, td { padding: .125rem .5rem; }
  .filter { gap: .25rem .5rem; padding: .375rem .5rem; }
  .find { flex-basis: 100%; }
  .more { flex-wrap: nowrap; }
  .chips { flex-wrap: nowrap; overflow-x: auto; }
  .chip { flex: none; }
  .stack { margin-top: 1rem; }
  h3 { margin-top: .75rem; }
}

.stack { margin-top: 2rem; }
.stack > .title { display: flex; flex-wrap: wrap; gap: .125rem 1rem; align-items: baseline; padding-bottom: .5rem; border-bottom: 1px solid var(--line); }
.stack > .title p { color: var(--muted); font-size: .875rem; }
.entry:target { box-shadow: 0 0 0 2px var(--accent); }
.entry > details > summary { position: absolute; top: .375rem; right: .375rem; width: 2.25rem; height: 2.25rem; list-style: none; border-radius: .375rem; cursor: pointer; }
.entry > details > summary::-webkit-details-marker { display: none; }
.entry > details > summary::after { content: "" / ""; position: absolute; left: .875rem; top: .75rem; width: .5rem; height: .5rem; border: solid var(--muted); border-width: 0 2px 2px 0; transform: rotate(45deg); }
.entry > details:not([open]) > summary::after { transform: rotate(-45deg); }
.entry > details > summary:hover { background: var(--sunken); }
.entry.delete, .entry.replace { border-color: var(--tone); }
.entry.delete > .head, .entry.replace > .head { background: var(--ground); }
.body > * { margin-top: .75rem; }
.body > :first-child { margin-top: .375rem; }
.body > .fact + .fact { margin-top: .125rem; }
.fact, .later { font-size: .9375rem; }
.fact strong { color: var(--danger); }
.later { color: var(--muted); font-size: .8125rem; }
.message { padding: .625rem .875rem; font-size: .9375rem; background: var(--ground); border-left: .25rem solid var(--tone); border-radius: .25rem; }
.message strong { color: var(--tone); }
.detail { white-space: pre-wrap; font-size: .875rem; margin-top: .25rem; }
`;

/** The printed page is light, unfolded and without controls. */
const PRINT = `
@media print {
  @page { margin: 14mm; }
  :root { color-scheme: light; }
  body { background: var(--surface); font-size: .8125rem; }
  .scroll { overflow: visible; }
  table { font-size: .6875rem; }
  th, td { padding: .25rem .375rem; }
  .filter, .skip, summary { display: none !important; }
  .head, h2, h3, .caption { break-after: avoid; }
  .row, .dangers, .message { break-inside: avoid; }
  details::details-content { content-visibility: visible; display: block; height: auto; }
  .badge, .line, mark, .dangers { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;

/** The styles of the page. */
export const STYLES = `${BASE_STYLES}${LAYOUT}${DIFF_STYLES}${PRINT}`;
