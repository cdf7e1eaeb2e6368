import { upgradeState } from "../../src/sdk/framework/read";
import { outreachProvider } from "../../src/provider/provider";
import type { Instance } from "../sdk/core";
import { KINDS } from "./kinds";
import { useWorkbench } from "./workbench";

const resources = Object.entries(outreachProvider.resources);

const common = {
  id: "o-1",
  name: "n",
  workspace_id: "w",
  adopted: true,
  created_at: "2026-01-02T03:04:05.678Z",
  last_updated_at: "2026-01-02T03:04:06.678Z",
};

/**
 * States as they are stored, by type and version. A read drops what the schema does not have, so without
 * these nobody would notice that an attribute got another name in the same version. A new version gets a
 * state beside the old ones.
 */
const stored: Readonly<Record<string, readonly object[]>> = {
  outreach_cluster: [{ ...common, description: "d", force_destroy: true, associated_count: 3 }],
  outreach_snippet: [
    {
      ...common,
      prompt: "Hi {x}",
      variables: ["x"],
      acknowledged_warnings: [{ code: "doubled", text: "{{x}}", reason: "r" }],
    },
  ],
};

describe.each(resources)("a stored state of %s", (type, resource) => {
  const { version = 0 } = resource.schema;
  const states = stored[type] ?? [];
  const read = (state: object, from: number) =>
    upgradeState(resource, type, from, Buffer.from(JSON.stringify(state)));

  it("is in this test for every version", () => {
    expect(states.map((_, from) => from)).toEqual(Array.from({ length: version + 1 }, (_, from) => from));
  });

  it("of this version is read in full", () => {
    expect(read(states[version]!, version)).toMatchObject(states[version]!);
  });

  it("of an older version becomes one of this version", () => {
    for (const [from, state] of states.entries())
      expect(read(state, from)).toEqual(read(states[version]!, version));
  });
});

it("a snippet's state from before acknowledged_warnings has none", () => {
  const state = { ...common, prompt: "Hi {x}", variables: ["x"] };
  const resource = outreachProvider.resources["outreach_snippet"]!;
  const read = upgradeState(resource, "outreach_snippet", 0, Buffer.from(JSON.stringify(state)));
  expect(read).toEqual({ ...state, acknowledged_warnings: null });
});

/**
 * The private state as Terraform stores it. The states and saved plans of users have these keys: with another
 * name, the provider would forget what it has noted there, such as where an object was last seen.
 */
describe.each(KINDS)("the private state of %s", (type, { given, changed, operations }) => {
  // Dates that lag behind show no write, so that the time of a write is noted.
  const bench = useWorkbench({ now: () => new Date(Date.now() - 3_600_000) });
  const stored = ({ private: bytes }: Pick<Instance, "private">) =>
    JSON.parse(Buffer.from(bytes).toString()) as unknown;
  /** Digests. States of users have such digests, so they must stay the same. */
  const [removed, sent] =
    type === "outreach_cluster"
      ? ["jeTg", ["2wMXaPh3SBkyAqA-", "hq8CarQ3_0p3gpRp"]]
      : ["MGjS", ["rpvESV6aaKZYosjF", "G_X8X_m5xsDw89iF"]];
  const ofClusters = (values: object) => (type === "outreach_cluster" ? values : {});

  it("has its keys after a create that was retried, and in the plans of an update and of a delete, and after an edit and a failed update", async () => {
    const object = bench.managed(type);
    bench.fault(operations.create, { type: "reset" }, { nth: 1 });
    await object.attempt(given);
    const { id } = object;
    const written = expect.stringMatching(/^\d{4}-.*Z$/) as string;
    const memory = { id, ...ofClusters({ name: given["name"], associated_count: 0, force_destroy: null }) };
    const afterCreate = {
      seen_at: bench.simulator.url,
      written,
      retried_create: [],
      ...ofClusters({ planned_before: memory }),
    };
    expect(stored(object.instance)).toEqual(afterCreate);
    expect(stored(await object.plan(changed))).toEqual({ ...afterCreate, planned_before: memory });

    bench.simulator.update(id, { name: "Theirs" });
    expect(stored(await object.plan(null))).toEqual({
      ...afterCreate,
      seen_by_plan: { ...given, name: "Theirs" },
      ...ofClusters({ mailboxes_seen: 0 }),
    });

    bench.fault(operations.update, { type: "reset" }, { nth: 1 });
    const [name, text] = Object.keys(given) as [string, string];
    await object.attempt({ ...given, [name]: "Theirs", [text]: changed[text]! });
    expect(stored(object.instance)).toMatchObject({
      edits: { [name]: { added: ["qW3A"], removed: [removed] }, [text]: { sent } },
    });
  });
});
