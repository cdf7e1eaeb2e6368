import type { Construct } from "constructs";
import { type Class, userError } from "./user-error";

interface NewConstruct {
  readonly scope: Construct;
  readonly id: string;
  /** The class that the program makes. */
  readonly made: Class;
  /** What a config must have, such as `{ name }`. */
  readonly needs: string;
}

/** Returns the config. Throws where JavaScript leaves it out: CDKTF would fail to read a property of it. */
export function requireConfig<C>(config: C, { scope, id, made, needs }: NewConstruct): C {
  if (config !== undefined && config !== null) return config;
  throw userError(
    `new ${made.name}(…, ${JSON.stringify(id)}) in ${scope.node.path} has no config: pass ${needs} as the third argument.`,
    made,
  );
}
