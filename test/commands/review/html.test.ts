import { createHash } from "node:crypto";
import { fc } from "../../fast-check";
import { element } from "../../../src/render/markup";
import { dark, light, type Palette } from "../../../src/render/base-styles";
import { reviewOf } from "../../../src/commands/review/from-plan";
import type { Review } from "../../../src/commands/review/model/review";
import { makeVisible } from "../../../src/render/visible-text";
import { hostileText } from "./hostile";
import { mergedStack, sampleReview } from "./sample";
import { of, planned, renderHtml } from "./every-format";
import { textOf, type Token, tokensOf } from "./tokens";

type Tag = Token & { kind: "tag" };

const tagsOf = (tokens: readonly Token[]) => tokens.filter((token): token is Tag => token.kind === "tag");
const hasClass = (name: string) => (tag: Tag) => tag.attributes["class"]?.split(" ").includes(name) === true;
const review = sampleReview();
const page = renderHtml(review);
const tokens = tokensOf(page);
const tags = tagsOf(tokens);

/** Returns the tokens from a start tag to its end tag. */
function inside(isStart: (tag: Tag) => boolean, all: readonly Token[] = tokens): Token[] {
  const start = all.findIndex((token) => token.kind === "tag" && isStart(token));
  if (start < 0) throw new Error("There is no such tag.");
  const { name } = all[start] as Tag;
  let depth = 0;
  const end = all.findIndex((token, i) => {
    if (i < start || token.kind === "text" || token.kind === "other" || token.name !== name) return false;
    depth += token.kind === "tag" ? 1 : -1;
    return depth === 0;
  });
  return all.slice(start, end + 1);
}

const words = (some: readonly Token[]) => textOf(some).replace(/\s+/g, " ").trim();
const byId = (id: string, all: readonly Token[] = tokens) =>
  inside((tag) => tag.attributes["id"] === id, all);

