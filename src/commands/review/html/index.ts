import { contentPolicy, element, htmlPage, type Markup } from "../../../render/markup";
import { groupBy } from "../../../util/lists";
import { capitalized, sentence } from "../../../util/text";
import type { ReviewDocument } from "../document";
import type { EntryText } from "../document/entries";
import { MAX_NAMED, type MessageText } from "../document/facts";
import { badge, entryArticle, factLine, headingOf, listOf, messageArticle, signOf } from "./entries";
import { controls, SCRIPT } from "./filter";
import { STYLES } from "./styles";

const MAX_OPEN = 20;

const POLICY = contentPolicy(STYLES, SCRIPT);

type IdOf = (one: object) => string;

export function printHtml(document: ReviewDocument): string {
  const { headline, isCompared, errors, entries, warnings, drift, outputs, acknowledged, findings } =
    document;
  const all = [...errors, ...entries, ...warnings, ...drift, ...outputs, ...acknowledged, ...findings];
  const ids = new Map<object, string>(all.map((one, i) => [one, `e${i}`]));
  const idOf: IdOf = (one) => ids.get(one)!;
  const hasControls = entries.length + drift.length > 0;
  const { commit, version } = document.maker;
  return htmlPage({
    title: `Plan review: ${headline}`,
    styles: STYLES,
    script: hasControls ? SCRIPT : null,
    policy: POLICY,
    skip: { target: "changes", words: "Skip to the changes" },
    body: element`<header>
  <p class="maker">cdktf-outreach${commit === null ? null : element`, commit <code>${commit}</code>`}</p>
  <h1>Plan review</h1>
  ${onlyStack(document)}
  ${totalsList(document)}
  ${isCompared ? element`<p class="stack"><strong>${sentence(headline)}</strong></p>` : null}
  ${document.notes.map(factLine)}
</header>
<main>
  ${failures(document)}
  ${dangers(document, idOf)}
  ${stackTable(document)}
  ${hasControls ? controls(document) : null}
  <div id="changes" tabindex="-1">
    ${sections(document, idOf)}
  </div>
</main>
<footer><p>Made by cdktf-outreach ${version}.</p></footer>`,
  });
}

function onlyStack({ stacks }: ReviewDocument): Markup | null {
  const [stack, ...others] = stacks;
  if (stack === undefined || others.length > 0) return null;
  return element`<p class="stack">Stack <bdi>${stack.name}</bdi> <span class="origin">${stack.origin}</span></p>`;
}

function totalsList({ totals, headline }: ReviewDocument): Markup {
  if (totals.length === 0) return element`<p class="nothing">✓ ${sentence(headline)}</p>`;
  const items = totals.map(({ kind, number, words }) => {
    const shown = element`<span class="number">${signOf(kind)}${number}</span>`;
    return element`<li class="${kind}">${shown} ${words}</li> `;
  });
  return element`<ul class="totals" aria-label="Totals">${items}</ul>`;
}

function failures({ stacks, lacks }: ReviewDocument): Markup | null {
  const failed = stacks.filter(({ isFailed }) => isFailed).length;
  if (failed === 0) return null;
  return element`<section class="dangers" aria-labelledby="failures">
    <h2 id="failures">${stacks.length > 1 ? `${failed} of ${stacks.length} plans` : "The plan"} failed</h2>
    ${lacks.map(factLine)}
  </section>`;
}

function dangers({ title, entries }: ReviewDocument, idOf: IdOf): Markup | null {
  if (title === "") return null;
  const announced = entries.filter(({ isAnnounced }) => isAnnounced);
  const items = announced.slice(0, MAX_NAMED).map((one) => element`<li>${pointerTo(one, idOf)}</li> `);
  const left = announced.length - items.length;
  return element`<section class="dangers" aria-labelledby="dangers">
    <h2 id="dangers">${title}</h2>
    ${items.length > 0 ? element`<ul>${items}</ul>` : null}
    ${left > 0 ? element`<p>and ${left} more below</p>` : null}
  </section>`;
}

function pointerTo(entry: EntryText, idOf: IdOf): Markup {
  const { title, kind } = headingOf(entry);
  const stacks = entry.stacks.map((name, i) => element`${i === 0 ? " in " : ", "}<bdi>${name}</bdi>`);
  const marks = entry.marks.map(({ words, quoted }) => [
    ", ",
    element`<strong>${[words, quoted.length > 0 ? " " : "", listOf(quoted)]}</strong>`,
  ]);
  return element`${badge(entry.kinds[0]!)}
      <a href="#${idOf(entry)}"><bdi>${title}</bdi></a>
      <span class="aside">${kind}${stacks}${marks}</span>`;
}

function stackTable({ stacks, totals }: ReviewDocument): Markup | null {
  if (stacks.length < 2) return null;
  const row = ({ name, state, isFailed, origin, totals: own }: (typeof stacks)[number]) => element`<tr>
    <th scope="row"><bdi>${name}</bdi> <span class="${isFailed ? "failed" : "done"}">${state}</span> <span class="origin">${origin}</span></th>
    ${totals.map(({ kind }) => element`<td class="${kind}">${own[kind] === 0 ? null : own[kind]}</td>`)}
  </tr>`;
  return element`<section class="roll-up" aria-labelledby="stacks">
    <h2 id="stacks">${stacks.length} stacks</h2>
    <div class="scroll" role="group" aria-labelledby="stacks" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">Stack</th>
            ${totals.map(({ kind }) => element`<th scope="col">${capitalized(kind)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${stacks.map(row)}
        </tbody>
      </table>
    </div>
  </section>`;
}

function sections(document: ReviewDocument, idOf: IdOf): Markup[] {
  const { errors, warnings, drift, outputs, acknowledged, findings, entries } = document;
  const message = (section: string) => (one: MessageText) => {
    return { section, article: messageArticle(one, idOf(one)) };
  };
  const change = (one: EntryText) => {
    return { section: one.section, article: entryArticle(one, idOf(one), entries.length > MAX_OPEN) };
  };
  const all = [
    ...errors.map(message("Errors")),
    ...entries.map(change),
    ...warnings.map(message("Warnings")),
    ...[...drift, ...outputs].map(change),
    ...acknowledged.map(message("Acknowledged warnings")),
    ...findings.map(message("Findings about other places")),
  ];
  return Array.from(
    groupBy(all, ({ section }) => section),
    ([title, own], i) => element`<section aria-labelledby="g${i}" data-group>
    <h2 id="g${i}">${title}</h2>
    ${own.map(({ article }) => article)}
  </section>
  `,
  );
}
