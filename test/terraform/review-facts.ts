import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { ENGINE } from "./engine";

/**
 * A review names a new file to its engine, whose environment does not reach a provider that runs already. Returns an
 * environment for both: its engine links the file at the path that the provider has.
 */
export function reviewingBeside(folder: string): NodeJS.ProcessEnv {
  const bin = join(folder, "linking-engine");
  mkdirSync(bin, { recursive: true });
  const [facts, engine] = [join(bin, "facts"), join(bin, basename(ENGINE))];
  const isOfReview = `[ -n "$OUTREACH_REVIEW_RUN" ] && [ "$OUTREACH_REVIEW_RUN" != '${facts}' ]`;
  const script = `if ${isOfReview}; then ln -sfn "$OUTREACH_REVIEW_RUN" '${facts}'; fi\nexec '${ENGINE}' "$@"\n`;
  writeFileSync(engine, `#!/bin/sh\n${script}`, { mode: 0o755 });
  return { TERRAFORM_BINARY_NAME: engine, OUTREACH_REVIEW_RUN: facts };
}
