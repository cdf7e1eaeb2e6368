// Makes the pictures of docs/images: the review of an invented plan as a page and as a comment, and the
// output of export and pull on a simulator. Also writes docs/images/shown.json, which says what the pictures
// show: tests compare it with what the commands print now. Needs Chromium and Terraform. Run `npm run setup`
// first.
//
//   npx tsx scripts/screenshots.mjs
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Chromium, findChromium } from "../test/browser/chromium.ts";
import { renderHtml, renderMarkdown } from "../test/commands/review/every-format.ts";
import { picturedHashes, picturedReview } from "../test/commands/review/pictured.ts";
import { commentPage } from "./comment-page.mjs";
import { formatted } from "./formatted.mjs";
import { terminalPage } from "./terminal-page.mjs";
import { workspaceRuns } from "./workspace-pictures.mjs";

const images = fileURLToPath(new URL("../docs/images", import.meta.url));

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
    const review = picturedReview();
    await picture("review-html", renderHtml(review), 1200, 1380);
    await picture("review-markdown", commentPage(renderMarkdown(review)), 940, 1030);
    const { exported, pulled } = await workspaceRuns();
    await picture("export", terminalPage(exported), 1080, 650);
    await picture("pull", terminalPage(pulled), 1080, 580);
    const shown = join(images, "shown.json");
    const text = JSON.stringify({ reviews: picturedHashes(), export: exported, pull: pulled });
    writeFileSync(shown, await formatted(shown, text));
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}

await main();
