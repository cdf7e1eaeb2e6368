import { createHash } from "node:crypto";
import { reviewOf } from "../../../src/commands/review/from-plan";
import type { Review } from "../../../src/commands/review/model/review";
import { checkVariables, promptWarnings } from "../../../src/prompts";
import { PROVIDER_VERSION } from "../../../src/provider/version";
import { renderHtml, renderMarkdown } from "./every-format";

// The invented plan whose review is in the pictures of docs/images.

const opener = `Write the first email of a sequence to {first_name}, who works at {company}.

Open with one sentence on what {company} does; use {company_news} where it is not older than a month.
Then one sentence on what we do: we keep the mailboxes of sales teams out of spam folders.

Tone: plain, friendly, no exclamation marks.
Length: at most 90 words.

Do not mention prices.
Do not promise a delivery rate.
Do not use the words revolutionary, seamless or leverage.
End with one question that can be answered with yes or no.
`;
const openerAfter = opener
  .replace(
    "use {company_news} where it is not older than a month.",
    "use {industry_news} where there is any.",
  )
  .replace("at most 90 words.", "at most 70 words.\nLanguage: that of {language}.")
  .replace("Do not promise a delivery rate.\n", "");

const known = ["company", "company_news", "first_name", "language"];

type Values = Readonly<Record<string, string | number>> | null;

function change(address: string, action: "create" | "update" | "delete", [before, after]: [Values, Values]) {
  const [type, name] = address.split(".") as [string, string];
  return { address, mode: "managed", type, name, change: { actions: [action], before, after } };
}

const changes = [
  change("outreach_cluster.dach", "delete", [
    { id: "0d9e4c71", name: "DACH sales", associated_count: 42 },
    null,
  ]),
  change("outreach_snippet.opener", "update", [
    { id: "5b1f8a02", name: "Sequence 1: opener", prompt: opener },
    { id: "5b1f8a02", name: "Sequence 1: opener", prompt: openerAfter },
  ]),
  change("outreach_cluster.latam", "create", [
    null,
    { name: "LATAM sales", description: "Sales in Latin America." },
  ]),
  change("outreach_cluster.emea", "update", [
    { id: "77c20e9b", name: "EMEA sales", description: "Sales in Europe." },
    { id: "77c20e9b", name: "EMEA sales", description: "Sales in Europe and Africa." },
  ]),
];

/** Returns the review in the pictures. */
export function picturedReview(): Review {
  const warnings = promptWarnings(
    'outreach_snippet "Sequence 1: opener"',
    checkVariables(openerAfter, known),
  );
  const plan = {
    format_version: "1.2",
    terraform_version: "1.11.4",
    timestamp: "2026-11-25T09:30:00Z",
    resource_changes: changes,
    resource_drift: [],
    output_changes: {},
  };
  const diagnostics = warnings.map((warning) => ({
    severity: "warning" as const,
    ...warning,
    address: "outreach_snippet.opener",
    source: null,
    prompt: null,
  }));
  return reviewOf(
    [{ name: "emea", engine: "terraform", plan, diagnostics }],
    "5f0c3f6d2b7a49e18c0b6a7d9e2f41c3b8a7d6e5",
  );
}

/** Returns the SHA-256 of each pictured review, by the name of its picture. A new version changes no picture. */
export function picturedHashes(): Record<string, string> {
  const review = picturedReview();
  const texts = { "review-html": renderHtml(review), "review-markdown": renderMarkdown(review) };
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      createHash("sha256").update(text.replaceAll(PROVIDER_VERSION, "VERSION")).digest("hex"),
    ]),
  );
}
