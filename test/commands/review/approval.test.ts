import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Approvals, type Change, notKnown, parseApproval } from "../../../src/approval";
import type { PlanJson, PlannedResource } from "../../../src/estate/engine/plan-json";
import type { PlannedStack } from "../../../src/estate/engine/plan-stack";
import { prepareApproval, reviewedChanges, writeApprovalOf } from "../../../src/commands/review/approval";
import { reviewOf } from "../../../src/commands/review/from-plan";
import { bundleCommand } from "../command";
import { planned } from "./every-format";
import { recordedStack } from "./recorded";

jest.mock("node:crypto", () => jest.requireActual<object>("../../quick-crypto.cjs"));

const folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-test-"));
const command = bundleCommand();
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await command.remove();
});

const FULL_NAME = "registry.terraform.io/outreach/outreach";
const ADDRESS = "https://api.outreach.example/v1";
const workspace = { address: ADDRESS, workspaceId: "workspace-77b1d2e4" };
const KEY = "a key of at least 16 characters";
const file = join(folder, "approval.json");

/** A stack whose only provider gives the review its address. */
function live(plan: PlanJson, addresses: Readonly<Record<string, string | null>> = { "": ADDRESS }) {
  const entries = Object.entries(addresses).map(
    ([alias, address]) => [`provider["${FULL_NAME}"]${alias && `.${alias}`}`, address] as const,
  );
  const stack: PlannedStack = { name: "emea", plan, diagnostics: [], addresses: new Map(entries) };
  return stack;
}

function approvals(...stacks: PlannedStack[]) {
  const review = reviewOf(stacks);
  writeApprovalOf(reviewedChanges(stacks, review), review, {
    file,
    key: undefined,
    approvesSensitive: false,
  });
  const text = readFileSync(file, "utf8");
  const approval = parseApproval(text, file);
  return { text, entries: approval.entries, covered: new Approvals([approval]) };
}

const owned = { workspace_id: workspace.workspaceId, id: "snp_1", name: "Opener" };
const snippet = (actions: string[], before: string | null, after: string | null): PlannedResource =>
  planned(
    "outreach_snippet",
    actions,
    before === null ? null : { ...owned, prompt: before },
    after === null ? null : { ...owned, prompt: after },
  );

/** The change as the provider sees it. */
const change = (given: Partial<Change>): Change => ({
  ...{ workspace, kind: "snippet", action: "update", id: "snp_1" },
  before: { name: "Opener", prompt: "One.\n" },
  after: { name: "Opener", prompt: "Two.\n" },
  ...given,
});

