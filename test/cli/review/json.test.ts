import { readFileSync } from "node:fs";
import { join } from "node:path";
import { FORMAT_VERSION } from "../../../src/cli/review/model";
import { sampleReview } from "./sample";

const documentation = readFileSync(join(__dirname, "../../../docs/review-json.md"), "utf8");

/** The names of all members, but those of values that come from a plan. */
function membersOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(membersOf);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    name,
    ...(name === "value" ? [] : membersOf(inner)),
  ]);
}

describe("docs/review-json.md", () => {
  it("is about the version that is printed", () => {
    expect(documentation).toContain(`\`formatVersion\` is \`${FORMAT_VERSION}\``);
  });

  it("names every member of a review", () => {
    const code = Array.from(documentation.matchAll(/`([^`]+)`/g), ([, text]) => text!).join(" ");
    const named = new Set(code.match(/\w+/g));
    expect([...new Set(membersOf(sampleReview()))].filter((member) => !named.has(member))).toEqual([]);
  });
});
