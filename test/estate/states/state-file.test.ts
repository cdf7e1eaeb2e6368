import { parseState } from "../../../src/estate/states/state-file";

const SOURCE = { name: "one", file: "terraform.one.tfstate" };

const read = (state: unknown) => parseState(JSON.stringify(state), SOURCE);

const resource = (...instances: unknown[]) => ({
  version: 4,
  resources: [{ mode: "managed", type: "outreach_snippet", name: "opener", instances }],
});

const attributes = { id: "s-1", name: "Opener", workspace_id: "w-1", created_at: "2026-01-01T00:00:00Z" };

it("an object of a state has its address, its times, its marks and where it was last seen", () => {
  const remembered = {
    seen_at: "https://api.example.com",
    written: "2026-01-02T00:00:00Z",
    retried_create: [],
  };
  const encoded = Buffer.from(JSON.stringify(remembered)).toString("base64");
  const sensitive_attributes = [[{ type: "get_attr", value: "name" }]];
  const instance = { attributes, sensitive_attributes, private: encoded };
  const [first, tainted, deposed] = read(
    resource(
      { ...instance, index_key: "a" },
      { ...instance, index_key: 0, status: "tainted" },
      { ...instance, deposed: "8d2e4f1a" },
    ),
  );
  expect(first).toEqual({
    ...{
      kind: "snippet",
      id: "s-1",
      name: "Opener",
      address: 'outreach_snippet.opener["a"]',
      source: SOURCE,
    },
    ...{ isDeposed: false, workspaceId: "w-1", attributes, sensitive: new Set(["name"]) },
    ...{ createdAt: "2026-01-01T00:00:00Z", lastUpdatedAt: null },
    ...{ seenAt: "https://api.example.com", writtenAt: "2026-01-02T00:00:00Z" },
    historyOf: expect.any(Function) as unknown,
  });
  expect(tainted).toMatchObject({ address: "outreach_snippet.opener[0]", isDeposed: false });
  expect(deposed).toMatchObject({ address: "outreach_snippet.opener", isDeposed: true });
});

it.each([
  ["no private state", undefined],
  ["bytes that are no JSON", "AAAA"],
  ["another value", 7],
])("an object with %s was last seen at an unknown address", (_, encoded) => {
  expect(read(resource({ attributes, private: encoded }))[0]).toMatchObject({
    seenAt: null,
    writtenAt: null,
  });
});

it("an empty text is an empty state, and data sources and other types are no objects", () => {
  expect(parseState(" \n", SOURCE)).toEqual([]);
  const other = { mode: "managed", type: "other_thing", name: "x", instances: "any" };
  const data = { mode: "data", type: "outreach_snippet", name: "x", instances: [{}] };
  expect(read({ version: 4, resources: [other, data] })).toEqual([]);
  expect(read({ version: 4 })).toEqual([]);
});

it.each<[string, unknown]>([
  ["a list", []],
  ["resources that are no list", { version: 4, resources: {} }],
  ["a resource that is null", { version: 4, resources: [null] }],
  [
    "no instances",
    { version: 4, resources: [{ mode: "managed", type: "outreach_snippet", name: "opener" }] },
  ],
  ["an instance that is null", resource(null)],
  ["an instance without attributes", resource({})],
  ["an instance whose attributes are null", resource({ attributes: null })],
  ["an object without an id", resource({ attributes: { ...attributes, id: null } })],
  ["an object with an empty id", resource({ attributes: { ...attributes, id: "" } })],
  ["sensitive places that are no list", resource({ attributes, sensitive_attributes: {} })],
])("a state with %s is an error that names the stack and the file", (_, state) => {
  expect(() => read(state)).toThrow(
    /^The state of one \(terraform\.one\.tfstate\) is (malformed: |not JSON in format)/,
  );
});
