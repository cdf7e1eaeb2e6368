import { groupBy } from "../../../util/lists";
import { count, shortened } from "../../../util/text";
import type { Entry } from "../model/groups";
import { firstPlaces, placeOf } from "../model/pairs";
import type { Finding, Review } from "../model/review";
import { fact, type Fact, MAX_NAMED, type MessageText } from "./facts";

/** Largest numbers of characters of the first line and the message of a finding. The JSON has them whole. */
const [MAX_SUMMARY, MAX_MESSAGE] = [200, 600];

/** Returns a function that lists the findings about the objects of an entry. */
export function findingsBeside({ findings, pairs }: Review): (entry: Entry) => MessageText[] {
  const firsts = firstPlaces(pairs);
  const at = (findings ?? []).flatMap((finding) =>
    finding.objects.map(placeOf).map((place) => ({ finding, place: firsts.get(place) ?? place })),
  );
  const found = groupBy(at, ({ place }) => place);
  return ({ members }) => {
    const own = members.flatMap(({ at, change: { address } }) =>
      [...new Set(found.get(placeOf(at))?.map(({ finding }) => finding))].map((finding) => ({
        finding,
        address,
      })),
    );
    const texts = Array.from(
      groupBy(own, ({ finding }) => finding),
      ([finding, [{ address }, ...others]]) => {
        const more = others.length === 0 ? "" : ` and ${count(others.length, "other object")}`;
        const isOfAll = others.length + 1 === members.length;
        return findingText(finding, isOfAll ? [] : [`of ${address}${more}`]);
      },
    );
    const left = texts.length - MAX_NAMED;
    const rest = {
      severity: "finding",
      summary: `${left} more, which the JSON of this review has`,
      detail: "",
    } as const;
    return left > 0 ? [...texts.slice(0, MAX_NAMED), { ...rest, places: [] }] : texts;
  };
}

/** Returns the findings that concern none of the planned changes. */
export function otherFindings({ findings }: Review): MessageText[] {
  return (findings ?? [])
    .filter(({ objects }) => objects.length === 0)
    .map((one) =>
      findingText(
        one,
        [one.stack, one.address].filter((part) => part !== null),
      ),
    );
}

function findingText({ tool, level, message, file, line }: Finding, about: readonly string[]): MessageText {
  const place = file === null ? [] : [`${file}${line === null ? "" : ` line ${line}`}`];
  const lines = message.trim().split("\n");
  const more = lines.length > MAX_NAMED ? "\n…" : "";
  return {
    severity: "finding",
    summary: shortened([tool ?? "another program", level, ...place, ...about].join(", "), MAX_SUMMARY),
    detail: `${shortened(lines.slice(0, MAX_NAMED).join("\n"), MAX_MESSAGE)}${more}`,
    places: [],
  };
}

export function findingFacts({ findings }: Review): Fact[] {
  if (findings === null) return [];
  const beside = findings.filter(({ objects }) => objects.length > 0).length;
  const others = findings.length - beside;
  const words = `${count(findings.length, "finding")} of other programs`;
  return [
    fact(
      beside + others === 0
        ? `${words}.`
        : `${words}: ${beside} beside changes, ${others} about other places.`,
    ),
  ];
}
