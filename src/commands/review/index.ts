import { parseArgs } from "node:util";
import { readSamples } from "../../estate/declared/samples-file";
import { UsageError } from "../../util/usage-error";
import { exitStatus, STATUS } from "../exit-status";
import { interruptible } from "../interruptible";
import { askedOf, prepareApproval, writeApprovalOf } from "./approval";
import { readBase, withBase, withWorkspaces } from "./base";
import { prepareEvals, writeEvals } from "./evals";
import { linksIn, withSources } from "./sources";
import { readFindings, withFindings } from "./findings";
import { reviewOf } from "./from-plan";
import { isDangerous } from "./model/object-changes";
import type { ObjectDrift, Review } from "./model/review";
import { isNothingToDo } from "./model/totals";
import { FAIL_ON, type FailOn, options, parseFailOn } from "./options";
import { outputsOf, printAll, refuseOneFileTwice, writeAll } from "./output";
import { planAll } from "./plan-stacks";
import { warningsOfNewTexts } from "./promotion";

export { usage } from "./options";

interface Streams {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

export async function run(args: string[], { stdout, stderr }: Streams = process): Promise<number> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const failOn = parseFailOn(values["fail-on"] ?? []);
  const target = { outputs: outputsOf(values), stdout };
  const { file: samplesFile, samples } = readSamples(values.samples);
  refuseOneFileTwice({ ...values, samples: samplesFile });
  const findings = values.findings?.flatMap(readFindings);
  if (findings === undefined && failOn.has("finding"))
    throw new UsageError("--fail-on finding needs --findings FILE.");
  const base = values.base === undefined ? undefined : readBase(values.base);
  const approval = prepareApproval(values);
  if (values.evals !== undefined) prepareEvals(values.evals);
  const { planned, other, commit, sources } = await interruptible((signal) =>
    planAll(values, positionals, signal, stderr),
  );
  const newTexts = other === undefined ? [] : warningsOfNewTexts(planned, other);
  const made = reviewOf(planned, commit, newTexts, samples);
  const compared = base === undefined ? made : withBase(made, planned, base);
  const placed = withSources(compared, sources, linksIn(process.env, commit));
  const complete = findings === undefined ? placed : withFindings(placed, findings, { planned, sources });
  const hasJson = target.outputs.some(({ format }) => format === "json");
  const review = hasJson ? withWorkspaces(complete, planned) : complete;
  const ended = exitStatusOf(review, failOn);
  const status = ended !== STATUS.failed && newTexts.length > 0 ? STATUS.refused : ended;
  const asked =
    approval === undefined || status === STATUS.failed ? undefined : askedOf(approval, planned, review);
  const printed = printAll(review, target, asked instanceof Error ? undefined : asked);
  const isWritten = await writeAll(printed, target);
  if (values.evals !== undefined && status !== STATUS.failed) stderr.write(writeEvals(values.evals, review));
  if (approval === undefined) return status;
  if (asked instanceof Error) throw asked;
  // The approval is written last, so that it covers no change that the review could not print.
  const isSeen = isWritten && asked !== undefined;
  stderr.write(
    isSeen
      ? writeApprovalOf(asked.changes, printed.review, approval)
      : "No approval is written: the review is not complete.\n",
  );
  return isSeen ? status : STATUS.failed;
}

/** An error counts most, because a stack without a plan may change anything. */
export function exitStatusOf(review: Review, failOn: ReadonlySet<FailOn>): number {
  const { totals, stacks } = review;
  if (totals.error > 0 || stacks.some(({ planned }) => !planned)) return STATUS.failed;
  const { replace, warning } = totals;
  const isInCode = ({ attributes, kept }: ObjectDrift) =>
    attributes.length > 0 && attributes.every(({ path }) => kept.includes(path));
  const drift = stacks.flatMap((stack) => stack.drift).filter((one) => !isInCode(one)).length;
  const changes = stacks.flatMap((stack) => stack.changes);
  const deletesNotShown = stacks.reduce((sum, stack) => sum + stack.deletesNotShown, 0);
  const destroy = changes.filter(isDangerous).length + deletesNotShown;
  // If an earlier refresh stored the edit, its loss is no drift of this plan.
  const lost = changes.filter(({ lostEdit }) => lostEdit !== null).length;
  const finding = review.findings?.filter(({ level }) => level !== "note").length ?? 0;
  const found: Record<FailOn, number> = { destroy, replace, drift: drift + lost, warning, finding };
  if (FAIL_ON.some((name) => failOn.has(name) && found[name] > 0)) return STATUS.refused;
  return exitStatus(false, !stacks.every(isNothingToDo));
}
