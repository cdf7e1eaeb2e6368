import { operations, type Operation, type OperationName } from "../../src/api";
import { isNotFound } from "../../src/client";
import { CLUSTER, collect, failure, useTestServer } from "./server";

const bench = useTestServer();
const { respondWith } = bench;

describe("a missing object", () => {
  it.each<[string, number, unknown]>([
    ["404", 404, "<html>"],
    ["404 with a text", 404, { message: "Cluster c-1 not found in this workspace" }],
    ["410", 410, ""],
  ])("a get reports it after a %s", async (_title, status, body) => {
    respondWith(body, status);
    const error = await failure(bench.client.getCluster("c-1"));
    expect(error).toMatchObject({ code: "OUTREACH_NOT_FOUND", status });
    expect(isNotFound(error)).toBe(true);
  });

  it.each<[string, number, unknown]>([
    ["400 that says so", 400, { error: { code: "ClusterNotFound", message: "No such cluster" } }],
    ["400 with only a code", 400, { code: "RESOURCE_NOT_FOUND" }],
    ["400 in prose", 400, "The cluster doesn\u2019t exist"],
    ["400 that names nothing", 400, { message: "Not found" }],
    ["400 that says so after a long name", 400, { message: `Cluster ${"x".repeat(300)} not found` }],
    ["422 that says so", 422, { errors: [{ message: "cluster does not exist" }] }],
    ["200 with such an error", 200, { error: "cluster not found" }],
    ["200 with null", 200, "null"],
    ["200 with an empty object", 200, {}],
    ["200 with nothing", 200, ""],
    ["200 with all fields null", 200, Object.fromEntries(Object.keys(CLUSTER).map((name) => [name, null]))],
  ])("a get and an update suspect it after a %s", async (_title, status, body) => {
    respondWith(body, status);
    for (const call of [
      bench.client.getCluster("c-1"),
      bench.client.updateCluster({ id: "c-1", name: "n" }),
    ]) {
      const error = await failure(call);
      expect(error).toMatchObject({ code: "OUTREACH_MAYBE_NOT_FOUND", status });
      expect(isNotFound(error)).toBe(true);
    }
  });

  const ofOneObject = Object.entries<Operation>(operations).filter(([, { required }]) => "id" in required);
  it.each(ofOneObject)("a 400 to %s that calls it unknown makes it suspected", async (name, { kind }) => {
    respondWith({ message: `Unknown ${kind}.` }, 400);
    const request = { id: "o-1", name: "n", prompt: "p" };
    const error = await failure(bench.client.call(name as OperationName, request));
    expect(error.code).toBe("OUTREACH_MAYBE_NOT_FOUND");
  });

  it.each(["/clusters/CreateCluster", "/clusters/ListClusters"])(
    "a 404 to %s does not mean it",
    async (path) => {
      respondWith("", 404);
      const call = path.endsWith("ListClusters")
        ? collect(bench.client.listClusters())
        : bench.client.createCluster({ name: "n" });
      const error = await failure(call);
      expect(error.code).toBe(path.endsWith("ListClusters") ? "OUTREACH_NO_API" : "OUTREACH_REJECTED");
      expect(error.message).toContain("check the base URL");
    },
  );

  it.each([200, 400])("a %i with such an error to a create or a list does not mean it", async (status) => {
    respondWith({ error: "cluster not found" }, status);
    for (const call of [bench.client.createCluster({ name: "n" }), collect(bench.client.listClusters())])
      expect((await failure(call)).code).toBe("OUTREACH_REJECTED");
  });
});
