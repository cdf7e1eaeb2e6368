/** Light and dark colours. A test checks that texts have a contrast of 4.5 to 1 (WCAG 2.2, 1.4.3). */
const COLOURS = {
  page: ["#f5f6f8", "#0e1116"],
  surface: ["#ffffff", "#161b22"],
  sunken: ["#f0f2f5", "#1d232c"],
  line: ["#dde1e7", "#2c343f"],
  // Borders of controls have a contrast of at least 3 to 1 (WCAG 2.2, 1.4.11).
  edge: ["#7d8794", "#717d8c"],
  text: ["#1b1f24", "#e3e7ec"],
  muted: ["#56606c", "#9ba6b3"],
  accent: ["#0b57d0", "#82b4ff"],
  danger: ["#ab1027", "#ff9ba5"],
  "danger-ground": ["#fdeff0", "#331a1f"],
  replace: ["#934200", "#ffb47d"],
  "replace-ground": ["#fff2e5", "#332313"],
  change: ["#0d4f9b", "#93c4ff"],
  "change-ground": ["#eaf2fd", "#16283e"],
  create: ["#0c6636", "#80dda1"],
  "create-ground": ["#e9f7ee", "#132a1d"],
  drift: ["#6a2cb0", "#d0abff"],
  "drift-ground": ["#f4eefd", "#291f3b"],
  warning: ["#765000", "#f0c560"],
  "warning-ground": ["#fff7dd", "#2e2610"],
  "removed-mark": ["#f9c9ce", "#6b2832"],
  "added-mark": ["#b0e8c3", "#1e5a38"],
} as const;

export type Palette = Readonly<Record<keyof typeof COLOURS, string>>;

export const light = paletteAt(0);
export const dark = paletteAt(1);

function paletteAt(index: 0 | 1): Palette {
  return Object.fromEntries(Object.entries(COLOURS).map(([name, pair]) => [name, pair[index]])) as Palette;
}

function customProperties(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, colour]) => `--${name}:${colour};`)
    .join("");
}

export const BASE_STYLES = `
:root { color-scheme: light dark; ${customProperties(light)} }
@media screen and (prefers-color-scheme: dark) { :root { ${customProperties(dark)} } }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; overflow-wrap: anywhere; }
header, main, footer { max-width: 84rem; margin: 0 auto; padding: 0 clamp(.875rem, 3vw, 2rem); }
h1, h2, h3, p, ul { margin: 0; padding: 0; }
ul { list-style: none; }
h1 { font-size: 1.75rem; line-height: 1.2; letter-spacing: -.015em; }
h2 { font-size: 1.25rem; line-height: 1.3; letter-spacing: -.01em; }
h3 { font-size: 1rem; line-height: 1.4; display: flex; flex-wrap: wrap; gap: .25rem .5rem; align-items: center; }
a { color: var(--accent); text-underline-offset: .15em; }
code, .path, .line { font-family: ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .8125rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; z-index: 2; padding: .5rem 1rem; background: var(--surface); border-radius: .375rem; }
header { padding-top: 2rem; padding-bottom: 1.25rem; }
.maker { color: var(--muted); font-size: .875rem; }
footer { padding-top: 2rem; padding-bottom: 2rem; color: var(--muted); font-size: .8125rem; }
.delete, .error { --tone: var(--danger); --ground: var(--danger-ground); }
.replace, .forget { --tone: var(--replace); --ground: var(--replace-ground); }
.update { --tone: var(--change); --ground: var(--change-ground); }
.create { --tone: var(--create); --ground: var(--create-ground); }
.import, .move, .drift, .output, .acknowledged, .finding { --tone: var(--drift); --ground: var(--drift-ground); }
.warning, .outlier { --tone: var(--warning); --ground: var(--warning-ground); }
.totals { display: flex; flex-wrap: wrap; gap: .5rem 1.75rem; margin-top: 1rem; color: var(--muted); font-size: .875rem; }
.totals .number { display: block; color: var(--tone); font-size: 1.625rem; font-weight: 650; line-height: 1.2; font-variant-numeric: tabular-nums; }
.totals .sign { margin-right: .125em; }
.badge { display: inline-block; padding: 0 .5rem; border-radius: .25rem; font-size: .75rem; font-weight: 650; line-height: 1.375rem; white-space: nowrap; color: var(--tone); background: var(--ground); border: 1px solid transparent; }
.badge.delete, .badge.replace, .badge.error { color: var(--surface); background: var(--tone); }
label { font-weight: 600; font-size: .875rem; }
input, textarea, select { flex: 1; min-width: 0; font: inherit; font-size: 1rem; padding: .3125rem .625rem; color: inherit; background: var(--page); border: 1px solid var(--edge); border-radius: .375rem; }
input::placeholder { color: var(--muted); opacity: 1; }
button { font: inherit; font-size: .8125rem; font-weight: 600; min-height: 2rem; padding: 0 .6875rem; border-radius: 99rem; border: 1px solid var(--edge); background: var(--surface); color: var(--text); cursor: pointer; }
.quiet { border-color: transparent; background: none; color: var(--accent); padding: 0 .5rem; }
.quiet:hover { text-decoration: underline; }
.count { font-weight: 400; }
.entry { position: relative; margin-bottom: .75rem; background: var(--surface); border: 1px solid var(--line); border-left: .25rem solid var(--tone); border-radius: .5rem; }
.head { padding: .625rem 3rem .625rem 1rem; border-radius: .25rem .4375rem .4375rem .25rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.kind { color: var(--muted); font-weight: 400; }
.where { font-size: .8125rem; color: var(--muted); margin-top: .125rem; }
.where > * { display: inline-block; margin-right: .75rem; }
.body { padding: .125rem 1rem 1rem; }
`;
