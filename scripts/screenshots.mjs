// Makes the pictures of docs/images: the review of an invented plan as a page and as a comment, and the
// output of export and pull on a simulator. Needs Chromium and Terraform. Run `npm run setup` first.
//
//   npx tsx scripts/screenshots.mjs
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { reviewOf } from "../src/cli/review/from-plan.ts";
import { renderHtml } from "../src/cli/review/html/index.ts";
import { renderMarkdown } from "../src/cli/review/markdown/index.ts";
import { checkVariables, promptWarnings } from "../src/prompt/index.ts";
import { Chromium, findChromium } from "../test/browser/chromium.ts";
import { commentPage } from "./comment-page.mjs";
import { terminalPage } from "./terminal-page.mjs";
import { workspaceRuns } from "./workspace-pictures.mjs";

const images = fileURLToPath(new URL("../docs/images", import.meta.url));

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

function resource(type, name, actions, before, after) {
  const address = `outreach_${type}.${name}`;
  return { address, mode: "managed", type: `outreach_${type}`, name, change: { actions, before, after } };
}

const commit = "5f0c3f6d2b7a49e18c0b6a7d9e2f41c3b8a7d6e5";
const review = reviewOf(
  [
    {
      name: "emea",
      engine: "terraform",
      plan: {
        format_version: "1.2",
        terraform_version: "1.11.4",
        timestamp: "2026-11-25T09:30:00Z",
        resource_changes: [
          resource(
            "cluster",
            "dach",
            ["delete"],
            { id: "0d9e4c71", name: "DACH sales", associated_count: 42 },
            null,
          ),
          resource(
            "snippet",
            "opener",
            ["update"],
            { id: "5b1f8a02", name: "Sequence 1: opener", prompt: opener },
            { id: "5b1f8a02", name: "Sequence 1: opener", prompt: openerAfter },
          ),
          resource("cluster", "latam", ["create"], null, {
            name: "LATAM sales",
            description: "Sales in Latin America.",
          }),
          resource(
            "cluster",
            "emea",
            ["update"],
            { id: "77c20e9b", name: "EMEA sales", description: "Sales in Europe." },
            { id: "77c20e9b", name: "EMEA sales", description: "Sales in Europe and Africa." },
          ),
        ],
        resource_drift: [],
        output_changes: {},
      },
      diagnostics: promptWarnings(
        'outreach_snippet "Sequence 1: opener"',
        checkVariables(openerAfter, known),
      ).map((warning) => ({
        severity: "warning",
        ...warning,
        address: "outreach_snippet.opener",
        source: null,
        prompt: null,
      })),
    },
  ],
  commit,
);

async function main() {
  const program = findChromium();
  if (program === undefined) throw new Error("The pictures need a Chromium on PATH, or named in CHROMIUM.");
  const folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-pictures-"));
  const browser = new Chromium(program);
  try {
    mkdirSync(images, { recursive: true });
    const page = await browser.openPage();
    const picture = async (name, source, width, height) => {
      const file = join(folder, `${name}.html`);
      writeFileSync(file, source);
      await page.resize(width, height);
      await page.open(pathToFileURL(file).href);
      writeFileSync(join(images, `${name}.png`), await page.screenshot());
    };
    await picture("review-html", renderHtml(review), 1200, 1380);
    await picture("review-markdown", commentPage(renderMarkdown(review)), 940, 1030);
    const { exported, pulled } = await workspaceRuns();
    await picture("export", terminalPage(exported), 1080, 580);
    await picture("pull", terminalPage(pulled), 1080, 410);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}

await main();
