import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, relative } from "node:path";
import { unknown } from "../../src/sdk/values";
import { useApprovals } from "./approving";
import { KINDS } from "./kinds";
import { expectOnly, useWorkbench, type Given } from "./workbench";

const bench = useWorkbench();
const KEY = "0123456789abcdef";
const SNIPPET = { name: "Opener", prompt: "Hi" };

describe("a run that names approvals", () => {
  const { folder, textOf, write } = useApprovals(bench, "outreach_snippet");
  const another = { name: "Closer", prompt: "Bye" };
  const approval = (given: Given, key?: string) => textOf([{ action: "create", after: given }], key);
  const isRefused = async (...texts: readonly string[]) => {
    const plan = bench.snippet().plan(SNIPPET);
    for (const text of texts) await expect(plan).rejects.toThrow(text);
    expect(bench.simulator.journal()).toEqual([]);
  };
  const namedPipe = (path: string) => {
    const pipe = join(folder, path);
    mkdirSync(dirname(pipe), { recursive: true });
    execFileSync("mkfifo", [pipe]);
    return pipe;
  };
  const passes = async (...all: readonly Given[]) => {
    for (const given of all) await bench.snippet().settle(given);
  };

  it("accepts the changes of several files", async () => {
    const files = [approval(SNIPPET), approval(another)].map((text) => write(text));
    process.env["OUTREACH_APPROVED"] = files.join(delimiter);
    await passes(SNIPPET, another);
  });

  it("accepts the changes of all .json files in a folder", async () => {
    const approvals = join(folder, "all");
    mkdirSync(approvals);
    for (const [at, given] of [SNIPPET, another].entries()) {
      writeFileSync(join(approvals, `${at}.json`), approval(given));
    }
    writeFileSync(join(approvals, "review.md"), "# Review");
    process.env["OUTREACH_APPROVED"] = approvals;
    await passes(SNIPPET, another);
  });

  it("looks for a relative path in the folder where the user typed it", async () => {
    process.env["OUTREACH_APPROVED"] = relative(folder, write(approval(SNIPPET)));
    process.env["PWD"] = folder;
    await passes(SNIPPET);
  });

  it("needs a valid signature if it has a key", async () => {
    process.env["OUTREACH_APPROVAL_KEY"] = KEY;
    process.env["OUTREACH_APPROVED"] = write(approval(SNIPPET, KEY));
    await passes(SNIPPET);
  });

  it.each<[string, () => string, string]>([
    [
      "does not exist",
      () => join(folder, "none.json"),
      "none.json (ENOENT). Set it to the file of an approval",
    ],
    ["is a folder without .json files", () => __dirname, "names a folder without .json files"],
    [
      "is newer",
      () => write(approval(SNIPPET).replace('"version": 1', '"version": 2')),
      "has version 2 of the format, and this version of cdktf-outreach reads version 1",
    ],
    ["has no name", () => "", "OUTREACH_APPROVED is empty"],
    [
      "is a device",
      () => "/dev/null",
      "names something that is no file: /dev/null. Set it to the file of an approval",
    ],
    ["is a named pipe", () => namedPipe("pipe"), "pipe. Set it to the file of an approval."],
    [
      "is a named pipe in the folder",
      () => dirname(namedPipe("pipes/pipe.json")),
      "pipe.json. Set it to the file of an approval.",
    ],
  ])("fails before any request, and names the file, if it %s", async (_what, path, problem) => {
    process.env["OUTREACH_APPROVED"] = path();
    await isRefused("OUTREACH_APPROVED", problem);
  });

  it.each<[string, () => string, string]>([
    ["is not signed", () => approval(SNIPPET), "is not signed, but OUTREACH_APPROVAL_KEY is set"],
    ["was signed with another key", () => approval(SNIPPET, `${KEY}2`), "has a signature that does not fit"],
  ])("fails before any request if a key is set and the file %s", async (_what, text, problem) => {
    process.env["OUTREACH_APPROVAL_KEY"] = KEY;
    process.env["OUTREACH_APPROVED"] = write(text());
    await isRefused(problem, process.env["OUTREACH_APPROVED"]);
  });

  it.each([
    ["", "has fewer than 16 characters"],
    [`${KEY}\n`, "begins or ends with white space"],
    [" ".repeat(16), "begins or ends with white space"],
  ])("refuses the key %j, which could be guessed or has another end", async (key, problem) => {
    process.env["OUTREACH_APPROVAL_KEY"] = key;
    process.env["OUTREACH_APPROVED"] = write(approval(SNIPPET, key));
    await isRefused(`OUTREACH_APPROVAL_KEY ${problem}`);
  });

  it("names 20 changes that are not approved, and says that there may be more", async () => {
    process.env["OUTREACH_APPROVED"] = write(textOf([]));
    const names = Array.from({ length: 30 }, (_, at) => `snippet ${at}`);
    const errors = await bench.provider.run(async (planning) => {
      const plans = names.map((name) =>
        bench.snippet(planning).refreshAndPlan({ name, prompt: "p" }, planning),
      );
      const results = await Promise.allSettled(plans);
      return results.flatMap((one) => (one.status === "rejected" ? String(one.reason) : []));
    });
    expect(errors).toHaveLength(20);
    expect(
      errors.filter((error) => error.includes("The errors name 20 changes, and there may be more.")),
    ).toHaveLength(1);
  });

  it("refuses every change as long as the workspace is not known", async () => {
    process.env["OUTREACH_APPROVED"] = write(approval(SNIPPET));
    const provider = await bench.configured({ base_url: unknown });
    await expect(bench.snippet(provider).plan(SNIPPET)).rejects.toThrow(
      "The workspace is not known in this plan, so no approval can be compared with it.",
    );
  });
});

