import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Held } from "../programs/world";

/** One object in the state file. */
export interface Stored extends Held {
  /** Its address in the file: a moved block may not have been applied yet. */
  readonly storedAt: string;
  readonly forceDestroy: boolean;
}

/** Terraform writes its state in place: a kill meanwhile leaves half a file, which no provider can repair. */
export class TornState extends Error {}

interface StateFile {
  readonly resources: readonly {
    readonly mode: "managed" | "data";
    readonly type: string;
    readonly name: string;
    readonly instances: readonly {
      readonly deposed?: string;
      readonly status?: string;
      readonly attributes: { readonly id: string; readonly force_destroy?: boolean | null };
    }[];
  }[];
}

/**
 * Returns all objects of the state in a folder; none where there is no state yet, which Terraform also writes
 * as an empty file.
 */
export function heldObjects(folder: string): Stored[] {
  const file = join(folder, "terraform.tfstate");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (text === "") return [];
  const resources = parse(text).resources.filter(({ mode }) => mode === "managed");
  return resources.flatMap(({ type, name, instances }) =>
    instances.map(({ deposed, status, attributes }) => ({
      address: `${type}.${name}`,
      storedAt: `${type}.${name}`,
      id: attributes.id,
      deposed: deposed !== undefined,
      tainted: status === "tainted",
      forceDestroy: attributes.force_destroy === true,
    })),
  );
}

function parse(text: string): StateFile {
  try {
    return JSON.parse(text) as StateFile;
  } catch {
    throw new TornState(`The state file ends after ${text.length} characters.`);
  }
}
