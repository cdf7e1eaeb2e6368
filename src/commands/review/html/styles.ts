import { BASE_STYLES } from "../../../render/base-styles";

export const STYLES = `${BASE_STYLES}
#changes:focus { outline: none; }
.nothing { margin-top: 1rem; font-size: 1.125rem; }
.nothing, .done { color: var(--create); }
.failed { color: var(--danger); }

.dangers { margin-bottom: 1rem; padding: 1rem 1.25rem; background: var(--danger-ground); border: 1px solid var(--danger); border-left-width: .375rem; border-radius: .5rem; }
.dangers h2 { color: var(--danger); margin-bottom: .5rem; }
.dangers li { padding: .1875rem 0; }
.dangers a { font-weight: 600; color: inherit; }
.dangers strong { color: var(--danger); }
.dangers.outliers { background: var(--warning-ground); border-color: var(--warning); }
.outliers h2, .outliers .fact strong { color: var(--warning); }
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
/* The filter stays in view. A ring in the page's colour hides the entries that scroll past its edges. */
@media (min-width: 60rem) and (min-height: 40rem) {
  html { scroll-padding-top: 11rem; }
  .filter { position: sticky; top: .5rem; z-index: 1; box-shadow: 0 0 0 .75rem var(--page); }
}
/* The head of the page is so small that the first screen of a phone shows the first change. */
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
  section[data-group] { margin-top: .75rem; }
  th .origin { display: block; margin-left: 0; white-space: normal; max-width: 9rem; font-size: .6875rem; line-height: 1.2; }
}

.stack { margin-top: .25rem; color: var(--muted); font-size: .9375rem; }
.stack > bdi { color: var(--text); font-weight: 600; }
.origin { font-weight: 400; color: var(--muted); font-size: .8125rem; margin-left: .5rem; }
section[data-group] { margin-top: 1.5rem; }
section[data-group] > h2 { margin-bottom: .5rem; font-size: 1.125rem; }
.lines { font-size: .8125rem; font-variant-numeric: tabular-nums; color: var(--muted); }
.members > summary { cursor: pointer; font-size: .875rem; font-weight: 600; width: fit-content; }
.members > .where { margin: .5rem 0 .125rem; }
.names { font-size: .8125rem; columns: 22rem auto; column-gap: 2rem; margin-top: .25rem; }
.names li { break-inside: avoid; padding: .0625rem 0; }
.names b { font-weight: 500; }
.names b, .names code { unicode-bidi: isolate; }
.names code, .names i { color: var(--muted); font-size: .75rem; font-style: normal; }
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
.fact { font-size: .9375rem; }
.fact strong { color: var(--danger); }
.message { padding: .625rem .875rem; font-size: .9375rem; background: var(--ground); border-left: .25rem solid var(--tone); border-radius: .25rem; }
.message strong { color: var(--tone); }
.detail { white-space: pre-wrap; font-size: .875rem; margin-top: .25rem; }

/* Values and diffs: two columns on a wide page, one on a narrow page. */
.path { font-weight: 600; }
.values li { display: grid; grid-template-columns: minmax(7rem, 14rem) minmax(0, 1fr); gap: .125rem 1rem; align-items: baseline; padding: .25rem 0; }
.values li + li { border-top: 1px solid var(--line); }
.sides { display: flex; flex-wrap: wrap; gap: .125rem .5rem; align-items: baseline; }
.sides i { color: var(--muted); font-size: .875rem; }
.arrow { color: var(--muted); }
del, ins { text-decoration: none; }
.values del code { color: var(--danger); background: var(--danger-ground); }
.values ins code { color: var(--create); background: var(--create-ground); }
.values code { white-space: pre-wrap; padding: .0625rem .25rem; border-radius: .1875rem; }
.values .path { padding: 0; }
.forces { color: var(--danger); font-size: .8125rem; }

.caption { display: flex; flex-wrap: wrap; gap: 0 .875rem; align-items: baseline; margin-bottom: .375rem; font-size: .8125rem; color: var(--muted); }
.caption .path { color: var(--text); }
.diff { border: 1px solid var(--line); border-radius: .375rem; overflow: hidden; }
.row { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); background: var(--sunken); }
.one .row { grid-template-columns: minmax(0, 1fr); }
.line { display: block; position: relative; min-height: 1.375rem; line-height: 1.375rem; padding: 0 .5rem 0 4.25rem; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; unicode-bidi: plaintext; background: var(--surface); }
.line::before { content: attr(data-line) / ""; position: absolute; left: 0; width: 2.5rem; text-align: right; color: var(--muted); font-size: .75rem; user-select: none; }
.line::after { position: absolute; left: 3rem; top: 0; font-weight: 700; }
.row > :nth-child(2) { border-left: 1px solid var(--line); }
.two ins.line { grid-column: 2; border-left: 1px solid var(--line); }
del.line { background: var(--danger-ground); }
ins.line { background: var(--create-ground); }
del.line::before, del.line::after { color: var(--danger); }
ins.line::before, ins.line::after { color: var(--create); }
del.line::after { content: "−" / ""; }
ins.line::after { content: "+" / ""; }
mark { color: inherit; border-radius: .125rem; text-decoration: underline; text-decoration-thickness: .125em; text-underline-offset: .375em; text-decoration-skip-ink: none; }
del mark { background: var(--removed-mark); text-decoration-color: var(--danger); }
ins mark { background: var(--added-mark); text-decoration-color: var(--create); }
.char { display: inline-block; padding: 0 .1875rem; margin: 0 .0625rem; font: 600 .6875rem/1.0625rem ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; color: var(--warning); background: var(--warning-ground); border: 1px solid currentcolor; border-radius: .1875rem; unicode-bidi: isolate; direction: ltr; text-decoration: none; }
.fold > summary { padding: .1875rem .5rem .1875rem 3rem; font-size: .75rem; color: var(--muted); background: var(--sunken); cursor: pointer; }
.fold > summary:hover { color: var(--text); }
.fold > summary:focus-visible { outline-offset: -3px; }
.row + .fold > summary, .fold > summary { border-block: 1px solid var(--line); }
.fold:first-child > summary { border-top: 0; }
.fold:last-child:not([open]) > summary { border-bottom: 0; }
.stretch { display: inline; }
.stretch > summary, .line > i { display: inline; list-style: none; font-style: normal; font-size: .75rem; color: var(--muted); background: var(--sunken); border-radius: .1875rem; padding: 0 .25rem; }
.stretch > summary { cursor: pointer; text-decoration: underline dotted; }
.stretch > summary::-webkit-details-marker { display: none; }
.stretch:not([open])::details-content { display: none; }
.stretch[open]::details-content { display: inline; }

@media screen and (max-width: 52rem) {
  .values li { grid-template-columns: minmax(0, 1fr); }
  .row { display: block; }
  .row > [aria-hidden] { display: none; }
  .row > :nth-child(2), .two ins.line { border-left: 0; }
  .line { padding-left: 3.25rem; }
  .line::before { width: 1.875rem; }
  .line::after { left: 2.25rem; }
  .fold > summary { padding-left: 2.25rem; }
  .body { padding: .125rem .625rem .75rem; }
  .head { padding-left: .625rem; }
}

/* The printed page is light, unfolded and without controls. */
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