describe("the approval of a review", () => {
  it("covers an update with the content before and after it, and with no other content", () => {
    const { covered } = approvals(live({ resource_changes: [snippet(["update"], "One.\n", "Two.\n")] }));
    expect(covered.refusal(change({}))).toBeUndefined();
    const edited = { name: "Opener", prompt: "Edited in Outreach.\n" };
    expect(covered.refusal(change({ before: edited }))).toMatchObject({ is: "changed since" });
    expect(covered.refusal(change({ after: edited }))).toMatchObject({ is: "other content" });
    const elsewhere = { ...workspace, workspaceId: "other" };
    expect(covered.refusal(change({ workspace: elsewhere }))).toMatchObject({ is: "other workspace" });
  });

  it("has a delete and a create for a replace, and no entry for what the server does not see", () => {
    const kept = [
      { ...snippet(["no-op"], "One.\n", "One.\n"), previous_address: "outreach_snippet.old" },
      snippet(["forget"], "One.\n", null),
      planned("other_thing", ["create"], null, { name: "x" }),
      { ...snippet(["read"], null, "One.\n"), mode: "data" },
    ];
    expect(approvals(live({ resource_changes: kept })).entries).toEqual([]);
    const replaced = snippet(["create", "delete"], "One.\n", "Two.\n");
    const actionsOf = (one: PlannedResource) =>
      approvals(live({ resource_changes: [one] })).entries.map(({ action }) => action);
    expect(actionsOf(replaced)).toEqual(["delete", "create"]);
    expect(actionsOf(snippet(["create", "forget"], "One.\n", "Two.\n"))).toEqual(["create"]);
  });

  it("covers a delete with the content and the linked mailboxes that the refresh found", () => {
    const before = { ...owned, id: "clu_1", description: null, force_destroy: true, associated_count: 3 };
    const found = { ...before, description: "Edited.", associated_count: 5 };
    const plan = {
      resource_changes: [planned("outreach_cluster", ["delete"], before, null)],
      resource_drift: [planned("outreach_cluster", ["update"], before, found)],
    };
    const { covered } = approvals(live(plan));
    const deleted = change({
      ...{ kind: "cluster", action: "delete", id: "clu_1", after: null },
      before: { name: "Opener", description: "Edited.", force_destroy: "true" },
    });
    expect(covered.refusal({ ...deleted, linked: 5 })).toBeUndefined();
    expect(covered.refusal({ ...deleted, linked: 6 })).toMatchObject({ is: "more linked", approved: 5 });
    expect(covered.refusal({ ...deleted, before: { ...deleted.before, description: "" } })).toBeDefined();
  });

  it("covers any later value of what the plan does not know, and marks it in the file", () => {
    const { workspace_id, name } = owned;
    const made = planned("outreach_snippet", ["create"], null, { workspace_id, name });
    const open = { prompt: true, id: true, adopted: true };
    const unknown = { ...made, change: { ...made.change, after_unknown: open } };
    const { covered, entries } = approvals(live({ resource_changes: [unknown] }));
    expect(entries[0]).toMatchObject({ object: "unknown", after: { prompt: "unknown" } });
    const created = change({ action: "create", before: null, id: "snp_7" });
    expect(covered.refusal(created)).toBeUndefined();
    expect(covered.refusal({ ...created, after: { name: "Other", prompt: notKnown } })).toBeDefined();
  });

  it("tells a new object from an adopted one", () => {
    const made = snippet(["create"], null, "Two.\n");
    const adopting = (adopted: boolean | null) => {
      const after = { ...(made.change.after as object), adopted };
      return approvals(live({ resource_changes: [{ ...made, change: { ...made.change, after } }] })).covered;
    };
    const created = change({ action: "create", before: null });
    expect(adopting(true).refusal(created)).toBeUndefined();
    expect(adopting(true).refusal({ ...created, id: null })).toEqual({ is: "other object" });
    expect(adopting(null).refusal({ ...created, id: null })).toBeUndefined();
  });

  it("has the changes of all stacks with their places, and no text, id or credential", () => {
    const plan = { resource_changes: [snippet(["update"], "One.\n", "Two.\n")] };
    const { entries, text } = approvals(live(plan), { ...live(plan), name: "apac" });
    expect(entries.map(({ resources }) => resources)).toEqual([
      ["apac", "emea"].map((stack) => ({ stack, address: "outreach_snippet.x" })),
    ]);
    expect(text).not.toMatch(/One\.|Two\.|Opener|snp_1|77b1d2e4|outreach\.example/);
  });
});

