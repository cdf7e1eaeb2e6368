import { fc } from "../fast-check";
import type { OperationName } from "../../src/api";
import type { Simulator } from "../../src/simulator";
import { anyText } from "../any-text";
import { call, closeAll, simulate } from "./harness";

afterEach(closeAll);

/** One step: an operation on the object of a slot, by a user of one of two workspaces. */
interface Step {
  operation: OperationName;
  workspace: "w1" | "w2";
  slot: number;
  name: string;
  text: string | null | undefined;
}

interface Modelled {
  kind: "cluster" | "snippet";
  workspace: string;
  id: string;
  name: string;
  /** Description or prompt. */
  text: string;
}

const texts = fc.oneof(anyText({ maxLength: 6 }), fc.constantFrom("", "{x}", "\r\n", "\ud800"));

const steps: fc.Arbitrary<Step> = fc.record({
  operation: fc.constantFrom<OperationName>(
    "CreateCluster",
    "CreateCluster",
    "CreateSnippet",
    "CreateSnippet",
    "UpdateCluster",
    "UpdateSnippet",
    "DeleteCluster",
    "DeleteSnippet",
    "GetCluster",
    "GetSnippet",
    "ListClusters",
    "ListSnippet",
  ),
  workspace: fc.constantFrom("w1", "w2"),
  slot: fc.nat(7),
  name: texts,
  text: fc.oneof(texts, fc.constantFrom(null, undefined)),
});

/** What the document says, in the plainest form there is: an array. */
class Model {
  objects: Modelled[] = [];
  /** Every id there ever was; calls choose theirs from it, so that some are gone or another workspace's. */
  ids: string[] = [];

  async run(step: Step, simulator: Simulator): Promise<void> {
    const { operation, workspace } = step;
    const kind = operation.includes("Cluster") ? "cluster" : "snippet";
    const id = this.ids.length === 0 ? "none" : this.ids[step.slot % this.ids.length]!;
    const found = this.objects.find(
      (object) => object.id === id && object.kind === kind && object.workspace === workspace,
    );
    const content =
      kind === "cluster"
        ? { clusterName: step.name, clusterDescription: step.text }
        : { name: step.name, prompt: step.text ?? "" };
    const identity = { userId: "u", workspaceId: workspace };
    const idField = { [`${kind}Id`]: id };

    if (operation.startsWith("List")) return this.list(step, kind, simulator);
    const body = operation.startsWith("Create")
      ? content
      : operation.startsWith("Update")
        ? { ...idField, ...content }
        : idField;
    const { status, json } = await call(simulator, operation, { ...identity, ...body });
    if (operation.startsWith("Create")) {
      expect(status).toBe(200);
      const created = json[`${kind}Id`];
      expect(this.ids).not.toContain(created);
      this.ids.push(created);
      this.objects.push({ kind, workspace, id: created, name: step.name, text: step.text ?? "" });
      return;
    }
    expect(status).toBe(found === undefined ? 404 : 200);
    if (found === undefined) return;
    if (operation.startsWith("Get")) this.compare(found, json);
    if (operation.startsWith("Delete")) this.objects = this.objects.filter((object) => object !== found);
    if (operation.startsWith("Update")) {
      found.name = step.name;
      if (kind === "snippet") found.text = step.text ?? "";
      else if (step.text !== undefined) found.text = step.text ?? "";
    }
  }

  compare(object: Modelled, json: Record<string, unknown>): void {
    const [name, text] =
      object.kind === "cluster"
        ? [json["clusterName"], json["clusterDescription"] ?? ""]
        : [json["name"], json["prompt"]];
    expect([name, text]).toEqual([object.name, object.text]);
  }

  async list({ workspace, operation, slot }: Step, kind: string, simulator: Simulator): Promise<void> {
    const ids: unknown[] = [];
    let nextToken: string | null = null;
    do {
      const body = { userId: "u", workspaceId: workspace, maxItems: slot + 1, nextToken };
      const { json }: { json: Record<string, unknown> } = await call(simulator, operation, body);
      const items = json[`${kind}s`] as Record<string, unknown>[];
      expect(items.length).toBeLessThanOrEqual(slot + 1);
      ids.push(...items.map((item) => item[`${kind}Id`]));
      nextToken = json["nextToken"] as string | null;
    } while (nextToken !== null);
    const own = this.objects.filter((object) => object.kind === kind && object.workspace === workspace);
    expect(ids).toEqual(own.map(({ id }) => id));
  }
}

it("the simulator behaves like the simplest model of the document, for any calls", async () => {
  const simulator = await simulate();
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 25 }), async (program) => {
      simulator.reset();
      const model = new Model();
      for (const step of program) await model.run(step, simulator);
      const names = simulator.objects().map(({ id }) => id);
      expect(names).toEqual(model.objects.map(({ id }) => id));
    }),
    { numRuns: 30 },
  );
});
