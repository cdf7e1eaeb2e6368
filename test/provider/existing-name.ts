import type { Kind } from "./kinds";
import type { Given, Workbench } from "./workbench";

/** What tests of existing names do with one kind of object. */
export function withExistingName(bench: Workbench, { type, given, changed, operations }: Kind) {
  return {
    /** The declared name with other content. */
    sameName: { ...changed, name: given["name"]! },
    /** Creates an unmanaged object. */
    bystander: (content: Given = given) => bench.bystander(type, content),
    configured: (existing_name: string) => bench.configured({ existing_name }),
    /** Counts the writes of all objects so far. */
    writes: () => {
      const counts = bench.simulator.counts();
      return counts[operations.create] + counts[operations.update] + counts[operations.delete];
    },
  };
}
