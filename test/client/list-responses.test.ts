import { CLUSTER, collect, failure, useTestServer } from "./server";

const bench = useTestServer();
const { respondWith } = bench;

const without = (field: string) =>
  Object.fromEntries(Object.entries(CLUSTER).filter(([name]) => name !== field));

describe("a list in a response", () => {
  it.each(["createdAt", "associatedCount"])("may have clusters without %s, and with null", async (field) => {
    for (const entry of [without(field), { ...CLUSTER, [field]: null }]) {
      respondWith({ clusters: [entry], nextToken: null });
      expect(await collect(bench.client.listClusters())).toMatchObject([{ [field]: null }]);
    }
  });

  it("with a wrong field is an error that names the field and its index", async () => {
    respondWith({ clusters: [CLUSTER, { ...CLUSTER, associatedCount: "3" }], nextToken: null });
    const error = await failure(collect(bench.client.listClusters()));
    expect(error.message).toContain("the field clusters[1].associatedCount is a string, not an integer");
  });

  it.each([
    ["a list of another name", { items: [CLUSTER] }, "the field clusters is missing"],
    ["an object for the list", { clusters: {} }, "the field clusters is an object, not an array"],
    ["an entry that is no object", { clusters: [null] }, "clusters[0] is null, not an object"],
    ["a number as token", { clusters: [], nextToken: 5 }, "the field nextToken is a number, not a string"],
    ["a message", { message: "busy" }, 'the field clusters is missing: "busy"'],
  ])("with %s is an error and not an empty list", async (_title, body, problem) => {
    respondWith(body);
    const error = await failure(collect(bench.client.listClusters()));
    expect(error.code).toBe("OUTREACH_RESPONSE");
    expect(error.message).toContain(problem);
  });

  it.each([{}, { nextToken: null }, { clusters: null }, { clusters: null, nextToken: "" }])(
    "without an array, such as %j, is empty and calls onDoubt",
    async (body) => {
      respondWith(body);
      let unlisted = 0;
      const onDoubt = () => (unlisted += 1);
      expect(await collect(bench.client.listClusters({ onDoubt }))).toEqual([]);
      expect(unlisted).toBe(1);
      respondWith({ clusters: [], nextToken: null });
      expect(await collect(bench.client.listClusters({ onDoubt }))).toEqual([]);
      expect(unlisted).toBe(1);
    },
  );

  it.each([
    { error: { message: "shard timeout" } },
    { success: false, message: "shard timeout" },
    { code: "E100", message: "shard timeout" },
    { errorMessage: "shard timeout", errorType: "E100" },
  ])("beside the error %j is an error, because it may lack objects", async (body) => {
    for (const clusters of [undefined, [], [CLUSTER]]) {
      respondWith({ clusters, nextToken: null, ...body });
      const error = await failure(collect(bench.client.listClusters()));
      expect(error.code).toBe("OUTREACH_REJECTED");
      expect(error.message).toContain("shard timeout");
    }
  });

  it.each([
    { error: null, errors: [], success: true, message: "ok" },
    { error: false, code: 0, status: "ok", message: "done" },
    { error: "", code: "0", status: 200, message: "Success" },
    { code: "200", statusCode: 200, message: "Success" },
  ])("beside %j, which means success, is read", async (body) => {
    respondWith({ clusters: [CLUSTER], nextToken: null, ...body });
    expect(await collect(bench.client.listClusters())).toHaveLength(1);
  });
});
