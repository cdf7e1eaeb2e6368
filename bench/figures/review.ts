import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Chromium, findChromium, type Page } from "../../test/browser/chromium";
import type { Figure } from "../figure";
import { type Measure, measure, plainEnvironment, seconds } from "../measure";
import { ratio, type Result } from "../report";
import { root } from "../root";
import { scratchFolder } from "../scratch";
import { inRounds, median, ratios } from "../statistics";

const COUNT = 3000;
const EDITS = 20;

export const review: Figure = async ({ rounds, stacks, node }) => {
  const stack = await stacks.ours(COUNT);
  stack.editPrompts(EDITS);
  await stack.planToFile("-lock=false");
  const { file } = await stack.showFile();
  const folder = scratchFolder("review");
  const write = (format: string) => reviewOf([node, file, folder], format);
  const runs = await inRounds<Measure, Record<"plan" | "markdown" | "html", () => Promise<Measure>>>(
    rounds(3, 1),
    {
      plan: () => stack.planToFile("-lock=false"),
      markdown: () => write("markdown"),
      html: () => write("html"),
    },
  );
  stack.configure(1);
  const title = `review of ${COUNT} updates with ${EDITS} edits`;
  const own = `${title}, time without the engine, against the plan`;
  return {
    results: [
      ratio("review", `${own}: markdown`, ratios(runs.markdown, runs.plan, seconds), 0.5),
      ratio("review", `${own}: html`, ratios(runs.html, runs.plan, seconds), 0.5),
      ...sizes(title, folder),
      ...(await inBrowser(title, join(folder, "review.html"), rounds(5, 1))),
    ],
  };
};

function reviewOf([node, plan, folder]: readonly [string, string, string], format: string): Promise<Measure> {
  const command = [node, join(root, "dist/cli/cdktf-outreach.cjs"), "review", "--plan", plan];
  const output = ["--format", format, "--out", join(folder, `review.${format}`)];
  // Status 2 means that there are changes.
  const script = '"$@"; [ $? = 2 ]';
  return measure({
    command: ["sh", "-c", script, "sh", ...command, ...output],
    folder,
    env: plainEnvironment(),
  });
}

function sizes(title: string, folder: string): Result[] {
  const characters = readFileSync(join(folder, "review.markdown"), "utf8").length;
  const bytes = statSync(join(folder, "review.html")).size;
  return [
    { figure: "review", what: `${title}, the comment`, value: characters / 1024, unit: "KiB", goal: 64 },
    { figure: "review", what: `${title}, the page`, value: bytes / 1024, unit: "KiB", goal: 488 },
  ];
}

/** Returns no figures without Chromium. */
async function inBrowser(title: string, file: string, rounds: number): Promise<Result[]> {
  const program = findChromium();
  if (program === undefined) return [];
  const browser = new Chromium(program);
  try {
    const [paints, filters]: number[][] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      const page = await browser.openPage();
      await page.resize(1280, 900);
      await page.open(pathToFileURL(file).href);
      paints!.push(await page.evaluate<number>(FIRST_PAINT));
      filters!.push(await filterTime(page));
      await page.close();
    }
    const figure = (what: string, samples: number[]): Result => {
      return {
        figure: "review",
        what: `${title}, ${what}`,
        value: median(samples),
        unit: "ms",
        goal: 1000,
        samples,
      };
    };
    return [figure("first paint of the page", paints!), figure("first filter by text", filters!)];
  } finally {
    await browser.close();
  }
}

const FIRST_PAINT = `new Promise((done) => new PerformanceObserver((list) => {
  for (const { name, startTime } of list.getEntries()) if (name === "first-contentful-paint") done(startTime);
}).observe({ type: "paint", buffered: true }))`;

/** Milliseconds between the input of a text, which matches one object, and the next frame. */
function filterTime(page: Page): Promise<number> {
  return page.evaluate(`new Promise((done) => {
    const query = document.getElementById("query");
    query.value = "snippet ${COUNT - 1}";
    const begin = performance.now();
    query.dispatchEvent(new Event("input", { bubbles: true }));
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - begin)));
  })`);
}
