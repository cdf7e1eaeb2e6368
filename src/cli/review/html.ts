import type { Review } from "./model";

/** One self-contained page. */
export function renderHtml(review: Review): string {
  return `<!doctype html><title>Plan review</title><pre>${review.formatVersion}</pre>\n`;
}
