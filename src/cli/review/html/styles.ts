import { DIFF_STYLES } from "./diff-styles";
import { customProperties, dark, light } from "./palette";

const LAYOUT = `
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; overflow-wrap: anywhere; }
header, main, footer { max-width: 84rem; margin: 0 auto; padding: 0 clamp(.875rem, 3vw, 2rem); }
h1, h2, h3, h4, p, ul { margin: 0; padding: 0; }
ul { list-style: none; }
h1 { font-size: 1.75rem; line-height: 1.2; letter-spacing: -.015em; }
h2 { font-size: 1.25rem; line-height: 1.3; letter-spacing: -.01em; }
h3 { font-size: .9375rem; margin: 1.5rem 0 .5rem; color: var(--muted); font-weight: 600; }
h4 { font-size: 1rem; line-height: 1.4; display: flex; flex-wrap: wrap; gap: .25rem .5rem; align-items: center; }
a { color: var(--accent); text-underline-offset: .15em; }
code, .path, .line { font-family: ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .8125rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
#changes:focus { outline: none; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; z-index: 2; padding: .5rem 1rem; background: var(--surface); border-radius: .375rem; }
header { padding-top: 2rem; padding-bottom: 1.25rem; }
.maker { color: var(--muted); font-size: .875rem; }
.nothing { margin-top: 1rem; font-size: 1.125rem; }
.nothing, .done { color: var(--create); }
.failed { color: var(--danger); }
footer { padding-top: 2rem; padding-bottom: 2rem; color: var(--muted); font-size: .8125rem; }

.delete, .error { --tone: var(--danger); --ground: var(--danger-ground); }
.replace, .forget { --tone: var(--replace); --ground: var(--replace-ground); }
.update { --tone: var(--change); --ground: var(--change-ground); }
.create { --tone: var(--create); --ground: var(--create-ground); }
.import, .move, .drift, .output { --tone: var(--drift); --ground: var(--drift-ground); }
.warning { --tone: var(--warning); --ground: var(--warning-ground); }

.totals { display: flex; flex-wrap: wrap; gap: .5rem 1.75rem; margin-top: 1rem; color: var(--muted); font-size: .875rem; }
.totals .number { display: block; color: var(--tone); font-size: 1.625rem; font-weight: 650; line-height: 1.2; font-variant-numeric: tabular-nums; }
.totals .sign { margin-right: .125em; }

.badge { display: inline-block; padding: 0 .5rem; border-radius: .25rem; font-size: .75rem; font-weight: 650; line-height: 1.375rem; white-space: nowrap; color: var(--tone); background: var(--ground); border: 1px solid transparent; }
.badge.delete, .badge.replace, .badge.error { color: var(--surface); background: var(--tone); }

.dangers { margin-bottom: 1.25rem; padding: 1rem 1.25rem; background: var(--danger-ground); border: 1px solid var(--danger); border-left-width: .375rem; border-radius: .5rem; }
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
label { font-weight: 600; font-size: .875rem; }
input { flex: 1; min-width: 0; font: inherit; font-size: 1rem; padding: .3125rem .625rem; color: inherit; background: var(--page); border: 1px solid var(--edge); border-radius: .375rem; }
input::placeholder { color: var(--muted); opacity: 1; }
button { font: inherit; font-size: .8125rem; font-weight: 600; min-height: 2rem; padding: 0 .6875rem; border-radius: 99rem; border: 1px solid var(--edge); background: var(--surface); color: var(--text); cursor: pointer; }
.chips { display: flex; flex-wrap: wrap; gap: .375rem; flex: 1 1 100%; }
.chip { color: var(--tone); }
.chip:hover { background: var(--ground); }
.chip[aria-pressed="true"] { color: var(--surface); background: var(--tone); border-color: var(--tone); }
.chip[aria-pressed="true"]::before { content: "✓ " / ""; }
.more { display: flex; flex-wrap: wrap; gap: .25rem .5rem; align-items: center;  font-size: .875rem; color: var(--muted); }
.more p { padding-right: .5rem; font-variant-numeric: tabular-nums; }
.quiet { border-color: transparent; background: none; color: var(--accent); padding: 0 .5rem; }
.quiet:hover { text-decoration: underline; }
@media (min-width: 60rem) and (min-height: 40rem) {
  html { scroll-padding-top: 8.5rem; }
  .filter { position: sticky; top: .5rem; z-index: 1; box-shadow: 0 .125rem .75rem rgb(0 0 0 / .08); }
}

.stack { margin-top: 2rem; }
.stack > .title { display: flex; flex-wrap: wrap; gap: .125rem 1rem; align-items: baseline; padding-bottom: .5rem; border-bottom: 1px solid var(--line); }
.stack > .title p { color: var(--muted); font-size: .875rem; }
.count { font-weight: 400; }
.entry { position: relative; margin-bottom: .75rem; background: var(--surface); border: 1px solid var(--line); border-left: .25rem solid var(--tone); border-radius: .5rem; }
.entry:target { box-shadow: 0 0 0 2px var(--accent); }
.head { padding: .625rem 3rem .625rem 1rem; border-radius: .25rem .4375rem .4375rem .25rem; }
.entry > details > summary { position: absolute; top: .375rem; right: .375rem; width: 2.25rem; height: 2.25rem; list-style: none; border-radius: .375rem; cursor: pointer; }
.entry > details > summary::-webkit-details-marker { display: none; }
.entry > details > summary::after { content: "" / ""; position: absolute; left: .875rem; top: .75rem; width: .5rem; height: .5rem; border: solid var(--muted); border-width: 0 2px 2px 0; transform: rotate(45deg); }
.entry > details:not([open]) > summary::after { transform: rotate(-45deg); }
.entry > details > summary:hover { background: var(--sunken); }
.entry.delete, .entry.replace { border-color: var(--tone); }
.entry.delete > .head, .entry.replace > .head { background: var(--ground); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.kind { color: var(--muted); font-weight: 400; }
.where { font-size: .8125rem; color: var(--muted); margin-top: .125rem; }
.where > * { display: inline-block; margin-right: .75rem; }
.body { padding: .125rem 1rem 1rem; }
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

/** The printed page is light, unfolded and without controls, whatever the screen showed. */
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

export const STYLES = `
:root { color-scheme: light dark; ${customProperties(light)} }
@media screen and (prefers-color-scheme: dark) { :root { ${customProperties(dark)} } }
${LAYOUT}${DIFF_STYLES}${PRINT}`;
