import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { operations } from "../../src/api";
import { dialectSettings, type Simulator } from "../../src/simulator";
import { hostileContents, parseFaultRule } from "../../src/simulator/fault-rules";
import { closeAll, request, simulate } from "./harness";

const page = readFileSync(join(__dirname, "../../docs/guides/simulator.md"), "utf8");

afterEach(closeAll);

/** The fenced blocks of the guide, in order. */
const blocks = Array.from(page.matchAll(/^```(\w+)\n([^]*?)^```$/gm), ([, language, text]) => ({
  language: language!,
  text: text!,
}));

/** Runs lines of bash against a simulator, as a reader would. */
async function bash(lines: string, { url }: Simulator): Promise<string> {
  const script = `set -e\n${lines.replaceAll("http://127.0.0.1:4010", url)}`;
  const child = spawn("bash", ["-c", script], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  expect(await once(child, "close")).toEqual([0, null]);
  return output;
}

it("the examples of the guide have the shown responses", async () => {
  const simulator = await simulate();
  const [start, setUp, ...examples] = blocks.filter(({ language }) => ["sh", "json"].includes(language));
  expect(start!.text).toContain("npx cdktf-outreach simulate");
  expect(examples.length).toBeGreaterThan(10);
  for (const [index, { language, text }] of examples.entries()) {
    if (language === "json") continue;
    const answer = JSON.parse(await bash(setUp!.text + text, simulator)) as unknown;
    expect(answer).toEqual(JSON.parse(examples[index + 1]!.text));
  }
});

it("the guide names every call, effect, hostile content, operation and dialect setting", async () => {
  const { url } = await simulate();
  const { json } = await request(`${url}/__simulator/nothing`);
  const calls = (json.error as string).replace(/.*It has: |\.$/g, "").split(", ");
  for (const call of calls) expect(page).toContain(`| \`${call}\``);

  const effects = messageOf(() => parseFaultRule({ effect: { type: "" } })).replace(/.*one of |\.$/g, "");
  for (const effect of effects.split(", ")) expect(page).toContain(`| \`${effect}\``);

  for (const name of [...hostileContents, ...Object.keys(operations)]) expect(page).toContain(`\`${name}\``);
  for (const [name, setting] of Object.entries(dialectSettings)) {
    const values =
      "values" in setting ? setting.values.map((value) => `\`${value}\``).join(", ") : "a number";
    expect(page.replaceAll(/ {2,}/g, " ")).toContain(`| \`${name}\` | ${values}`);
  }
});

it("the guide names every method of a simulator", async () => {
  for (const name of Object.keys(await simulate())) expect(page).toContain(`\`${name}\``);
});

function messageOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("It did not throw.");
}
