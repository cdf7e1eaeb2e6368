import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { reviewOf } from "../../src/commands/review/from-plan";
import { groupsOf } from "../../src/commands/review/model/groups";
import type { ObjectChange, Review } from "../../src/commands/review/model/review";
import { fill as fillPrompt, parseSamples } from "../../src/prompts";
import { makeVisible, visibleLines } from "../../src/render/visible-text";
import { of, planned, renderHtml, stack } from "../commands/review/every-format";
import { warning } from "../commands/review/planned-change";
import { pullRequest } from "../commands/review/pull-request";
import { recordedReview, recordedStack } from "../commands/review/recorded";
import { largeReview, sampleReview } from "../commands/review/sample";
import { Chromium, findChromium, type Page } from "./chromium";

const program = findChromium();
if (program === undefined) {
  process.stderr.write(
    "SKIPPED: the browser test of the review page, because no Chromium was found on PATH or in CHROMIUM.\n",
  );
}

const longLine = (word: string) => ({ prompt: `${word} ${"stays ".repeat(100)}${word}` });

const FAILED = {
  ...warning("No credentials", "outreach_snippet.x"),
  severity: "error",
  detail: "Set them.",
} as const;

/** A review with changes of this branch, pending ones, and one that is taken back. */
function comparedReview(): Review {
  const review = recordedReview("update", "delete");
  const origins = ["branch", "base", "unknown"] as const;
  const stacks = review.stacks.map((stack) => ({
    ...stack,
    changes: stack.changes.map((change, i) => ({ ...change, origin: origins[i % 3]! })),
  }));
  const [{ address, type, name, action }] = stacks[0]!.changes as [ObjectChange];
  const gone = { stack: stacks[0]!.name, address, type, name, action, why: "taken-back" } as const;
  const counts = { branch: 2, base: 1, unknown: 1 };
  const base = { name: "main", commit: "5f0c3f6d2b7a", counts, gone: [gone], problems: [] };
  return { ...review, stacks, groups: groupsOf(stacks, review.pairs), base };
}

