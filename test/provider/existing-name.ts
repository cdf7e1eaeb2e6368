import type { Kind } from "./kinds";
import type { Given, Workbench } from "./workbench";

/** What tests of existing names do with one kind of object. */
export function withExistingName(bench: Workbench, { type, given, changed }: Kind) {
  return {
    /** The declared name with other content. */
    sameName: { ...changed, name: given["name"]! },
    /** Creates an unmanaged object. */
    bystander: (content: Given = given) => bench.bystander(type, content),
    configured: (existing_name: string) => bench.configured({ existing_name }),
  };
}
