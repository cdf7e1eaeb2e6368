import { contentPolicy, element, htmlPage, type Markup } from "../../../render/markup";
import { sentence } from "../../../util/text";
import type { Review } from "../model/review";
import { approvalFacts } from "../wording/approval";
import { baseFacts, headlineOf } from "../wording/base";
import { contentsOf } from "../wording/contents";
import { lacksEngineWarnings, NO_ENGINE_WARNINGS, shortCommit } from "../wording/summary";
import { factLine } from "./entries";
import { controls, NONE_FOUND, SCRIPT } from "./filter";
import { dangers, failures, listedAbove, onlyStack, outliers, rollUp, totalsList } from "./overview";
import { sections } from "./sections";
import { STYLES } from "./styles";

/** With more entries, the harmless ones are folded, so that a reader sees the whole list first. */
const MAX_OPEN = 20;

const POLICY = contentPolicy(STYLES, SCRIPT);

/** Returns the review as one page without external resources. */
export function renderHtml(review: Review): string {
  const { stacks, totals, generatorVersion, commit } = review;
  const contents = contentsOf(review);
  const { entries, isOneOfMany } = contents;
  const display = { isFolded: entries.length > MAX_OPEN, isOneOfMany, announced: listedAbove(entries) };
  const hasControls = entries.length > 0 || stacks.some(({ drift }) => drift.length > 0);
  const hasOutliers = entries.some(({ danger }) => danger === "outlier");
  return htmlPage({
    title: `Plan review: ${headlineOf(review)}`,
    styles: STYLES,
    script: hasControls ? SCRIPT : null,
    policy: POLICY,
    skip: { target: "changes", words: "Skip to the changes" },
    body: element`<header>
  <p class="maker">cdktf-outreach${commit === null ? null : element`, commit <code>${shortCommit(commit)}</code>`}</p>
  <h1>Plan review</h1>
  ${onlyStack(review)}
  ${totalsList(review)}${review.base === null ? null : comparison(review)}${approvalFacts(review).map(factLine)}
  ${lacksEngineWarnings(review) ? element`<p class="stack">${NO_ENGINE_WARNINGS}</p>` : null}
</header>
<main>
  ${failures(review, contents)}
  ${dangers(entries, review)}
  ${outliers(entries, review)}
  ${rollUp(review)}
  ${hasControls ? controls(totals, hasOutliers) : null}
  <div id="changes" tabindex="-1">
    ${hasControls ? NONE_FOUND : null}
    ${sections(contents, display)}
  </div>
</main>
<footer><p>Made by cdktf-outreach ${generatorVersion}.</p></footer>`,
  });
}

function comparison(review: Review): Markup {
  return element`<p class="stack"><strong>${sentence(headlineOf(review))}</strong></p>
  ${baseFacts(review).map(factLine)}`;
}
