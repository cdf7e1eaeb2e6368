import { contentPolicy, element, htmlPage, type Markup, type MarkupContent } from "../../../render/markup";
import { groupBy } from "../../../util/lists";
import { capitalized, count, sentence } from "../../../util/text";
import type { MessageText, ReviewDocument } from "../document";
import type { EntryText } from "../document/entries";
import { MAX_NAMED } from "../document/facts";
import { badge, entryArticle, factLine, listOf, messageArticle, signOf, titleOf } from "./entries";
import { controls, NONE_FOUND, SCRIPT } from "./filter";
import { STYLES } from "./styles";

/** With more entries, the harmless ones are folded, so that a reader sees the whole list first. */
const MAX_OPEN = 20;

const POLICY = contentPolicy(STYLES, SCRIPT);

type IdOf = (one: object) => string;

export function printHtml(document: ReviewDocument): string {
  const { headline, isCompared, entries, drift, notes, maker } = document;
  const ids = idsOf(document);
  const idOf: IdOf = (one) => ids.get(one)!;
  const hasControls = entries.length + drift.length > 0;
  const { commit, version } = maker;
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
  ${notes.map(factLine)}
</header>
<main>
  ${failures(document, idOf)}
  ${dangers(document, idOf)}
  ${outliers(document, idOf)}
  ${stackTable(document)}
  ${hasControls ? controls(document) : null}
  <div id="changes" tabindex="-1">
    ${hasControls ? NONE_FOUND : null}
    ${sections(document, idOf)}
  </div>
</main>
<footer><p>Made by cdktf-outreach ${version}.</p></footer>`,
  });
}

function idsOf(document: ReviewDocument): Map<object, string> {
  const { entries, errors, warnings, drift, outputs, acknowledged } = document;
  const numbered = { c: entries, m: [...errors, ...warnings], d: drift, o: outputs, a: acknowledged };
  return new Map(
    Object.entries(numbered).flatMap(([letter, all]) =>
      all.map((one, i): [object, string] => [one, `${letter}${i}`]),
    ),
  );
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

function failures({ stacks, errors, lacks }: ReviewDocument, idOf: IdOf): Markup | null {
  const failed = stacks.filter(({ isFailed }) => isFailed).length;
  if (errors.length + failed === 0) return null;
  const of = stacks.length > 1 ? `${failed} of ${stacks.length} plans` : "The plan";
  const title = failed === 0 ? count(errors.length, "error") : `${of} failed`;
  const error = (one: MessageText) =>
    element`${badge("error")} <a href="#${idOf(one)}"><bdi>${one.summary}</bdi></a>
      <span class="aside">${one.places.length === 1 ? listOf(one.places[0]!) : count(one.places.length, "place")}</span>`;
  return announcement("failures", title, errors.map(error), lacks.map(factLine));
}

function dangers({ titles, entries }: ReviewDocument, idOf: IdOf): Markup | null {
  const items = entries.filter(({ isAnnounced }) => isAnnounced).map((entry) => pointerTo(entry, idOf));
  return titles.length === 0 ? null : announcement("dangers", titles.join(". "), items);
}

function outliers({ entries }: ReviewDocument, idOf: IdOf): Markup | null {
  const items = entries
    .filter(({ kinds }) => kinds.includes("outlier"))
    .map((entry) => pointerTo(entry, idOf));
  const title = `${capitalized(count(items.length, "change"))} unlike the others`;
  return items.length === 0 ? null : announcement("outliers", title, items);
}

function pointerTo(entry: EntryText, idOf: IdOf): Markup {
  const { kinds, where, lists, facts, marks } = entry;
  const { title, kind } = titleOf(entry);
  const stacks = where === null ? lists.flatMap((list) => list.where ?? []) : [where];
  const names = stacks.map((name, i) => element`${i === 0 ? "in " : ", "}<bdi>${name}</bdi>`);
  return element`${badge(kinds.includes("outlier") ? "outlier" : kinds[0]!)}
      <a href="#${idOf(entry)}"><bdi>${title}</bdi></a>
      <span class="aside">${kind} ${names} ${marks.map(({ words, quoted }) => [words, " ", listOf(quoted)])}</span>
      ${facts.filter(({ isLoud }) => isLoud).map(factLine)}`;
}

function announcement(
  id: string,
  title: string,
  items: readonly Markup[],
  below: readonly Markup[] = [],
): Markup {
  const left = items.length - MAX_NAMED;
  return element`<section class="dangers ${id}" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${items.length > 0 ? element`<ul>${items.slice(0, MAX_NAMED).map((item) => element`<li>${item}</li> `)}</ul>` : null}
    ${left > 0 ? element`<p>and ${left} more below</p>` : null}
    ${below}
  </section>`;
}

function stackTable({ stacks, totals }: ReviewDocument): Markup | null {
  if (stacks.length < 2) return null;
  const row = (head: MarkupContent, numberOf: (kind: (typeof totals)[number]) => number) => element`<tr>
    <th scope="row">${head}</th>
    ${totals.map((one) => element`<td class="${one.kind}">${numberOf(one) === 0 ? null : numberOf(one)}</td>`)}
  </tr>`;
  const headOf = ({ name, state, isFailed, origin }: (typeof stacks)[number]) => {
    const strong = isFailed ? element` <strong class="failed">${state}</strong>` : null;
    const note = isFailed || state === null ? strong : element` <span class="done">${state}</span>`;
    return element`<bdi>${name}</bdi>${note} <span class="origin">${origin}</span>`;
  };
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
          ${stacks.map((stack) => row(headOf(stack), ({ kind }) => stack.totals[kind]))}
        </tbody>
        <tfoot>
          ${row("All", ({ number }) => number)}
        </tfoot>
      </table>
    </div>
  </section>`;
}

function sections(document: ReviewDocument, idOf: IdOf): Markup[] {
  const { errors, warnings, drift, outputs, acknowledged, entries } = document;
  const message = (one: MessageText) => messageArticle(one, idOf(one));
  const change = (one: EntryText) => entryArticle(one, idOf(one), entries.length > MAX_OPEN);
  const section = ([title, own]: readonly [string, readonly EntryText[]]) =>
    [title, own.map(change)] as const;
  const all: (readonly [title: string, articles: readonly Markup[]])[] = [
    ["Errors", errors.map(message)],
    ...Array.from(
      groupBy(entries, (entry) => entry.section),
      section,
    ),
    ["Warnings", warnings.map(message)],
    ...Array.from(
      groupBy([...drift, ...outputs], (entry) => entry.section),
      section,
    ),
    ["Acknowledged warnings", acknowledged.map(message)],
  ];
  return all.flatMap(([title, articles], i) =>
    articles.length === 0
      ? []
      : element`<section aria-labelledby="g${i}" data-group>
    <h2 id="g${i}">${title} <span class="count">${articles.length}</span></h2>
    ${articles}
  </section>
  `,
  );
}