describe.each(KINDS)("OUTREACH_ALLOW and OUTREACH_MAX_DELETES for %s", (_type, { type, given, changed }) => {
  const one = () => bench.managed(type);
  const settled = (content = given) => one().settled(content);
  const label = (id: string) => `${type} (${id})`;

  it.each<[string, string]>([
    ["create", "update,delete"],
    ["update", "create, delete"],
    ["delete", "create,update"],
  ])("refuse a %s in the plan and in the apply if it is not in the list", async (action, allowed) => {
    const object = action === "create" ? one() : await settled();
    const next = action === "delete" ? null : changed;
    const plan = await object.plan(next);
    const said = `OUTREACH_ALLOW does not allow this ${action}`;
    process.env["OUTREACH_ALLOW"] = allowed;
    await expect(object.plan(next)).rejects.toThrow(said);
    const outcome = await object.carryOut(next, plan).catch((error: unknown) => error);
    expect(JSON.stringify(outcome)).toContain(said);
    process.env["OUTREACH_ALLOW"] = `${allowed},${action}`;
    expect((await object.attempt(next)).errors).toEqual([]);
  });

  it("refuse a replace in the plan if no delete is allowed", async () => {
    const object = await settled();
    const replacing = () => object.planReplace(given);
    process.env["OUTREACH_ALLOW"] = "create,update";
    await expect(replacing()).rejects.toThrow(
      `${label(object.id)}: OUTREACH_ALLOW does not allow this delete`,
    );
    delete process.env["OUTREACH_ALLOW"];
    process.env["OUTREACH_MAX_DELETES"] = "0";
    await expect(replacing()).rejects.toThrow("this delete is one more than OUTREACH_MAX_DELETES allows");
  });

  it("refuse an adoption unless creates and updates are allowed", async () => {
    const { id } = bench.bystander(type, given);
    const adopting = bench.managed(type, await bench.configured({ existing_name: "adopt" }));
    process.env["OUTREACH_ALLOW"] = "create";
    await expect(adopting.plan(given)).rejects.toThrow(
      `${label(id)}: OUTREACH_ALLOW does not allow its adoption`,
    );
    process.env["OUTREACH_ALLOW"] = "create,update";
    expect((await adopting.attempt(given)).errors).toEqual([]);
  });

  it("refuse the delete that is one too many, in the plan and in the apply", async () => {
    const objects = [await settled(), await settled(changed)];
    process.env["OUTREACH_MAX_DELETES"] = "1";
    const said = "this delete is one more than OUTREACH_MAX_DELETES allows";
    const results = await bench.provider.run((planning) =>
      Promise.allSettled(objects.map((object) => object.refreshAndPlan(null, planning))),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    delete process.env["OUTREACH_MAX_DELETES"];
    const plans = [await objects[0]!.plan(null), await objects[1]!.plan(null)];
    process.env["OUTREACH_MAX_DELETES"] = "1";
    await bench.provider.run(async (applying) => {
      expect((await objects[0]!.carryOut(null, plans[0]!, applying)).errors).toEqual([]);
      const { errors } = await objects[1]!.carryOut(null, plans[1]!, applying);
      expectOnly(errors, said);
    });
    expect(bench.objects()).toHaveLength(1);
  });

  it("count an object once, however often its delete is planned", async () => {
    const object = await settled();
    process.env["OUTREACH_MAX_DELETES"] = "1";
    await bench.provider.run(async (planning) => {
      for (let time = 0; time < 2; time += 1) await planning.plan(type, null, object.instance);
    });
    await object.apply(null);
  });
});

it.each<[string, string, string]>([
  ["OUTREACH_ALLOW", "", "OUTREACH_ALLOW is not a list of create, update, delete"],
  ["OUTREACH_ALLOW", "create,replace", "OUTREACH_ALLOW is not a list of create, update, delete"],
  ["OUTREACH_MAX_DELETES", "", "OUTREACH_MAX_DELETES is not a whole number from 0 on"],
  ["OUTREACH_MAX_DELETES", "-1", "OUTREACH_MAX_DELETES is not a whole number from 0 on"],
  ["OUTREACH_MAX_DELETES", "1.5", "OUTREACH_MAX_DELETES is not a whole number from 0 on"],
])("%s = %p is an error before any request", async (variable, value, problem) => {
  process.env[variable] = value;
  await expect(bench.snippet().plan(SNIPPET)).rejects.toThrow(problem);
  expect(bench.simulator.journal()).toEqual([]);
});
