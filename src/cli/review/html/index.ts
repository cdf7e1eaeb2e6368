import { contentPolicy, htmlPage } from "../../../page/html-page";
import { element } from "../../../page/markup";
import type { Review } from "../model/review";
import { reviewSentence } from "../wording/summary";
import { controls, SCRIPT } from "./filter";
import { dangers, rollUp, totalsList } from "./overview";
import { stackSection } from "./stack";
import { STYLES } from "./styles";

const POLICY = contentPolicy(STYLES, SCRIPT);

/** Returns the review as one page without external resources. */
export function renderHtml(review: Review): string {
  const { stacks, totals, generatorVersion } = review;
  const hasControls = stacks.some(({ changes, drift }) => changes.length + drift.length > 0);
  return htmlPage({
    title: `Plan review: ${reviewSentence(review)}`,
    styles: STYLES,
    script: hasControls ? SCRIPT : null,
    policy: POLICY,
    skip: { target: "changes", words: "Skip to the changes" },
    body: element`<header>
  <p class="maker">cdktf-outreach</p>
  <h1>Plan review</h1>
  ${totalsList(review)}
</header>
<main>
  ${dangers(stacks)}
  ${rollUp(review)}
  ${hasControls ? controls(totals) : null}
  <div id="changes" tabindex="-1">
    ${stacks.map(stackSection)}
  </div>
</main>
<footer><p>Made by cdktf-outreach ${generatorVersion}.</p></footer>`,
  });
}
