import type { Diagnostic } from "../../engine/diagnostics";
import { withoutObject } from "../model/likeness";
import type { Message, MessageMember } from "../model/messages";
import { placesOf } from "../warnings/diagnostics";

/** Returns the texts of a message, without its object if the message is about several. */
export function textsOf({ severity, members }: Message): Pick<Diagnostic, "severity" | "summary" | "detail"> {
  const [{ diagnostic }] = members;
  const { address, summary, detail } = diagnostic;
  if (members.length === 1) return { severity, summary, detail };
  return { severity, ...withoutObject(diagnostic, { address, name: null, id: null }) };
}

/** Returns where a member of a message is: its stack if the review has several, then its places. */
export function placesOfMember({ stack, diagnostic }: MessageMember, isOneOfMany: boolean): string[] {
  return [...(isOneOfMany ? [stack.name] : []), ...placesOf(diagnostic)];
}