describe("the page of a review", () => {
  it("allows only its styles and its script, by their hashes", () => {
    const policy = tags.find((tag) => tag.attributes["http-equiv"] === "Content-Security-Policy");
    const hashOf = (name: string) => {
      const source = (inside((tag) => tag.name === name)[1] as { text: string }).text;
      return `'sha256-${createHash("sha256").update(source).digest("base64")}'`;
    };
    expect(policy?.attributes["content"]?.split("; ")).toEqual([
      "default-src 'none'",
      `style-src ${hashOf("style")}`,
      `script-src ${hashOf("script")}`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  it("links only to its parts, and has neither inline styles nor handlers", () => {
    const ids = tags.flatMap((tag) => tag.attributes["id"] ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { attributes } of tags) {
      expect(
        Object.keys(attributes).filter((name) => /^(on|src|style$|action|srcset|data$)/.test(name)),
      ).toEqual([]);
      if (attributes["href"] !== undefined) expect(ids).toContain(attributes["href"].replace(/^#/, ""));
      for (const id of attributes["aria-labelledby"]?.split(" ") ?? []) expect(ids).toContain(id);
    }
    const styles = words(inside((tag) => tag.name === "style"));
    expect(styles).not.toMatch(/url\(|@import|https?:/);
  });

  it("closes every element that it opens", () => {
    const open: string[] = [];
    for (const token of tokens) {
      if (token.kind === "tag" && !["meta", "input"].includes(token.name)) open.push(token.name);
      if (token.kind === "end") expect(token.name).toBe(open.pop());
    }
    expect(open).toEqual([]);
  });

  it("lists deletes before everything else, with their effect on mailboxes", () => {
    const danger = words(inside((tag) => tag.attributes["aria-labelledby"] === "dangers"));
    expect(danger).toContain(
      "This plan deletes 2 objects, replaces 1 object, loses edits made outside of Terraform in 1 object",
    );
    expect(danger).toContain(
      "Delete EMEA sales cluster in emea, 42 linked mailboxes and other resources lose their cluster",
    );
    expect(danger).toContain("Replace terraform_data.region");
    expect(tags.findIndex(hasClass("dangers"))).toBeLessThan(tags.findIndex(hasClass("entry")));
  });

  it("lists at most twelve deletes, and counts the others", () => {
    const stack = mergedStack("emea", "delete");
    const [gone] = stack.plan!.resource_changes!.filter(({ change }) => change.actions[0] === "delete");
    const resource_changes = Array.from({ length: 13 }, (_, i) => ({ ...gone!, address: `x.y[${i}]` }));
    const many = tokensOf(renderHtml(reviewOf([{ ...stack, plan: { ...stack.plan!, resource_changes } }])));
    expect(tagsOf(inside(hasClass("dangers"), many)).filter(({ name }) => name === "li")).toHaveLength(12);
    expect(words(inside(hasClass("dangers"), many))).toContain("and 1 more below");
  });

  it("has a table of the stacks that marks failed stacks and stacks without changes", () => {
    const rows = words(
      inside((tag) => tag.name === "table").map((token) =>
        token.kind === "tag" ? { kind: "text", text: { tr: " | ", td: " , " }[token.name] ?? "" } : token,
      ),
    );
    expect(rows).toContain("| broken not planned , 1 , , , , , , , , , ,");
    expect(rows).toMatch(/\| emea engine 1\.11\.4 , , 2 , 1 , [ ,]*, 1/);
    expect(rows).toContain("| quiet no changes engine 1.11.4 , ");
  });

  it("announces a failed plan as it announces a delete", () => {
    const failure = inside((tag) => tag.attributes["aria-labelledby"] === "failures");
    expect(words(failure)).toBe("1 of 6 plans failed");
    expect(tagsOf(failure)[0]!.attributes["class"]).toBe(tags.find(hasClass("dangers"))!.attributes["class"]);
    expect(words(byId("e0"))).toMatch(/Error Invalid provider configuration broken ?, outreach_cluster\.x/);
  });

  it("names the engine, the time of each plan, and the commit", () => {
    const { plan, ...stack } = mergedStack("only", "update");
    const planned = { ...stack, plan: { ...plan!, timestamp: "2026-11-25T22:58:49Z" }, engine: "tofu" };
    const at = (commit: string | null) => words(tokensOf(renderHtml(reviewOf([planned], commit))));
    expect(at("0123456789abcdef0123456789abcdef01234567-dirty")).toContain(
      "cdktf-outreach, commit 0123456789ab-dirty Plan review",
    );
    expect(at(null)).toMatch(/cdktf-outreach Plan review .*Stack only tofu 1\.11\.4, 2026-11-25 22:58 UTC/);
  });

  it("without changes has neither filter, script nor entries", () => {
    const quiet = tokensOf(renderHtml(reviewOf([mergedStack("only", "no-change")])));
    expect(words(inside((tag) => tag.name === "header", quiet))).toContain("✓ No changes.");
    expect(tagsOf(quiet).filter(({ name }) => ["form", "script", "article"].includes(name))).toEqual([]);
  });

  it("shows the lines of a prompt side by side, with the differing words and the variables", () => {
    const entry = inside((tag) => tag.attributes["data-kinds"] === "update");
    const prompt = page.slice(page.indexOf("Sequence 1: first email"));
    expect(words(entry)).toContain("Sequence 1: opener");
    expect(prompt).toContain('<del class="line" data-line="7">Length: at most <mark>90</mark> words.</del>');
    expect(prompt).toContain('<ins class="line" data-line="7">Length: at most <mark>70</mark> words.</ins>');
    expect(prompt).toContain(
      '<div class="row"><ins class="line" data-line="8">Language: that of {language}.</ins></div>',
    );
    expect(words(tokens)).toContain("The prompt loses {company_news}.");
  });

  it("folds unchanged lines", () => {
    const folds = tagsOf(tokens).filter(hasClass("fold"));
    expect(folds.length).toBeGreaterThan(0);
    expect(folds.every((tag) => tag.name === "details" && tag.attributes["open"] === undefined)).toBe(true);
    expect(words(inside(hasClass("fold")))).toMatch(/^10 unchanged lines/);
  });

  const changedPrompt = (before: string, after: string) =>
    renderHtml(of(planned("outreach_snippet", ["update"], { prompt: before }, { prompt: after })));

  it("folds the unchanged middle of a long line, but no differing word", () => {
    const stretch = Array.from({ length: 100 }, (_, i) => `word${i}`).join(" ");
    const long = (word: string) => `${word} ${stretch} ${word} end\n${stretch}`;
    const changed = tokensOf(changedPrompt(long("old"), long("new")));
    const folds = tagsOf(changed).filter(hasClass("stretch"));
    expect(folds.map(({ attributes }) => attributes["open"])).toEqual([undefined, undefined, undefined]);
    const line = textOf(inside(({ name }) => name === "del", changed));
    const [counted, number] = /… (\d+) unchanged characters …/.exec(line)!;
    expect(line.replace(counted, "")).toBe(long("old").split("\n")[0]);
    expect(Array.from(textOf(inside((tag) => tag === folds[0], changed)))).toHaveLength(
      counted.length + Number(number),
    );
  });

  it("draws a differing blank as a sign", () => {
    expect(changedPrompt("Same words here", "Same words here ")).toContain("<mark>·</mark>");
  });

  it("folds the changes beyond twenty, but not those that delete objects", () => {
    const snippet = (i: number, ...actions: string[]) => ({
      ...planned(
        "outreach_snippet",
        actions,
        { name: `A ${i}` },
        actions[0] === "delete" ? null : { name: "B" },
      ),
      address: `outreach_snippet.x[${i}]`,
    });
    const openIn = (count: number) => {
      const updates = Array.from({ length: count - 1 }, (_, i) => snippet(i, "update"));
      const gone = { ...snippet(count, "delete"), action_reason: "delete_because_no_resource_config" };
      const source = tokensOf(renderHtml(of(gone, ...updates)));
      return tagsOf(source).filter(({ name, attributes }) => name === "details" && "open" in attributes)
        .length;
    };
    expect([openIn(20), openIn(21)]).toEqual([20, 1]);
  });
});

describe("the text of a plan", () => {
  const hostile = hostileText.map((text) => `x${text}`);
  /** Words of the model and the version in the footer, which are not texts of a plan. */
  const OWN = new Set(["kind", "action", "severity", "of", "formatVersion"]);

  function withTexts(value: unknown, text: (original: string) => string, key = ""): unknown {
    if (typeof value === "string") return OWN.has(key) ? value : text(value);
    if (Array.isArray(value)) return value.map((item) => withTexts(item, text));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, withTexts(item, text, name)]),
    );
  }

  /** All tags with all attributes, without the boxes around hidden characters. */
  function skeleton(source: string): string[] {
    const bare = source.replace(/<title>[^<]*/, "<title>");
    return tokensOf(bare).flatMap((token) => {
      if (token.kind === "tag") return [`${token.name} ${JSON.stringify(token.attributes)}`];
      return token.kind === "end" ? [`/${token.name}`] : token.kind === "other" ? [token.source] : [];
    });
  }

  const expected = skeleton(renderHtml(withTexts(review, () => "xyz") as Review));

  it("adds no tag and no attribute to the page", () => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 20 }), (texts) => {
        let next = 0;
        const changed = withTexts(review, () => texts[next++ % texts.length]!) as Review;
        expect(skeleton(renderHtml(changed))).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });

  it("stands complete within an attribute", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(tokensOf(element`<i title="${text}"></i>`.source)).toEqual([
          { kind: "tag", name: "i", attributes: { title: makeVisible(text) } },
          { kind: "end", name: "i" },
        ]);
      }),
    );
  });

  it("stays completely readable, with hidden characters spelled out", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const changed = withTexts(review, () => text) as Review;
        const row = inside(
          (tag) => tag.name === "th" && tag.attributes["scope"] === "row",
          tokensOf(renderHtml(changed)),
        );
        expect(textOf(inside((tag) => tag.name === "bdi", row))).toBe(makeVisible(text));
      }),
      { numRuns: 25 },
    );
  });

  it("contains no raw character that hides or reverses text", () => {
    const changed = withTexts(
      review,
      () => "a\u202eb\u2066c\u200bd\u0000e\u001bf\rg\ud800h\u{e0041}",
    ) as Review;
    expect(renderHtml(changed)).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\0\x1b\r\u{e0041}]|\p{Cs}/u);
  });
});