(program === undefined ? describe.skip : describe)("the page of a review in a browser", () => {
  let folder: string;
  let sample: string;
  let large: string;
  const write = (name: string, source: string) => {
    writeFileSync(join(folder, name), source);
    return pathToFileURL(join(folder, name)).href;
  };
  let browser: Chromium;
  let page: Page;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-page-"));
    sample = write("sample.html", renderHtml(sampleReview()));
    large = write("large.html", renderHtml(largeReview(200)));
    browser = new Chromium(program!);
    page = await browser.openPage();
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => page.reset());

  const shown = () =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll(".entry")].filter((entry) => entry.checkVisibility()).map((entry) => entry.querySelector("h3").textContent)`,
    );
  const visible = (selector: string) =>
    page.evaluate<boolean>(`document.querySelector(${JSON.stringify(selector)}).checkVisibility()`);
  const status = () => page.evaluate<string>(`document.querySelector("[role=status]").textContent`);
  const choose = (kind: string) =>
    page.evaluate(
      `(() => { const kinds = document.getElementById("kind"); kinds.value = ${JSON.stringify(kind)};
        kinds.dispatchEvent(new Event("input", { bubbles: true })); })()`,
    );
  const happened = (pattern: RegExp) => page.events.filter(({ method }) => pattern.test(method));
  const focused = () =>
    page.evaluate<string>(`document.activeElement.id || document.activeElement.textContent.trim()`);

  it("shows every entry, without an error, a message or a request", async () => {
    await page.open(sample);
    const titles = await shown();
    expect(titles).toHaveLength(await page.evaluate<number>(`document.querySelectorAll(".entry").length`));
    expect(await status()).toBe(`${titles.length} of ${titles.length} shown`);
    expect(happened(/^Log\.entryAdded|^Runtime\.(consoleAPICalled|exceptionThrown)/)).toEqual([]);
    const requests = happened(/^Network\.requestWillBeSent$/).map(
      ({ params }) => (params["request"] as { url: string }).url,
    );
    expect(requests).toEqual([sample]);
  });

  it("filters by the typed text, and shows how many entries are left", async () => {
    await page.open(sample);
    const all = (await shown()).length;
    await page.click("#query");
    await page.type("anniversary DISCOUNT");
    expect((await shown()).map((title) => title.trim())).toEqual([
      expect.stringContaining("Drift snippet Sequence 1: opener"),
    ]);
    expect(await status()).toBe(`1 of ${all} shown`);
    expect(await visible("#none")).toBe(false);
    await page.type(" nowhere-to-be-found");
    expect(await shown()).toEqual([]);
    expect(await visible("#none")).toBe(true);
    expect(await page.evaluate(`document.getElementById("none").textContent`)).toBe(
      "Nothing matches the filter.",
    );
    await page.click("#show-all");
    expect(await visible("#none")).toBe(false);
    expect(await shown()).toHaveLength(all);
    expect(await focused()).toBe("query");
  });

  it("filters by a kind, also a change that undoes drift by the drift", async () => {
    await page.open(sample);
    await choose("delete");
    expect(await shown()).toEqual([expect.stringContaining("Delete"), expect.stringContaining("Delete")]);
    const groups = `[...document.querySelectorAll("[data-group]")].filter((one) => one.checkVisibility()).length`;
    expect(await page.evaluate(groups)).toBe(1);
    await choose("drift");
    expect((await shown()).map((title) => title.replace(/\s+/g, " ").trim())).toEqual([
      expect.stringMatching(/Update ≠ Drift snippet Sequence 1: opener/),
      expect.stringMatching(/Create ≠ Drift cluster EMEA sales/),
    ]);
  });

  it("filters by the name of an object in a group", async () => {
    await page.open(write("group.html", renderHtml(reviewOf(pullRequest()))));
    await page.click("#query");
    await page.type("tone: americas 4 nudge");
    expect(await shown()).toEqual([expect.stringContaining("59 snippets")]);
  });

  it("shows an attack as text", async () => {
    await page.open(sample);
    const text = await page.evaluate<string>(`document.body.innerText`);
    expect(text).toContain("<img src=x onerror=alert(1)>");
    expect(text).toContain("</summary></details><script>alert(1)</script>");
    expect(await page.evaluate(`document.querySelectorAll("script").length`)).toBe(1);
    expect(
      await page.evaluate(`document.querySelectorAll("img, a:not([href^='#']), iframe, object").length`),
    ).toBe(0);
    expect(happened(/^Page\.javascriptDialogOpening/)).toEqual([]);
  });

  it("runs and loads nothing even if a tag reaches the markup", async () => {
    const attack = `<img src="https://127.0.0.1:1/beacon.png"><script>alert(1)</script><p style="color:red" onclick="alert(1)">`;
    await page.open(write("broken.html", renderHtml(sampleReview()).replace("<main>", `<main>${attack}`)));
    const refused = happened(/^Log\.entryAdded$/).map(
      ({ params }) => (params["entry"] as { text: string }).text,
    );
    expect(refused.length).toBeGreaterThanOrEqual(3);
    expect(refused.every((text) => text.includes("Content Security Policy"))).toBe(true);
    expect(happened(/^Page\.javascriptDialogOpening/)).toEqual([]);
    expect(happened(/^Network\.responseReceived$/)).toHaveLength(1);
  });

  it("fits into every width, light and dark", async () => {
    const widths = [320, 390, 768, 1280, 2560];
    await page.open(sample);
    for (const scheme of ["light", "dark"] as const) {
      await page.media("screen", scheme);
      const widest: number[] = [];
      for (const width of widths) {
        await page.resize(width, 800);
        widest.push(await page.evaluate(`document.documentElement.scrollWidth`));
      }
      expect(widest).toEqual(widths);
    }
  });

  it("shows the sides of a diff side by side on a wide page, and below each other on a narrow page", async () => {
    const sides = `[...document.querySelectorAll(".row")].filter((row) => row.querySelector("del") && row.querySelector("ins"))
      .map((row) => [...row.children].map((line) => line.getBoundingClientRect()))
      .map(([before, after]) => [after.left >= before.right, after.top >= before.bottom])[0]`;
    await page.open(sample);
    expect(await page.evaluate(sides)).toEqual([true, false]);
    await page.resize(390, 800);
    expect(await page.evaluate(sides)).toEqual([false, true]);
  });

  it("is used by keyboard: skip link, links, filter, buttons, entries, each with a visible focus", async () => {
    await page.open(sample);
    const order: string[] = [];
    for (let i = 0; i < 30; i += 1) {
      await page.press("Tab");
      order.push(await focused());
      expect(await page.evaluate(`getComputedStyle(document.activeElement).outlineStyle`)).not.toBe("none");
    }
    expect(order[0]).toBe("Skip to the changes");
    expect(order[1]).toBe("EMEA sales");
    expect(order.indexOf("query")).toBeGreaterThan(1);
    expect(order.slice(order.indexOf("query"), order.indexOf("query") + 4)).toEqual([
      "query",
      "kind",
      "unfold",
      "fold",
    ]);
    expect(order.filter((text) => text === "Details:").length).toBeGreaterThan(2);
  });

  it("folds an entry by keyboard", async () => {
    await page.open(sample);
    await page.evaluate(`document.querySelector("article summary").focus()`);
    await page.press("Enter");
    expect(await page.evaluate(`document.querySelector("article details").open`)).toBe(false);
  });

  it("offers a screen reader landmarks, headings, names and the kind of each line", async () => {
    await page.open(sample);
    const nodes = await page.accessibleNodes();
    const named = (role: string) => nodes.filter((node) => node.role === role).map(({ name }) => name);
    for (const landmark of ["banner", "main", "contentinfo"]) expect(named(landmark)).toHaveLength(1);
    expect(named("search")).toEqual(["Filter"]);
    expect(named("searchbox")).toEqual(["Filter"]);
    expect(named("status")).toHaveLength(1);
    expect(named("region")).toContain("Changes");
    expect(named("combobox")).toEqual(["Kind"]);
    expect(named("heading")).toEqual(
      expect.arrayContaining([
        "Plan review",
        expect.stringMatching(/^This plan deletes 2 objects, replaces 1 object, loses edits made outside/),
        "Changes",
        "Delete Warning cluster EMEA sales",
      ]),
    );
    expect(named("article")).toContain("Delete Warning cluster EMEA sales");
    expect(named("button")).toEqual(expect.arrayContaining(["Unfold all", "Fold all"]));
    expect(named("DisclosureTriangle")).toContain("Details: Delete Warning cluster EMEA sales");
    expect(named("button").every((name) => name !== "")).toBe(true);
    expect(named("deletion").length).toBeGreaterThan(0);
    expect(named("insertion").length).toBeGreaterThan(0);
  });

  it.each([
    ["one stack", () => recordedReview("drift")],
    ["several stacks", () => recordedReview("update", "delete", "warnings")],
    ["nothing to show", () => recordedReview("no-change")],
    [
      "a failed plan of two",
      () => reviewOf([recordedStack("import"), { name: "s", plan: null, diagnostics: [FAILED] }]),
    ],
    ["groups and outliers", () => reviewOf(pullRequest())],
    ["a comparison with the base", comparedReview],
    ["long lines", () => of(planned("outreach_snippet", ["update"], longLine("old"), longLine("new")))],
  ])("passes the checks of axe-core with %s", async (_, review) => {
    await page.open(write("axe.html", renderHtml(review())));
    expect(await page.accessibilityProblems()).toEqual([]);
  });

  it("axe-core finds headings, landmarks and colours that are wrong, in each of its runs", async () => {
    const main =
      '<main><h1>a</h1><h3>b</h3><section aria-label="a"></section><section aria-label="a"></section>';
    const pale = '<p style="color: #ccc; background: #fff">pale</p>';
    await page.open(
      write("axe.html", `<!doctype html><html lang="en"><title>t</title>${main}${pale}</main>`),
    );
    const found = (await page.accessibilityProblems()).map((one) => one.replace(/:.*(?=, (light|dark))/, ""));
    expect(found).toEqual(
      expect.arrayContaining([
        "heading-order, light, 1280 pixels",
        "landmark-unique, dark, 390 pixels",
        "color-contrast, light, 1280 pixels",
        "color-contrast, dark, 1280 pixels",
        "color-contrast, light, 390 pixels",
        "color-contrast, dark, 390 pixels",
      ]),
    );
  });

  it("opens the entry that a link leads to below the filter, also if the filter hides it", async () => {
    await page.resize(1000, 900);
    await page.open(sample);
    await page.click("#fold");
    await choose("drift");
    await page.evaluate(
      `void (globalThis.followed = new Promise((done) => addEventListener("hashchange", () => done())))`,
    );
    await page.click("[aria-labelledby=dangers] a");
    await page.evaluate("followed");
    const target = `document.querySelector(":target")`;
    expect(await page.evaluate(`${target}.checkVisibility()`)).toBe(true);
    expect(await page.evaluate(`${target}.querySelector("details").open`)).toBe(true);
    const [filter, entry] = await page.evaluate<{ top: number; bottom: number }[]>(
      `[document.getElementById("filter"), ${target}].map((e) => e.getBoundingClientRect().toJSON())`,
    );
    expect([filter!.top, entry!.top >= filter!.bottom]).toEqual([8, true]);
  });

  it("shows the first change on the first screen of a phone", async () => {
    await page.resize(390, 844);
    for (const review of [recordedReview("drift"), recordedReview("delete", "update"), largeReview(30)]) {
      await page.open(write("phone.html", renderHtml(review)));
      const bottom = `document.querySelector(".entry .head").getBoundingClientRect().bottom`;
      expect(await page.evaluate(bottom)).toBeLessThan(844);
    }
  });

  describe("with samples", () => {
    const hostile = "<img src=x onerror=alert(1)>{company}\u202e$&";
    const samples = parseSamples({
      ada: { first_name: "Ada", company: hostile, old_name: "Old" },
      "</select><script>alert(1)</script>": { first_name: " ", company: "Acme" },
    });
    const prompts = [
      `Hi {first_name}, {old_name}!\n{{company}} {first_name}} {a {company}}\n${"{first_name} ".repeat(200)}end\n`,
      `Hi {first_name}, {company}!\n{{company}} {first_name}} {a {company}}\n${"{first_name} ".repeat(200)}End\n`,
    ].map((prompt) => ({ name: "Opener", prompt }));
    const resource = planned("outreach_snippet", ["update"], prompts[0]!, prompts[1]!);
    const review = () => reviewOf([stack("s", { resource_changes: [resource] })], null, [], samples);
    const pick = (id: string, value: string) =>
      page.evaluate(
        `(() => { const one = document.getElementById("${id}"); one.value = "${value}";
          one.dispatchEvent(new Event("change", { bubbles: true })); })()`,
      );
    const filled = () =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll(".filled .line")].map((line) => line.textContent)`,
      );

    it("fills prompts below their template with the chosen sample, as text and by the rules of placeholders", async () => {
      await page.open(write("samples.html", renderHtml(review())));
      expect(await filled()).toEqual([]);
      // Otherwise, the browser restores an earlier choice on a page that shows the template.
      expect(await page.evaluate(`[document.getElementById("sample").autocomplete]`)).toEqual(["off"]);
      await pick("sample", "0");
      const expected = prompts.flatMap(({ prompt }) =>
        fillPrompt(
          visibleLines(prompt),
          Object.fromEntries(
            Object.entries(samples[0]!.values).map(([name, value]) => [name, makeVisible(value)]),
          ),
        )
          .text.trimEnd()
          .split("\n"),
      );
      const lines = await filled();
      expect(new Set(lines)).toEqual(new Set(expected));
      expect(lines).toContain("{{company}} Ada} {a <img src=x onerror=alert(1)>{company}⟨U+202E⟩$&}");
      expect(await page.evaluate(`document.querySelectorAll("img").length`)).toBe(0);
      expect(await page.evaluate(`document.querySelector(".diff").textContent`)).toContain("Hi {first_name}");
      await pick("without", "first_name");
      expect(await filled()).toContain("Hi {first_name}, <img src=x onerror=alert(1)>{company}⟨U+202E⟩$&!");
      await pick("sample", "1");
      await pick("without", "");
      expect(await filled()).toContain("Hi  , {old_name}!");
      await pick("sample", "");
      expect(await filled()).toEqual([]);
      expect(happened(/^Log\.entryAdded|^Runtime\.(consoleAPICalled|exceptionThrown)/)).toEqual([]);
      expect(happened(/^Page\.javascriptDialogOpening/)).toEqual([]);
    });

    it("fills a placeholder that a long line without blanks folds in the middle", async () => {
      const line = (end: string) => `${"あ".repeat(75)}{first_name}${"い".repeat(400)}${end}`;
      const [before, after] = [{ prompt: line("う") }, { prompt: line("え") }];
      const change = planned("outreach_snippet", ["update"], before, after);
      const one = reviewOf([stack("s", { resource_changes: [change] })], null, [], samples);
      await page.open(write("folded.html", renderHtml(one)));
      await pick("sample", "0");
      const inSight = `[...document.querySelectorAll(".filled .line")].map(({ innerText }) => innerText)`;
      const expected = ["う", "え"].map((end) => line(end).replace("{first_name}", "Ada"));
      expect(await page.evaluate(inSight)).toEqual(expected);
    });

    it("passes the checks of axe-core, and fits every width", async () => {
      await page.open(write("axe.html", renderHtml(review())));
      await pick("sample", "0");
      expect(await page.accessibilityProblems()).toEqual([]);
      for (const width of [320, 390, 768, 1280]) {
        await page.resize(width, 800);
        expect(await page.evaluate(`document.documentElement.scrollWidth`)).toBe(width);
      }
    });
  });

  it("unfolds the middle of a long line in its place", async () => {
    const change = planned("outreach_snippet", ["update"], longLine("old"), longLine("new"));
    await page.open(write("long.html", renderHtml(of(change))));
    await page.click("del.line summary");
    const seenIn = `document.querySelector("del.line").innerText.replaceAll("\\n", "⏎")`;
    expect(await page.evaluate(seenIn)).toMatch(/^old stays [a-z ]+… \d+ unchanged characters …[a-z ]+ old$/);
    expect(await page.evaluate(`${seenIn}.match(/stays/g).length`)).toBe(100);
  });

  it("prints everything unfolded, light and without controls", async () => {
    await page.open(sample);
    const fold = `document.querySelector(".fold .line:last-child").checkVisibility()`;
    const ground = `[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.documentElement).colorScheme]`;
    expect(await page.evaluate(fold)).toBe(false);
    await page.click("#fold");
    await page.media("print", "dark");
    expect(await page.evaluate(fold)).toBe(true);
    expect(await page.evaluate(`document.getElementById("filter").checkVisibility()`)).toBe(false);
    expect(await page.evaluate(ground)).toEqual(["rgb(255, 255, 255)", "light"]);
  });

  it("shows all entries without its script, and no control", async () => {
    await page.send("Emulation.setScriptExecutionDisabled", { value: true });
    try {
      await page.open(sample);
      expect((await shown()).length).toBeGreaterThan(15);
      expect(await page.evaluate(`document.getElementById("filter").checkVisibility()`)).toBe(false);
    } finally {
      await page.send("Emulation.setScriptExecutionDisabled", { value: false });
    }
  });

  it("finds one of two hundred changed prompts", async () => {
    await page.open(large);
    expect(await status()).toBe("200 of 200 shown");
    await page.click("#query");
    await page.type("new end of 137.");
    expect(await shown()).toEqual([expect.stringContaining("Snippet 137")]);
  });
});
