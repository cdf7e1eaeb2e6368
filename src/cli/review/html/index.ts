import { contentPolicy, htmlPage } from "../../../page/html-page";
import { element } from "../../../page/markup";
import type { Review } from "../model/review";
import { reviewSentence } from "../wording/summary";
import { controls, NONE_FOUND, SCRIPT } from "./filter";
import { announcedIn, dangers, failures, rollUp, totalsList } from "./overview";
import { stackSection } from "./stack";
import { STYLES } from "./styles";

/** With more changes, those that delete nothing are folded, so that a reader sees the whole list first. */
const MOST_OPEN = 20;

const POLICY = contentPolicy(STYLES, SCRIPT);

/** Returns the review as one page without external resources. */
export function renderHtml(review: Review): string {
  const { stacks, totals, generatorVersion, commit } = review;
  const changes = stacks.reduce((sum, stack) => sum + stack.changes.length, 0);
  const display = { isFolded: changes > MOST_OPEN, announced: announcedIn(stacks) };
  const hasControls = stacks.some(({ changes, drift }) => changes.length + drift.length > 0);
  return htmlPage({
    title: `Plan review: ${reviewSentence(review)}`,
    styles: STYLES,
    script: hasControls ? SCRIPT : null,
    policy: POLICY,
    skip: { target: "changes", words: "Skip to the changes" },
    body: element`<header>
  <p class="maker">cdktf-outreach${commit === null ? null : element`, commit <code>${commit.replace(/^(\w{12})\w*/, "$1")}</code>`}</p>
  <h1>Plan review</h1>
  ${totalsList(review)}
</header>
<main>
  ${failures(stacks)}
  ${dangers(stacks)}
  ${rollUp(review)}
  ${hasControls ? controls(totals) : null}
  <div id="changes" tabindex="-1">
    ${hasControls ? NONE_FOUND : null}
    ${stacks.map((stack, i) => stackSection(stack, i, display))}
  </div>
</main>
<footer><p>Made by cdktf-outreach ${generatorVersion}.</p></footer>`,
  });
}
