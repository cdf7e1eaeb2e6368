/** Every text has a contrast of at least 4.5 to 1 (WCAG 2.2, 1.4.3), which a test checks. */
export interface Palette {
  readonly page: string;
  readonly surface: string;
  readonly sunken: string;
  readonly line: string;
  /** Borders of controls: at least 3 to 1 (WCAG 2.2, 1.4.11). */
  readonly edge: string;
  readonly text: string;
  readonly muted: string;
  readonly accent: string;
  /** For each tone, the colour of texts and symbols, and their background. */
  readonly danger: string;
  readonly "danger-ground": string;
  readonly replace: string;
  readonly "replace-ground": string;
  readonly change: string;
  readonly "change-ground": string;
  readonly create: string;
  readonly "create-ground": string;
  readonly drift: string;
  readonly "drift-ground": string;
  readonly warning: string;
  readonly "warning-ground": string;
  /** Backgrounds of changed words. */
  readonly "removed-mark": string;
  readonly "added-mark": string;
}

/** The colours of the light page. */
export const light: Palette = {
  page: "#f5f6f8",
  surface: "#ffffff",
  sunken: "#f0f2f5",
  line: "#dde1e7",
  edge: "#7d8794",
  text: "#1b1f24",
  muted: "#56606c",
  accent: "#0b57d0",
  danger: "#ab1027",
  "danger-ground": "#fdeff0",
  replace: "#934200",
  "replace-ground": "#fff2e5",
  change: "#0d4f9b",
  "change-ground": "#eaf2fd",
  create: "#0c6636",
  "create-ground": "#e9f7ee",
  drift: "#6a2cb0",
  "drift-ground": "#f4eefd",
  warning: "#765000",
  "warning-ground": "#fff7dd",
  "removed-mark": "#f9c9ce",
  "added-mark": "#b0e8c3",
};

/** The colours of the dark page. */
export const dark: Palette = {
  page: "#0e1116",
  surface: "#161b22",
  sunken: "#1d232c",
  line: "#2c343f",
  edge: "#717d8c",
  text: "#e3e7ec",
  muted: "#9ba6b3",
  accent: "#82b4ff",
  danger: "#ff9ba5",
  "danger-ground": "#331a1f",
  replace: "#ffb47d",
  "replace-ground": "#332313",
  change: "#93c4ff",
  "change-ground": "#16283e",
  create: "#80dda1",
  "create-ground": "#132a1d",
  drift: "#d0abff",
  "drift-ground": "#291f3b",
  warning: "#f0c560",
  "warning-ground": "#2e2610",
  "removed-mark": "#6b2832",
  "added-mark": "#1e5a38",
};

/** Returns the colours as custom properties of CSS: `--page:#f5f6f8;…` */
export function customProperties(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, colour]) => `--${name}:${colour};`)
    .join("");
}
