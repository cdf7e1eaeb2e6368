import { operations, type OperationName } from "../../../src/api";
import { REVEALING } from "../../../src/commands/probe/questions/writes";
import { parseBaseUrl } from "../../../src/client/connection/address";
import { createPool } from "../../../src/client/connection/dispatcher";
import { send as sendTo } from "../../../src/client/connection/exchange";
import type { Dialect, Simulator } from "../../../src/simulator";
import { advance, identity, simulate } from "./probing";

/** Enough to show the largest page size of a random dialect. */
const MANY = 24;

/**
 * Makes calls whose responses depend on every dialect setting, and returns the responses. Ids and page tokens
 * are the same for equal calls, because both simulators have the same seed.
 */
export async function contractOf(simulator: Simulator): Promise<unknown[]> {
  const responses: unknown[] = [];
  const pool = createPool(simulator.url);
  const send = async (operation: OperationName, fields: object = {}, token = "any") => {
    // `fetch` takes a millisecond of CPU more for each call.
    const { status, body } = await sendTo(pool, parseBaseUrl(simulator.url), {
      path: operations[operation].path,
      headers: {
        "content-type": "application/json",
        ...(token !== "" && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ ...identity, ...fields }),
      timeoutMs: 60_000,
      finishOnceSent: false,
    });
    const text = body.toString();
    responses.push([operation, status, text]);
    return text;
  };
  const idsFrom = (kind: "cluster" | "snippet") =>
    simulator
      .objects()
      .filter((one) => one.kind === kind)
      .map(({ id }) => id);

  for (const operation of ["ListClusters", "ListSnippet"] as const) await send(operation);
  for (const operation of Object.keys(operations) as OperationName[]) {
    await send(operation, { userId: "" });
    await send(operation, { userId: undefined });
    await send(operation, { another: true });
    await send(operation, {
      clusterId: "none",
      snippetId: "none",
      clusterName: "none",
      name: "none",
      prompt: "",
    });
    if (!operation.startsWith("Create")) await send(operation, {}, "");
  }

  for (const name of ["d", "a long name with more than twenty letters", "b", "d", REVEALING]) {
    await send("CreateSnippet", { name, prompt: REVEALING });
    await send("CreateCluster", { clusterName: name, clusterDescription: REVEALING });
  }
  await send("CreateCluster", { clusterName: "bare" });
  const [cluster] = idsFrom("cluster");
  const [snippet] = idsFrom("snippet");
  simulator.setAssociatedCount(cluster!, 3);
  for (const clusterId of idsFrom("cluster")) await send("GetCluster", { clusterId });
  for (const snippetId of idsFrom("snippet")) await send("GetSnippet", { snippetId });

  for (const clusterDescription of ["", "text", null, "text", undefined]) {
    advance(1_500);
    await send("UpdateCluster", { clusterId: cluster, clusterName: "d", clusterDescription });
    await send("GetCluster", { clusterId: cluster });
  }
  for (let update = 0; update < 2; update += 1) {
    advance(1_500);
    await send("UpdateSnippet", { snippetId: snippet, name: "d", prompt: "same" });
    await send("GetSnippet", { snippetId: snippet });
  }

  simulator.seed({
    workspaceId: identity.workspaceId,
    snippets: Array.from({ length: MANY }, (_, index) => ({
      name: `seed ${(index * 7) % MANY}`,
      prompt: "",
    })),
  });
  for (const operation of ["ListClusters", "ListSnippet"] as const) {
    for (const fields of [{}, { maxItems: 3 }, { maxItems: 1_000 }]) await send(operation, fields);
  }
  for (const sortOrder of ["asc", "DESC", "other"]) await send("ListSnippet", { sortOrder });

  for (let time = 0; time < 2; time += 1) {
    await send("DeleteCluster", { clusterId: cluster });
    await send("DeleteSnippet", { snippetId: snippet });
    await send("UpdateCluster", { clusterId: cluster, clusterName: "e" });
    await send("UpdateSnippet", { snippetId: snippet, name: "e", prompt: "" });
    await send("GetSnippet", { snippetId: snippet });
  }
  await pool.close();
  return responses;
}

/** The responses of a simulator with this dialect. */
export async function contractFor(dialect: Partial<Dialect>): Promise<unknown[]> {
  return contractOf(await simulate({ dialect }));
}
