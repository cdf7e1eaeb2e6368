import type { Action } from "../model/review";

/** Styles by their SGR codes. */
const STYLES = { red: 31, green: 32, yellow: 33, cyan: 36, bold: 1, dim: 2, inverse: 7 } as const;

export type Paint = (style: keyof typeof STYLES, text: string) => string;

/** Returns how to paint. Without colours, ⟦ ⟧ mark the differences within a line. */
export function paintWith(colours: boolean): Paint {
  return colours
    ? (style, text) => `\u001B[${STYLES[style]}m${text}\u001B[0m`
    : (style, text) => (style === "inverse" ? `⟦${text}⟧` : text);
}

export const COLOURS: Readonly<Record<Action, keyof typeof STYLES>> = {
  delete: "red",
  replace: "red",
  forget: "yellow",
  update: "yellow",
  create: "green",
  none: "cyan",
};
