import { upgradeResourceState } from "../../src/plugin/framework/upgrade-resource-state";
import { outreachProvider } from "../../src/provider/provider";

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
  outreach_snippet: [{ ...common, prompt: "Hi {x}", variables: ["x"] }],
};

describe.each(resources)("a stored state of %s", (type, resource) => {
  const { version = 0 } = resource.schema;
  const states = stored[type] ?? [];
  const read = (state: object, from: number) =>
    upgradeResourceState(resource, { typeName: type, version: from }, Buffer.from(JSON.stringify(state)));

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
