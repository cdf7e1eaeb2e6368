import { existsSync, readFileSync } from "node:fs";

/** One stored instance. */
export interface StoredInstance {
  readonly attributes: Record<string, unknown>;
  /** `tainted`, where it is. */
  readonly status?: string;
  /** Paths of the values marked sensitive. */
  readonly sensitive: unknown;
}

interface StateFile {
  readonly resources: readonly {
    readonly mode: "managed" | "data";
    readonly type: string;
    readonly name: string;
    readonly instances: readonly {
      readonly attributes: Record<string, unknown>;
      readonly status?: string;
      readonly index_key?: unknown;
      readonly sensitive_attributes: unknown;
    }[];
  }[];
}

/** The instances of a state file by address; none where there is no file yet. */
export function readStateFile(file: string): Record<string, StoredInstance> {
  if (!existsSync(file)) return {};
  const { resources } = JSON.parse(readFileSync(file, "utf8")) as StateFile;
  return Object.fromEntries(
    resources.flatMap(({ mode, type, name, instances }) =>
      instances.map(({ attributes, status, index_key, sensitive_attributes }) => {
        const key = index_key === undefined ? "" : `[${JSON.stringify(index_key)}]`;
        const address = `${mode === "data" ? "data." : ""}${type}.${name}${key}`;
        const instance = { attributes, sensitive: sensitive_attributes };
        return [address, status === undefined ? instance : { ...instance, status }];
      }),
    ),
  );
}
