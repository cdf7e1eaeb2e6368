import { groupBy } from "../../../util/lists";
import { count, shortened } from "../../../util/text";
import type { Entry } from "../model/groups";
import { firstPlaces, placeOf } from "../model/pairs";
import type { Finding, Review } from "../model/review";
import { fact, type Fact, MAX_NAMED, type MessageText } from "./facts";

/** Largest numbers of characters of the first line and the message of a finding. The JSON has them whole. */
const [MAX_SUMMARY, MAX_MESSAGE] = [200, 600];

export function findingFacts({ findings }: Review): Fact[] {
  if (findings === null) return [];
  const others = findings.filter(({ objects }) => objects.length === 0).length;
  return [
    fact(`${count(findings.length, "finding")} of other programs, ${others} of them about other places.`),
  ];
}

/** Returns a function that lists the findings about the objects of an entry. */
export function findingsBeside({ findings, pairs }: Review): (entry: Entry) => MessageText[] {
  const firsts = firstPlaces(pairs);
  const placed = (findings ?? []).flatMap((finding) =>
    finding.objects.map(placeOf).map((place) => ({ finding, place: firsts.get(place) ?? place })),
  );
  const found = groupBy(placed, ({ place }) => place);
  return ({ members }) => {
    const all = new Set(members.flatMap(({ at }) => found.get(placeOf(at)) ?? []).map((one) => one.finding));
    return Array.from(all, (one) => findingText(one, members.length > 1 ? [one.address] : []));
  };
}

/** Returns the findings that concern none of the planned changes. */
export function otherFindings({ findings }: Review): MessageText[] {
  const others = findings?.filter(({ objects }) => objects.length === 0) ?? [];
  return others.map((one) => findingText(one, [one.address, one.stack]));
}

function findingText({ tool, level, message, file, line }: Finding, about: readonly (string | null)[]) {
  const place = file !== null && line !== null ? `${file} line ${line}` : file;
  const summary = [tool ?? "another program", level, place, ...about].filter((part) => part !== null);
  const lines = message.trim().split("\n");
  const more = lines.length > MAX_NAMED ? "\n…" : "";
  return {
    severity: "finding",
    summary: shortened(summary.join(", "), MAX_SUMMARY),
    detail: `${shortened(lines.slice(0, MAX_NAMED).join("\n"), MAX_MESSAGE)}${more}`,
    places: [],
  } as const;
}
