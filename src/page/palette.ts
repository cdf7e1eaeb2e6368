/** The light and the dark colours. A test checks that texts have a contrast of 4.5 to 1 (WCAG 2.2, 1.4.3). */
const COLOURS = {
  page: ["#f5f6f8", "#0e1116"],
  surface: ["#ffffff", "#161b22"],
  sunken: ["#f0f2f5", "#1d232c"],
  line: ["#dde1e7", "#2c343f"],
  // Borders of controls, with a contrast of at least 3 to 1 (WCAG 2.2, 1.4.11).
  edge: ["#7d8794", "#717d8c"],
  text: ["#1b1f24", "#e3e7ec"],
  muted: ["#56606c", "#9ba6b3"],
  accent: ["#0b57d0", "#82b4ff"],
  // For each tone, the colour of texts and symbols, and their background.
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
  // Backgrounds of changed words.
  "removed-mark": ["#f9c9ce", "#6b2832"],
  "added-mark": ["#b0e8c3", "#1e5a38"],
} as const;

/** The colours of a page, such as `#f5f6f8`. */
export type Palette = Readonly<Record<keyof typeof COLOURS, string>>;

export const light = paletteAt(0);
export const dark = paletteAt(1);

function paletteAt(index: 0 | 1): Palette {
  return Object.fromEntries(Object.entries(COLOURS).map(([name, pair]) => [name, pair[index]])) as Palette;
}

/** Returns the colours as custom properties of CSS: `--page:#f5f6f8;…` */
export function customProperties(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, colour]) => `--${name}:${colour};`)
    .join("");
}
