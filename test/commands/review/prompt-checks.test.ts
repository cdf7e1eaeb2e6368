import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PlanJson } from "../../../src/estate/engine/plan-json";
import { planStack } from "../../../src/estate/engine/plan-stack";
import { reviewOf } from "../../../src/commands/review/from-plan";
import { atMost } from "../../../src/util/lists";
import { REVIEW_RUN } from "../../../src/provider/run/review-run";
import { planned } from "./every-format";

const folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

const FULL_NAME = "registry.terraform.io/outreach/outreach";
const ADDRESS = `provider["${FULL_NAME}"]`;

/** Reviews a plan of an engine whose provider gives its known variables by the address of its configuration. */
async function reviewed(plan: PlanJson, given: Readonly<Record<string, readonly string[] | null>>) {
  const entries = Object.entries(given).map(([address, knownVariables], i) => {
    const diagnostic = { summary: `Configuration ${i}`, detail: "" };
    return {
      said: { type: "diagnostic", diagnostic: { ...diagnostic, severity: "warning", address } },
      fact: { diagnostic, facts: { configuration: { knownVariables, baseUrl: null } } },
    };
  });
  const linesOf = (all: readonly object[]) => all.map((one) => `${JSON.stringify(one)}\n`).join("");
  writeFileSync(join(folder, "said"), linesOf(entries.map(({ said }) => said)));
  writeFileSync(join(folder, "facts"), linesOf(entries.map(({ fact }) => fact)));
  writeFileSync(join(folder, "plan.json"), JSON.stringify({ format_version: "1.2", ...plan }));
  const engine = join(folder, "engine");
  const script = `case "$1" in plan) cat said; cat facts >> "$${REVIEW_RUN}" ;; show) cat plan.json ;; esac`;
  writeFileSync(engine, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const run = { engine, signal: new AbortController().signal, exclusively: atMost(1) };
  return reviewOf([await planStack({ name: "s", folder }, run)]).stacks[0]!;
}

/** A plan that creates a snippet in each provider configuration. */
function planOf(prompt: string, ...keys: string[]): PlanJson {
  const change = planned("outreach_snippet", ["create"], null, { name: "Opener", prompt });
  const addresses = keys.map((_, i) => `outreach_snippet.s${i}`);
  return {
    resource_changes: addresses.map((address, i) => ({ ...change, address, name: `s${i}` })),
    configuration: {
      root_module: {
        resources: keys.map((provider_config_key, i) => ({ address: addresses[i]!, provider_config_key })),
      },
      provider_config: {
        outreach: { full_name: FULL_NAME },
        "outreach.eu": { full_name: FULL_NAME, alias: "eu" },
        "module.m:outreach": { full_name: FULL_NAME, module_address: "module.m" },
      },
    },
  };
}

describe("a live review checks the planned prompts itself", () => {
  it("and its warning names the snippet, the text and the placeholder to write", async () => {
    const { changes, diagnostics } = await reviewed(planOf("Hi {first name}", "outreach"), {
      [ADDRESS]: null,
    });
    expect(changes[0]!.warnings).toMatchObject([
      {
        summary: 'outreach_snippet "Opener": {first name} is not a placeholder, although it looks like one',
        detail: expect.stringContaining("Write {first_name} if you mean a variable.") as string,
        address: "outreach_snippet.s0",
      },
    ]);
    expect(diagnostics).toEqual([]);
  });

  it("against the known variables of each snippet's provider configuration", async () => {
    const plan = planOf("Hi {firstname}", "outreach", "outreach.eu", "module.m:outreach");
    const { changes } = await reviewed(plan, {
      [ADDRESS]: null,
      [`${ADDRESS}.eu`]: ["first_name"],
      [`module.m.${ADDRESS}`]: ["firstname"],
    });
    expect(changes.map(({ warnings }) => warnings.map(({ summary }) => summary))).toEqual([
      [],
      ['outreach_snippet "Opener": {firstname} is not a known variable'],
      [],
    ]);
  });
});