describe("the colours", () => {
  const luminance = (colour: string) => {
    const [r, g, b] = [1, 3, 5].map((i) => {
      const part = Number.parseInt(colour.slice(i, i + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  };
  const contrast = (a: string, b: string) => {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (high! + 0.05) / (low! + 0.05);
  };
  const tones = ["danger", "replace", "change", "create", "drift", "warning"] as const;
  const pairs: [keyof Palette, keyof Palette][] = [
    ...(["text", "muted", "accent", ...tones] as const).flatMap((ink) =>
      (["page", "surface", "sunken"] as const).map((ground): [keyof Palette, keyof Palette] => [ink, ground]),
    ),
    ...tones.flatMap((tone): [keyof Palette, keyof Palette][] => [
      [tone, `${tone}-ground`],
      ["text", `${tone}-ground`],
      ["muted", `${tone}-ground`],
    ]),
    ["text", "removed-mark"],
    ["text", "added-mark"],
    ["warning", "danger-ground"],
    ["warning", "create-ground"],
  ];

  it.each([
    ["light", light],
    ["dark", dark],
  ])("of the %s page have a contrast of at least 4.5 to 1", (_, palette) => {
    const weak = pairs.filter(([ink, ground]) => contrast(palette[ink], palette[ground]) < 4.5);
    expect(
      weak.map(
        ([ink, ground]) => `${ink} on ${ground}: ${contrast(palette[ink], palette[ground]).toFixed(2)}`,
      ),
    ).toEqual([]);
    for (const ground of ["page", "surface"] as const) {
      expect(contrast(palette.edge, palette[ground])).toBeGreaterThanOrEqual(3);
    }
  });

  it("are not the only difference: every kind has a sign", () => {
    const totals = inside(hasClass("totals"));
    const signs = tagsOf(totals)
      .filter(({ name }) => name === "li")
      .map((one) => words(inside((tag) => tag === one))[0]);
    expect(signs.length).toBe(11);
    expect(new Set(signs).size).toBe(11);
  });
});
