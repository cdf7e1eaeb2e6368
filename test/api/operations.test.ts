import { isOfType, operations, requestFields, typeInWords, type Operation } from "../../src/api";

const table: Record<string, Operation> = operations;

describe("operations", () => {
  // The document's own tables (sections 4.2 and 4.3), written out by hand: path, required, optional,
  // response.
  it.each([
    ["ListClusters", "/clusters/ListClusters", [], ["maxItems", "nextToken"]],
    ["CreateCluster", "/clusters/CreateCluster", ["clusterName"], ["clusterDescription"]],
    ["GetCluster", "/clusters/GetCluster", ["clusterId"], []],
    ["UpdateCluster", "/clusters/UpdateCluster", ["clusterId", "clusterName"], ["clusterDescription"]],
    ["DeleteCluster", "/clusters/DeleteCluster", ["clusterId"], []],
    ["ListSnippet", "/snippets/ListSnippet", [], ["sortOrder", "maxItems", "nextToken"]],
    ["CreateSnippet", "/snippets/CreateSnippet", ["name", "prompt"], []],
    ["GetSnippet", "/snippets/GetSnippet", ["snippetId"], []],
    ["UpdateSnippet", "/snippets/UpdateSnippet", ["snippetId", "name", "prompt"], []],
    ["DeleteSnippet", "/snippets/DeleteSnippet", ["snippetId"], []],
  ])("%s", (name, path, required, optional) => {
    const operation = table[name]!;
    const wire = (fields: Operation["required"]) => Object.values(fields).map((field) => field.wire);
    expect(operation.path).toBe(path);
    expect(wire(operation.required)).toEqual(required);
    expect(wire(operation.optional)).toEqual(optional);
    expect(wire(requestFields(operation))).toEqual(["userId", "workspaceId", ...required, ...optional]);
  });

  it("are ten, and only lists page", () => {
    expect(Object.keys(table)).toHaveLength(10);
    const lists = Object.entries(table).filter(([, operation]) => "list" in operation.response);
    expect(lists.map(([name]) => name)).toEqual(["ListClusters", "ListSnippet"]);
  });
});

describe("the types of fields", () => {
  const values = ["", "1", 1, -1, 1.5, 2 ** 53, Number.NaN, true, null, undefined, [], {}];
  it.each([
    ["string", "a string", ["", "1"]],
    ["integer", "an integer", [1, -1]],
  ] as const)("%s takes nothing else", (type, inWords, taken) => {
    const field = { wire: "some", type };
    expect(typeInWords(field)).toBe(inWords);
    expect(values.filter((value) => isOfType(field, value))).toEqual(taken);
  });
});
