import type { Instance } from "../plugin/core";
import type { Managed } from "./workbench";

/** Instances like the object's, each of an object of its own; only the first of these exists. */
export function namesakes({ instance }: Managed, count: number): [Instance, ...Instance[]] {
  const others = Array.from({ length: count - 1 }, (_, index) => withId(instance, `another-${index}`));
  return [instance, ...others];
}

export function withId(instance: Instance, id: string): Instance {
  return { ...instance, state: { ...instance.state!, id } };
}
