import { BASE_STYLES } from "../../render/base-styles";

export const STYLES = `${BASE_STYLES}
body:not(.scripted) .tools { display: none; }
h2 { margin: 1.5rem 0 .5rem; }
h2:focus { outline: none; }
.bench { display: grid; grid-template-columns: minmax(0, 1fr); column-gap: 2rem; }
.bar { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: center; justify-content: start; }
.bar:has(> h2) { align-items: baseline; justify-content: space-between; margin-bottom: .5rem; }
.bar > h2 { margin-bottom: 0; }
#status:not(:empty) { position: fixed; left: 50%; bottom: 1rem; z-index: 2; translate: -50%; width: max-content; max-width: calc(100vw - 2rem); padding: .5rem 1rem; font-size: .875rem; font-weight: 600; color: var(--create); background: var(--create-ground); border: 1px solid currentcolor; border-radius: .5rem; box-shadow: 0 .125rem .75rem rgb(0 0 0 / .2); }
#status.problem:not(:empty) { color: var(--danger); background: var(--danger-ground); }
.note { color: var(--muted); font-size: .8125rem; font-weight: 400; }
.main { color: var(--surface); background: var(--accent); border-color: var(--accent); }
[data-confirm] { color: var(--danger); }
.panel { margin: 0 0 .75rem; background: var(--surface); border: 1px solid var(--line); border-radius: .5rem; }
.panel > summary, .call > summary { cursor: pointer; }
.panel > summary { padding: .625rem 1rem; font-weight: 600; }
.panel[open] > summary { border-bottom: 1px solid var(--line); }
.panel > :not(summary) { margin: .625rem 1rem; }
form { display: grid; gap: .625rem; }
label { display: grid; gap: .125rem; }
textarea, select { font-weight: 400; }
textarea { font: .875rem/1.45 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; resize: vertical; }
select { width: 100%; min-height: 2.25rem; }
pre { margin: 0; padding: .5rem .75rem; overflow-x: auto; white-space: pre-wrap; background: var(--sunken); border-radius: .375rem; font: .8125rem/1.5 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.head { padding-right: 1rem; padding-bottom: .25rem; }
.where code { font-size: .75rem; }
.text { padding: 0 1rem .625rem; white-space: pre-wrap; font-size: .9375rem; }
.text:empty { display: none; }
.entry > .note { padding: 0 1rem .625rem; }
article > .bar { padding: 0 1rem .625rem; }
.fault { display: grid; gap: .25rem; padding: .625rem 1rem; }
#calls { border: 1px solid var(--line); border-radius: .5rem; background: var(--surface); max-height: 32rem; overflow-y: auto; }
#calls > .note { padding: .625rem 1rem; }
.call + .call { border-top: 1px solid var(--line); }
.call > summary { display: flex; flex-wrap: wrap; gap: .125rem .625rem; align-items: center; padding: .3125rem .75rem; font-size: .8125rem; }
.call > summary:focus-visible { outline-offset: -3px; }
.call .count { min-width: 2.25rem; color: var(--muted); font-variant-numeric: tabular-nums; }
.call .operation { flex: 1 0 auto; max-width: 100%; }
.call .ms { min-width: 4rem; text-align: right; color: var(--muted); font-variant-numeric: tabular-nums; }
.call > :not(summary) { margin: .25rem .75rem .5rem; }
@media (min-width: 64rem) { .bench { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); } }
@media (max-width: 40rem) {
  header { padding-top: 1rem; padding-bottom: .5rem; }
  button { min-height: 2.5rem; }
}
`;
