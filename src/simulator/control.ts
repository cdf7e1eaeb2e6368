import type { Kind } from "../api";
import { type ClusterSeed, readChanges, readSeed, type SnippetSeed } from "./admin-input";
import { InvalidInput } from "./invalid-input";
import type { Simulation } from "./simulation";
import type { SimulatedCluster, SimulatedObject, SimulatedSnippet } from "./store";
import type { Content, Given } from "./world";

/**
 * Changes of tests and of the control interface. The dialect does not change their texts, and no fault
 * applies.
 */
export class Control {
  readonly #simulation: Simulation;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  /** Stores all objects of a seed and returns them. @throws InvalidInput, and stores none */
  seed(input: unknown): SimulatedObject[] {
    const { workspaceId, clusters = [], snippets = [] } = readSeed(input);
    const ids = this.#freeIds([...clusters, ...snippets]);
    this.#simulation.masker.learn(workspaceId);
    const create = (kind: Kind) => (seed: Content & Given) =>
      this.#simulation.world.create({ kind, workspaceId }, seed, { given: seed, reserved: ids }).after;
    return [...clusters.map(create("cluster")), ...snippets.map(create("snippet"))];
  }

  /** Stores a seed of one object and returns it. @throws InvalidInput */
  create(kind: "cluster", workspaceId: string, cluster: ClusterSeed): SimulatedCluster;
  create(kind: "snippet", workspaceId: string, snippet: SnippetSeed): SimulatedSnippet;
  create(kind: Kind, workspaceId: string, seed: ClusterSeed | SnippetSeed): SimulatedObject {
    return this.seed({ workspaceId, [`${kind}s`]: [seed] })[0]!;
  }

  /** Returns the objects of one workspace, or of all, in creation order. */
  objects(workspaceId?: string): SimulatedObject[] {
    const objects = this.#simulation.store.all();
    return workspaceId === undefined
      ? objects
      : objects.filter((object) => object.workspaceId === workspaceId);
  }

  /** Changes an object and its time of the last update. @throws InvalidInput */
  update(id: string, changes: unknown): SimulatedObject {
    const object = this.#find(id);
    const content = readChanges(object.kind, changes);
    return this.#simulation.world.update(object, content, "touched").after;
  }

  /** Deletes an object. @throws InvalidInput */
  delete(id: string): void {
    this.#simulation.world.remove(this.#find(id));
  }

  /** Sets the number of linked mailboxes of a cluster. @throws InvalidInput */
  setAssociatedCount(id: string, count: number): SimulatedObject {
    const object = this.#find(id);
    if (object.kind !== "cluster") {
      throw new InvalidInput(
        `${JSON.stringify(id)} is a ${object.kind}. Only clusters have an associated count.`,
      );
    }
    if (!Number.isSafeInteger(count) || count < 0) {
      throw new InvalidInput("An associated count is a whole number from 0.");
    }
    return this.#simulation.world.associate(object, count).after;
  }

  /** Returns the ids of the seeds. @throws InvalidInput if one exists already */
  #freeIds(seeds: readonly Pick<Given, "id">[]): ReadonlySet<string> {
    const ids = new Set<string>();
    for (const { id } of seeds) {
      if (id === undefined) continue;
      if (ids.has(id)) throw new InvalidInput(`Two objects of the seed have the id ${JSON.stringify(id)}.`);
      ids.add(id);
      if (this.#simulation.store.find(id) === undefined) continue;
      throw new InvalidInput(`There is already an object with the id ${JSON.stringify(id)}.`);
    }
    return ids;
  }

  #find(id: string): SimulatedObject {
    const object = this.#simulation.store.find(id);
    if (object !== undefined) return object;
    throw new InvalidInput(`There is no object with the id ${JSON.stringify(id)}.`);
  }
}
