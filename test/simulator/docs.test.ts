import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { operations } from "../../src/api";
import { dialectSettings, type Simulator } from "../../src/simulator";
import { parseFaultRule } from "../../src/simulator/fault-rules";
import { hostileContents, partialSigns } from "../../src/simulator/fault-rules";
import { closeAll, request, simulate } from "./harness";

/** The texts of the guides to the simulator. */
const guides = ["simulator", "simulator-control"].map((name) =>
  readFileSync(join(__dirname, "../../docs/guides", `${name}.md`), "utf8"),
);
const page = guides.join("\n");

afterEach(closeAll);

/** Returns the commands of a text, each with the response that the next block shows, if one does. */
function examplesOf(text: string): { commands: string; shown: string | undefined }[] {
  const blocks = text.matchAll(/^```sh\n([^]*?)^```$(?:\s+```json\n([^]*?)^```$)?/gm);
  return Array.from(blocks, ([, commands, shown]) => ({ commands: commands!, shown }));
}

/** Returns the block that defines the function of the examples. */
function setUp(): string {
  return examplesOf(page).find(({ commands }) => commands.includes("admin()"))!.commands;
}

/** Runs lines of bash against a simulator, as a reader would. */
async function bash(lines: string, { url }: Simulator): Promise<string> {
  const script = `set -e\n${lines.replaceAll("http://127.0.0.1:4010", url)}`;
  const child = spawn("bash", ["-c", script], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  expect(await once(child, "close")).toEqual([0, null]);
  return output;
}

it("the examples of the guides have the shown responses", async () => {
  let responses = 0;
  for (const guide of guides) {
    const simulator = await simulate();
    for (const { commands, shown } of examplesOf(guide)) {
      if (!commands.includes("admin ")) continue;
      const printed = await bash(setUp() + commands, simulator);
      responses += shown === undefined ? 0 : 1;
      expect(printed === "" ? undefined : JSON.parse(printed)).toEqual(shown && JSON.parse(shown));
    }
  }
  expect(responses).toBeGreaterThan(4);
});

it("the guides name every call, effect, hostile content, operation and dialect setting", async () => {
  const { url } = await simulate();
  const { json } = await request(`${url}/__simulator/nothing`);
  const calls = (json.error as string).replace(/.*It has: |\.$/g, "").split(", ");
  for (const call of calls) expect(page).toContain(`| \`${call}\``);

  const effects = messageOf(() => parseFaultRule({ effect: { type: "" } })).replace(/.*none of |[".]/g, "");
  for (const effect of effects.split(", ")) expect(page).toContain(`| \`${effect}\``);

  for (const name of [...hostileContents, ...partialSigns, ...Object.keys(operations)])
    expect(page).toContain(`\`${name}\``);
  for (const [name, setting] of Object.entries(dialectSettings)) {
    const values =
      "values" in setting ? setting.values.map((value) => `\`${value}\``).join(", ") : "a number";
    expect(page.replaceAll(/ {2,}/g, " ")).toContain(`| \`${name}\` | ${values}`);
  }
});

it("the guides name every method of a simulator", async () => {
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
