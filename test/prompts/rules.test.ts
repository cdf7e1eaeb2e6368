import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkPrompt, checkSamples, checkVariables, parseSamples, promptVariables } from "../../src/prompts";
import { PROMPT_RULES } from "../../scripts/prompt-rules";

const root = join(__dirname, "../..");

const samples = parseSamples({ ada: { first_name: "Ada", title: "" } });

/** What is warned of in a prompt, whose variables are known for the rules about those that are not. */
const findingsOf = (code: string, prompt: string) => {
  if (code.endsWith("-sample")) return checkSamples(prompt, samples);
  return code === "unknown" ? checkVariables(prompt, ["company", "first_name"]) : checkPrompt(prompt);
};

describe.each(Object.entries(PROMPT_RULES))("the rule %s", (code, { warned, silent }) => {
  it.each(warned)("warns of %j, names %j and suggests %j", (prompt, text, suggestion) => {
    const found = findingsOf(code, prompt).map((one) => [one.kind, one.text, one.suggestion]);
    expect(found).toEqual([[code, text, suggestion]]);
  });

  it.each(silent)("draws no warning about %j", (prompt) => {
    expect(findingsOf(code, prompt).map((one) => [one.kind, one.text])).toEqual([]);
  });

  it("draws no warning after its advice is followed", () => {
    for (const [prompt, text, suggestion] of warned) {
      if (suggestion === null) continue;
      const fixed = prompt.replace(text, () => suggestion);
      expect([fixed, findingsOf(code, fixed)]).toEqual([fixed, []]);
      expect(promptVariables(fixed)).toContain(suggestion.slice(1, -1));
    }
  });
});

test("the page of the rules is what `npm run generate` writes today", () => {
  const script = join(root, "scripts/generate-prompt-docs.mjs");
  const page = execFileSync(process.execPath, ["--import", "tsx", script, "--print"], {
    cwd: root,
    encoding: "utf8",
  });
  expect(readFileSync(join(root, "docs/guides/prompt-warnings.md"), "utf8")).toBe(page);
});
