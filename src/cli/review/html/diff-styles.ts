/** Styles of values and diffs: two columns on a wide page, one on a narrow page. */
export const DIFF_STYLES = `
.path { font-weight: 600; }
.values li { display: grid; grid-template-columns: minmax(7rem, 14rem) minmax(0, 1fr); gap: .125rem 1rem; align-items: baseline; padding: .25rem 0; }
.values li + li { border-top: 1px solid var(--line); }
.sides { display: flex; flex-wrap: wrap; gap: .125rem .5rem; align-items: baseline; }
.sides i { color: var(--muted); font-size: .875rem; }
.arrow { color: var(--muted); }
del, ins { text-decoration: none; }
.values del code, .variables del { color: var(--danger); background: var(--danger-ground); }
.values ins code, .variables ins { color: var(--create); background: var(--create-ground); }
.values code { white-space: pre-wrap; padding: .0625rem .25rem; border-radius: .1875rem; }
.values .path { padding: 0; }
.forces { color: var(--danger); font-size: .8125rem; }
.variables { display: flex; flex-wrap: wrap; gap: .25rem .5rem; align-items: center; }
.variables .path { font: inherit; font-size: .875rem; font-weight: 600; }
.variables del, .variables ins { font: .8125rem ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; padding: .125rem .4375rem; border-radius: .25rem; }
.variables del::before { content: "− "; }
.variables ins::before { content: "+ "; }

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
`;
