import { consequenceOf, isLoss } from "./danger-words";
import type { ObjectChange } from "./model";
import { isOwnType } from "./own-types";
import { sentence } from "./wording";

/** What is said of a change beside its attributes: a sentence, or the start of one that ends with what is quoted. */
export interface Fact {
  readonly words: string;
  readonly quoted: readonly string[];
  /** Bad news. */
  readonly isLoud: boolean;
}

/** The same in every format. */
export function factsOf(change: ObjectChange): Fact[] {
  const { action, forcedBy, importId, previousAddress, reason, takesOver } = change;
  const consequence = consequenceOf(change);
  return [
    ...(consequence === null ? [] : [{ ...fact(sentence(consequence)), isLoud: isLoss(change) }]),
    ...(takesOver ? [{ ...fact(TAKES_OVER), isLoud: true }] : []),
    ...(mayTakeOver(change) ? [{ ...fact(MAY_TAKE_OVER), isLoud: true }] : []),
    ...(forcedBy.length === 0 ? [] : [fact("The replacement is forced by", forcedBy)]),
    ...(action === "replace" ? [fact(replacementWords(change))] : []),
    ...(action === "forget" ? [fact("It leaves the state and stays at the server.")] : []),
    ...(reason === null ? [] : [fact(reason)]),
    ...(importId === null ? [] : [importFact(importId)]),
    ...(previousAddress === null ? [] : [fact("Moved here from", [previousAddress])]),
  ];
}

function fact(words: string, quoted: readonly string[] = []): Fact {
  return { words, quoted, isLoud: false };
}

/** What Terraform calls a create, and is none. */
const TAKES_OVER = "It exists already and is taken over: what it holds is overwritten with this.";

/** The provider leaves it open where `existing_name = "adopt"` meets a name that the plan does not know. */
function mayTakeOver({ type, knownAfterApply }: ObjectChange): boolean {
  return isOwnType(type) && knownAfterApply.includes("adopted");
}

const MAY_TAKE_OVER =
  "Only the apply decides whether it is created, or an object of its name taken over and overwritten.";

/** What becomes of the old object. */
function replacementWords({ createsBeforeDestroy, forgetsOld }: ObjectChange): string {
  if (forgetsOld) return "The old object is not destroyed: it leaves the state and stays at the server.";
  return createsBeforeDestroy
    ? "The new object is created before the old one is deleted."
    : "The old object is deleted before the new one is created.";
}

function importFact(id: string): Fact {
  return id === ""
    ? fact("Imported from an id that is not known yet or sensitive.")
    : fact("Imported from the id", [id]);
}