describe("the workspace of an approval", () => {
  const plan: PlanJson = { resource_changes: [snippet(["update"], "One.\n", "Two.\n")] };
  const configured = (alias: string, base_url?: object): PlanJson => ({
    ...plan,
    configuration: {
      root_module: { resources: [{ address: "outreach_snippet.x", provider_config_key: "key" }] },
      provider_config: {
        key: {
          full_name: FULL_NAME,
          ...(alias && { alias }),
          expressions: { ...(base_url && { base_url }) },
        },
      },
    },
  });
  const saved = (plan: PlanJson): PlannedStack => ({ name: "emea", plan, diagnostics: null });
  const isCovered = (stack: PlannedStack) => approvals(stack).covered.refusal(change({})) === undefined;

  it("has the address that the provider of the object has given", () => {
    const two = { "": "https://other.example", eu: ADDRESS };
    expect(isCovered(live(configured("eu"), two))).toBe(true);
    expect(isCovered(live(configured(""), two))).toBe(false);
  });

  it.each([
    ["its provider has not given an address", live(plan, {})],
    ["the address is not known yet", live(configured("eu"), { eu: null })],
    [
      "removed code leaves open which provider it has",
      live(plan, { "": ADDRESS, eu: "https://other.example" }),
    ],
    ["a saved plan takes the address from a variable", saved(configured("", { references: ["var.url"] }))],
    ["a saved plan has the address as a template", saved(configured("", { constant_value: "${var.url}" }))],
    [
      "the workspace id is known only after the apply",
      live({ resource_changes: [planned("outreach_snippet", ["create"], null, { name: "x" })] }),
    ],
  ])("is an error and no guess if %s", (_, stack) => {
    rmSync(file, { force: true });
    expect(() => approvals(stack)).toThrow(
      /No approval is written, because the workspace of outreach_snippet\.x in emea is not certain: .+ and review again\.$/,
    );
    expect(() => readFileSync(file)).toThrow("ENOENT");
  });

  it("has the constant address of a saved plan, or that of the environment", () => {
    expect(isCovered(saved(configured("", { constant_value: `${ADDRESS}/` })))).toBe(true);
    process.env["OUTREACH_BASE_URL"] = ` ${ADDRESS}\n`;
    try {
      expect(isCovered(saved(configured("")))).toBe(true);
    } finally {
      delete process.env["OUTREACH_BASE_URL"];
    }
    expect(() => isCovered(saved(configured("")))).toThrow("or in OUTREACH_BASE_URL, and review again.");
  });
});

describe("cdktf-outreach review --approval", () => {
  const plan = () => {
    const file = join(folder, "plan.json");
    const { plan } = recordedStack("update");
    writeFileSync(file, JSON.stringify(plan));
    return file;
  };
  const review = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    command.start(["review", "--approval", file, ...args], {
      env: { ...process.env, OUTREACH_BASE_URL: ADDRESS, ...env },
    }).finished;
  const written = () => {
    try {
      return readFileSync(file, "utf8");
    } catch {
      return undefined;
    }
  };
  beforeEach(() => writeFileSync(file, "The approval of an earlier review."));

  it("writes a signed approval beside the review, in any format", async () => {
    const { status, stdout, stderr } = await review(["--plan", plan(), "--format", "json"], {
      OUTREACH_APPROVAL_KEY: KEY,
    });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: `Approval of 2 changes, signed: written to ${file}.\n`,
    });
    expect(JSON.parse(stdout)).toMatchObject({ totals: { update: 2 } });
    expect(parseApproval(written()!, file, KEY).entries).toHaveLength(2);
    expect(() => parseApproval(written()!, file, `${KEY}!`)).toThrow("has a signature that does not fit");
  });

  it.each([
    ["a plan failed", { errored: true }, "No approval is written: the review is not complete."],
    [
      "a workspace is not certain",
      { configuration: {} },
      "the plan does not show the base_url of its provider",
    ],
  ])("writes none if %s, ends with 1, and leaves no earlier approval", async (_, given, message) => {
    const file = plan();
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), ...given }));
    const { status, stdout, stderr } = await review(["--plan", file]);
    expect(status).toBe(1);
    expect(stdout).toContain("Plan review");
    expect(stderr).toContain(message);
    expect(written()).toBeUndefined();
  });

  it("says before it plans that the key is too short, or that the file cannot be written", () => {
    for (const [path, message] of [
      ["", '--approval takes the name of a file, not "".'],
      [folder, `--approval takes the name of a file, not "${folder}".`],
      [join(folder, "missing/a.json"), "the folder of the file that --approval names, is missing."],
    ])
      expect(() => prepareApproval({ approval: path })).toThrow(message);
    process.env["OUTREACH_APPROVAL_KEY"] = "short";
    try {
      expect(() => prepareApproval({ approval: file })).toThrow(
        "OUTREACH_APPROVAL_KEY has fewer than 16 characters",
      );
    } finally {
      delete process.env["OUTREACH_APPROVAL_KEY"];
    }
    expect(written()).toBe("The approval of an earlier review.");
  });

  it("writes none if the review cannot be written", async () => {
    const { status } = await review(["--plan", plan(), "--out", join(folder, "x".repeat(300))]);
    expect({ status, file: written() }).toEqual({ status: 1, file: undefined });
  });
});
