import type { Instance } from "../sdk/core";
import type { Managed } from "./workbench";

/** Returns copies of an instance, each with another id. Only the object of the first one exists. */
export function copiesOf({ instance }: Managed, count: number): [Instance, ...Instance[]] {
  const others = Array.from({ length: count - 1 }, (_, index) => withId(instance, `another-${index}`));
  return [instance, ...others];
}

export function withId(instance: Instance, id: string): Instance {
  return { ...instance, state: { ...instance.state!, id } };
}
