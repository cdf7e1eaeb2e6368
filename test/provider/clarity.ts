import { outreachProvider } from "../../src/provider/provider";

interface Said {
  readonly summary: string;
  readonly detail: string;
}

/**
 * What a summary may be about: a resource type or data source, an argument of the provider, or the provider
 * itself.
 */
const OBJECTS = [
  ...Object.keys(outreachProvider.resources),
  ...Object.keys(outreachProvider.dataSources),
  ...Object.keys(outreachProvider.schema.attributes),
  "outreach provider",
  "OUTREACH_",
];

/** How a sentence begins, or goes on after a colon or comma, that tells the reader what to do. */
const INSTRUCTION =
  /(^|[:,;] )(Apply|Check|Compare|Declare|Delete|Fix|Import|Leave|Look|Move|Nothing needs|Plan|Remove|Run|Set|Terraform import|Use|Wait|Write)\b/i;

/** What is wrong with a diagnostic as a text for people, a sentence each; nothing where it is clear. */
export function unclear({ summary, detail }: Said, secrets: readonly string[]): string[] {
  const last = detail.split(/(?<=[.!?])\s+/).at(-1) ?? "";
  const problems = [
    !OBJECTS.some((object) => summary.includes(object)) && "the summary names no object",
    summary.includes("\n") && "the summary has more than one line",
    !INSTRUCTION.test(last) && `it does not end with what to do, but with: ${last}`,
    /defect of the provider/.test(detail) && "it blames the provider",
    secrets.some((secret) => `${summary} ${detail}`.includes(secret)) && "it holds a secret",
  ];
  return problems
    .filter((problem) => problem !== false)
    .map((problem) => `${summary}: ${problem}\n${detail}`);
}
