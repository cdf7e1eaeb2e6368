import type { PlanJson, PlannedResource } from "../../../src/estate/engine/plan-json";
import type { PlannedStack } from "../../../src/estate/engine/plan-stack";
import { reviewOf } from "../../../src/commands/review/from-plan";
import { documentOf } from "../../../src/commands/review/document";
import { printHtml } from "../../../src/commands/review/html";
import { printMarkdown } from "../../../src/commands/review/markdown";
import type { Review } from "../../../src/commands/review/model/review";
import { printText } from "../../../src/commands/review/text";
import type { JsonValue } from "../../../src/util/json";
import { textOf, tokensOf } from "./tokens";

type Sides = Readonly<Record<string, JsonValue>> | null;

export function planned(type: string, actions: string[], before: Sides, after: Sides): PlannedResource {
  return { address: `${type}.x`, mode: "managed", type, name: "x", change: { actions, before, after } };
}

export function stack(name: string, plan: PlanJson, given: Partial<PlannedStack> = {}): PlannedStack {
  return { name, plan: { format_version: "1.2", ...plan }, diagnostics: [], ...given };
}

export const renderMarkdown = (review: Review, limit?: number) =>
  printMarkdown(documentOf(review), undefined, limit).text;

export const renderHtml = (review: Review) => printHtml(documentOf(review));

export const renderText = (review: Review, { colours = false } = {}) =>
  printText(documentOf(review), colours);

/** Every format as a reader sees it, on one line. */
export const seen = (review: Review) =>
  [
    renderMarkdown(review).replace(/[`*]/g, ""),
    renderText(review, { colours: false }),
    textOf(tokensOf(renderHtml(review)).filter((token) => token.kind === "text")),
  ].map((text) => text.replace(/\s+/g, " "));

export const of = (...resources: PlannedResource[]) =>
  reviewOf([stack("s", { resource_changes: resources })]);
