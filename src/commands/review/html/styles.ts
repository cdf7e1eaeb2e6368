import { BASE_STYLES } from "../../../render/base-styles";

export const STYLES = `${BASE_STYLES}
#changes:focus { outline: none; }
.nothing, .none { margin-top: 1rem; font-size: 1.125rem; }
.nothing, .done { color: var(--create); }
.failed { color: var(--danger); font-weight: 700; }
.stack, .origin, .aside { color: var(--muted); font-size: .875rem; font-weight: 400; }
.stack > bdi { color: var(--text); font-weight: 600; }

.dangers { margin-bottom: 1rem; padding: 1rem 1.25rem; background: var(--danger-ground); border: 1px solid var(--danger); border-left-width: .375rem; border-radius: .5rem; }
.dangers h2, .dangers strong, .fact strong { color: var(--danger); }
.dangers h2 { margin-bottom: .5rem; }
.dangers li { padding: .1875rem 0; }
.dangers a { font-weight: 600; color: inherit; }

.roll-up { margin-bottom: 1.25rem; }
.scroll { overflow-x: auto; margin-top: .5rem; background: var(--surface); border: 1px solid var(--line); border-radius: .5rem; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { padding: .4375rem .75rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
th:first-child { text-align: left; }
thead th, th span { font-weight: 400; }
td { color: var(--tone); font-weight: 600; }

.filter { display: flex; flex-wrap: wrap; gap: .375rem .75rem; align-items: center; margin-bottom: .5rem; padding: .75rem 1rem; background: var(--surface); border: 1px solid var(--line); border-radius: .5rem; }
.filter input { flex: 1 1 12rem; }
.filter select { flex: none; max-width: 12rem; }
.filter p { color: var(--muted); font-size: .875rem; }
/* The filter stays in view. A ring in the page's colour hides the entries that scroll past its edges. */
@media (min-width: 60rem) and (min-height: 40rem) {
  html { scroll-padding-top: 6rem; }
  html:has(#sample) { scroll-padding-top: 8rem; }
  .filter { position: sticky; top: .5rem; z-index: 1; box-shadow: 0 0 0 .75rem var(--page); }
}
/* The head of the page is so small that the first screen of a phone shows the first change. */
@media screen and (max-width: 52rem) {
  button { min-height: 2.5rem; }
  header { padding-top: .75rem; padding-bottom: .75rem; }
  h1 { font-size: 1.375rem; }
  .totals { gap: 0 1rem; margin-top: .25rem; }
  .totals .number { display: inline; font-size: 1.125rem; }
  .dangers, .filter { padding: .375rem .75rem; margin-bottom: .5rem; }
  h2 { font-size: 1.0625rem; }
  .scroll { max-height: 8.25rem; overflow-y: auto; }
  th, td { padding: .125rem .5rem; }
  th .origin { display: block; }
}

section[data-group] { margin-top: 1.25rem; }
section[data-group] > h2 { margin-bottom: .5rem; font-size: 1.125rem; }
.lines { font-size: .8125rem; font-variant-numeric: tabular-nums; color: var(--muted); }
.members > summary { cursor: pointer; font-size: .875rem; font-weight: 600; width: fit-content; }
.names { font-size: .8125rem; columns: 22rem auto; column-gap: 2rem; margin-top: .25rem; }
.names li { break-inside: avoid; }
.names b, .names code { unicode-bidi: isolate; }
.entry:target { box-shadow: 0 0 0 2px var(--accent); }
.entry > details > summary { position: absolute; top: .375rem; right: .375rem; width: 2.25rem; height: 2.25rem; list-style: none; border-radius: .375rem; cursor: pointer; }
.entry > details > summary::-webkit-details-marker { display: none; }
.entry > details > summary::after { content: "" / ""; position: absolute; left: .875rem; top: .75rem; width: .5rem; height: .5rem; border: solid var(--muted); border-width: 0 2px 2px 0; transform: rotate(45deg); }
.entry > details:not([open]) > summary::after { transform: rotate(-45deg); }
.entry > details > summary:hover { background: var(--sunken); }
.entry.delete > .head, .entry.replace > .head { background: var(--ground); }
.body > * { margin-top: .75rem; }
.body > .fact + .fact { margin-top: .125rem; }
.fact { font-size: .9375rem; }
.message { padding: .625rem .875rem; font-size: .9375rem; background: var(--ground); border-left: .25rem solid var(--tone); border-radius: .25rem; }
.message strong { color: var(--tone); }
.detail { white-space: pre-wrap; font-size: .875rem; margin-top: .25rem; }

/* Values and diffs: two columns on a wide page, one on a narrow page. */
.path { font-weight: 600; }
.values li { display: flex; flex-wrap: wrap; gap: .125rem .75rem; align-items: baseline; padding: .25rem 0; }
.values i { color: var(--muted); }
del, ins { text-decoration: none; }
.values del code { color: var(--danger); background: var(--danger-ground); }
.values ins code { color: var(--create); background: var(--create-ground); }
.values code { white-space: pre-wrap; }
.forces { color: var(--danger); font-size: .8125rem; }
.caption { margin-bottom: .375rem; font-size: .8125rem; color: var(--muted); }
.caption .path { color: var(--text); }
.diff { border: 1px solid var(--line); border-radius: .375rem; overflow: hidden; }
.row { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); background: var(--sunken); }
.one .row { grid-template-columns: minmax(0, 1fr); }
.line { display: block; position: relative; min-height: 1.375rem; line-height: 1.375rem; padding: 0 .5rem 0 4.25rem; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; unicode-bidi: plaintext; }
.line::before { content: attr(data-line) / ""; position: absolute; left: 0; width: 2.5rem; text-align: right; color: var(--muted); font-size: .75rem; user-select: none; }
.line::after { position: absolute; left: 3rem; top: 0; font-weight: 700; }
.two ins.line { grid-column: 2; border-left: 1px solid var(--line); }
del.line { background: var(--danger-ground); }
ins.line { background: var(--create-ground); }
del.line::before, del.line::after { color: var(--danger); }
ins.line::before, ins.line::after { color: var(--create); }
del.line::after { content: "−" / ""; }
ins.line::after { content: "+" / ""; }
mark { color: inherit; text-decoration: underline; text-decoration-thickness: .125em; text-underline-offset: .375em; text-decoration-skip-ink: none; }
del mark { background: var(--removed-mark); text-decoration-color: var(--danger); }
ins mark { background: var(--added-mark); text-decoration-color: var(--create); }
.fold > summary { padding: .1875rem .5rem .1875rem 3rem; font-size: .75rem; color: var(--muted); background: var(--sunken); cursor: pointer; }
.fold > summary:hover { color: var(--text); }
.fold > summary:focus-visible { outline-offset: -3px; }
.filled { margin-top: .5rem; }
var { font-style: normal; text-decoration: underline; text-decoration-color: var(--accent); text-decoration-thickness: .125em; }
var.gap { color: var(--danger); text-decoration-style: wavy; text-decoration-color: currentcolor; }
var:empty::before { content: "∅"; color: var(--danger); }
.stretch { display: inline; }
.stretch > summary { display: inline; list-style: none; cursor: pointer; text-decoration: underline dotted; font-size: .75rem; color: var(--muted); background: var(--sunken); padding: 0 .25rem; }
.stretch > summary::-webkit-details-marker { display: none; }
.stretch:not([open])::details-content { display: none; }
.stretch[open]::details-content { display: inline; }

@media screen and (max-width: 52rem) {
  .row { display: block; }
  .two ins.line { border-left: 0; }
}

/* The printed page is light, unfolded and without controls. */
@media print {
  @page { margin: 14mm; }
  :root { color-scheme: light; }
  body { background: var(--surface); font-size: .8125rem; }
  .scroll { overflow: visible; }
  table { font-size: .6875rem; }
  .filter, .skip, summary { display: none !important; }
  .head, h2, h3, .caption { break-after: avoid; }
  .row, .dangers, .message { break-inside: avoid; }
  details::details-content { content-visibility: visible; display: block; height: auto; }
  .badge, .line, mark, .dangers { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
