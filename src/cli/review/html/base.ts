import { element, type Markup } from "../../../page/markup";
import { sentence } from "../../shared/text";
import type { Review } from "../model/review";
import { baseFacts, headlineOf } from "../wording/base";
import { factLine } from "./entries";

/** Returns what this branch adds and what the base has; null without a comparison. */
export function comparison(review: Review): Markup | null {
  if (review.base === null) return null;
  return element`<p class="stack"><strong>${sentence(headlineOf(review))}</strong></p>
  ${baseFacts(review).map(factLine)}`;
}
