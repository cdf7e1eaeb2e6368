import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { REVIEW_RUN, type ReviewLine } from "../../src/provider/run/review-run";

/** Runs the provider as a review does, from `begin` to the end of the test. */
export function useReviewRun() {
  const folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-test-"));
  const file = join(folder, "facts");
  afterEach(() => delete process.env[REVIEW_RUN]);
  afterAll(() => rmSync(folder, { recursive: true }));
  return {
    begin() {
      writeFileSync(file, "");
      process.env[REVIEW_RUN] = file;
    },
    /** Returns what the provider has given the review. */
    lines: (): ReviewLine[] =>
      readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as ReviewLine),
  };
}
