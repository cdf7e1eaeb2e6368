import { shortened } from "../../../util/text";
import type { Entry } from "../model/groups";
import type { Finding, Review } from "../model/review";
import type { MessageText } from "./facts";

/** Largest numbers of characters of the first line and the message of a finding. The JSON has them whole. */
const [MAX_SUMMARY, MAX_MESSAGE] = [200, 600];

export function findingsBeside({ findings }: Review, { members }: Entry): MessageText[] {
  const found = members.flatMap(({ change, partner }) =>
    partner === null ? [change] : [change, partner.change],
  );
  return Array.from(new Set(found.flatMap((one) => one.findings)), (i) => findingText(findings![i]!));
}

/** Returns the findings that concern none of the planned changes. */
export function otherFindings({ findings, stacks }: Review): MessageText[] {
  const beside = new Set(stacks.flatMap(({ changes }) => changes.flatMap((change) => change.findings)));
  return (findings ?? []).filter((_, i) => !beside.has(i)).map(findingText);
}

function findingText({ tool, level, message, file, line, address, stack }: Finding): MessageText {
  const about = [tool ?? "another program", level, file, line && `line ${line}`, address, stack];
  return {
    severity: "finding",
    summary: shortened(about.filter((part) => part !== null).join(", "), MAX_SUMMARY),
    detail: shortened(message.trim(), MAX_MESSAGE),
    places: [],
  };
}
