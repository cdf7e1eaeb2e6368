import { fc } from "../fast-check";
import { lintPrompt, problemOfEntry, warningsOfPrompt } from "../../src/prompts";
import { PROMPT_RULES } from "../../scripts/prompt-rules";

const REASON = "Mustache for our own templates.";
const entry = (code: string, text: string) => ({ code, text, reason: REASON });
const warningsOf = (prompt: string, ...entries: ReturnType<typeof entry>[]) =>
  warningsOfPrompt("Opener", prompt, { known: undefined, entries });
const summaries = (all: readonly { summary: string }[]) => all.map(({ summary }) => summary);
const UNMATCHED = "is no warning about this snippet any more";

describe("an acknowledged warning", () => {
  it("leaves the warnings, and stays with its reason", () => {
    const { warnings, acknowledged } = warningsOf("Hi {{x}}, {first name}", entry("doubled", "{{x}}"));
    expect(summaries(warnings)).toEqual([
      'outreach_snippet "Opener": {first name} is not a placeholder, although it looks like one',
    ]);
    expect(acknowledged).toMatchObject([
      {
        code: "doubled",
        summary: 'outreach_snippet "Opener": {{x}} is doubled, so it is not a placeholder',
        reason: REASON,
        places: [{ line: 1, column: 4 }],
      },
    ]);
  });

  it.each(
    Object.entries(PROMPT_RULES)
      .filter(([code]) => !code.endsWith("-sample"))
      .flatMap(([code, { warned }]) => warned.map(([prompt, text]) => [code, prompt, text] as const)),
  )("of the rule %s in %j has the code and the text that lint prints", (code, prompt, text) => {
    const known = code === "unknown" ? ["company", "first_name"] : undefined;
    const [lint] = lintPrompt(prompt, { known }, new Set()).lints;
    expect(lint).toMatchObject({ code, text });
    const found = warningsOfPrompt("Opener", prompt, { known, entries: [entry(lint!.code, lint!.text)] });
    expect(found).toMatchObject({ warnings: [], acknowledged: [{ reason: REASON }] });
  });

  it("also matches the text as a warning shows it: with invisible characters spelled out, and cut", () => {
    expect(warningsOf("Hi {company\u200b}", entry("nearly", "{company\\u{200b}}")).warnings).toEqual([]);
    const long = `<<<<<<< ${"a".repeat(200)}`;
    const prompt = `${long}\n=======\n>>>>>>> b\n`;
    expect(warningsOf(prompt, entry("conflict", `${long.slice(0, 80)}…`)).warnings).toEqual([]);
  });

  it.each([
    ["with another code", entry("nearly", "{{x}}")],
    ["with a part of the text", entry("doubled", "{x}")],
    ["with another text", entry("doubled", "{{y}}")],
  ])("does not match %s", (_, other) => {
    const { warnings, acknowledged } = warningsOf("Hi {{x}}", other);
    expect(warnings.map(({ code }) => code)).toEqual(["doubled", "unmatched"]);
    expect(acknowledged).toEqual([]);
  });

  it("takes nothing away from any other warning", () => {
    const texts = ["{{x}}", "{first name}", "{company", "{}", "{{y}}", "Hi ", "\n"];
    const prompts = fc.array(fc.constantFrom(...texts), { maxLength: 12 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(prompts, (prompt) => {
        const { warnings } = warningsOf(prompt, entry("doubled", "{{x}}"));
        const left = warnings.flatMap(({ code, texts }) => texts.map((text) => `${code} ${text}`));
        const all = lintPrompt(prompt, { known: undefined }, new Set()).lints.map(
          ({ code, text }) => `${code} ${text}`,
        );
        const isOwn = (one: string) => one === "doubled {{x}}";
        const unmatched = all.some(isOwn) ? [] : ["unmatched {{x}} (doubled)"];
        const others = all.filter((one) => !isOwn(one) && !one.startsWith("blank-prompt"));
        expect(new Set(left)).toEqual(new Set([...others, ...unmatched]));
      }),
    );
  });
});

describe("an entry that matches no warning", () => {
  it("draws a warning that names the text and the code", () => {
    expect(warningsOf("Hi {x}", entry("doubled", "{{x}}")).warnings).toMatchObject([
      {
        code: "unmatched",
        summary: `outreach_snippet "Opener": the acknowledged {{x}} (doubled) ${UNMATCHED}`,
        detail: expect.stringContaining("Remove the entry, or correct it.") as string,
      },
    ]);
  });

  it("has only its number in the warning if the prompt may be sensitive", () => {
    const checks = { known: undefined, isSensitive: true, entries: [entry("doubled", "{{x}}")] };
    const [found] = warningsOfPrompt("Opener", "Hi {x}", checks).warnings;
    expect(found!.summary).toBe(
      `outreach_snippet "Opener": entry 1 of its acknowledged_warnings ${UNMATCHED}`,
    );
    expect(JSON.stringify(found)).not.toContain("{{x}}");
  });

  it.each([
    ["repeats an earlier one", "Hi {{x}}", [entry("doubled", "{{x}}"), entry("doubled", "{{x}}")], {}],
    ["names variables that are not checked", "Hi {x}", [entry("unknown", "{x}")], {}],
    [
      "may be about a part of the prompt that is not known",
      "Hi ${}",
      [entry("doubled", "{{x}}")],
      { isPartial: true },
    ],
    ["may be among findings that are cut", "{{y}} ".repeat(1000), [entry("doubled", "{{x}}")], {}],
  ])("draws no warning if it %s", (_, prompt, entries, more) => {
    const { warnings } = warningsOfPrompt("Opener", prompt, { known: undefined, entries, ...more });
    expect(warnings.filter(({ code }) => code === "unmatched")).toEqual([]);
  });

  it("draws a warning about an empty name only if the name is known", () => {
    const checks = { known: undefined, entries: [entry("blank-name", "")] };
    expect(warningsOfPrompt(null, "Hi", checks).warnings).toEqual([]);
    expect(warningsOfPrompt("Opener", "Hi", checks).warnings).toMatchObject([{ code: "unmatched" }]);
  });
});

describe("problemOfEntry", () => {
  it("names the closest known code in place of an unknown one", () => {
    expect(problemOfEntry(entry("doubeld", "{{x}}"))).toEqual({
      what: "has an unknown code",
      advice: expect.stringMatching(
        /^The codes are doubled, .*blank-name\. Write the closest one, "doubled", or another one\.$/,
      ) as string,
    });
  });

  it.each([
    ["has an unknown code", { code: null, text: "", reason: REASON }],
    ["has an unknown code", { code: "unmatched", text: "", reason: REASON }],
    ["has an unknown code", { code: "no-sample", text: "{x}", reason: REASON }],
    ["has no text", { code: "doubled", text: null, reason: REASON }],
    ["has no reason", { code: "doubled", text: "", reason: null }],
    ["has no reason", { code: "doubled", text: "", reason: " \n" }],
  ])("says that the entry %s, for %j", (what, declared) => {
    expect(problemOfEntry(declared)!.what).toBe(what);
  });

  it("finds no problem if a part is not known yet", () => {
    expect(problemOfEntry({ code: undefined, text: undefined, reason: undefined })).toBeUndefined();
  });
});
