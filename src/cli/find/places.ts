import { type Kind, kindOfType } from "../../objects/kinds";
import type { JsonObject } from "../../shared/json";
import { constructPathOf, type StackConfiguration } from "../declared/stack-configuration";
import { type FileLine, resourceBlocks } from "../hcl/resource-blocks";
import { realPath } from "../shared/real-path";
import { declaredAddress } from "../states/moved-address";
import type { State } from "../states/read-states";
import type { StateObject } from "../states/state-file";

/** A resource of a stack, applied or not, or another place of a stack that uses prompt files. */
export interface Place {
  readonly stack: string;
  /** The address in the state, else in the code; the path of an override, or the name of a `.tf` file. */
  readonly address: string;
  /** Null for a place that is no cluster and no snippet. */
  readonly kind: Kind | null;
  /** The path of the construct, such as `outbound/opener`; null if the code has no such construct. */
  readonly constructPath: string | null;
  /** The object of the state; undefined if it is not applied. */
  readonly object: StateObject | undefined;
  /** Where plain HCL declares the resource: file and line; null if that is not known. */
  readonly block: FileLine | null;
  /** The arguments in the code; undefined if the code has no such resource, or in a module. */
  readonly declared: JsonObject | undefined;
  /** The prompt files, with absolute paths without links. */
  readonly files: readonly string[];
  /** True if the prompt is exactly the content of its file. */
  readonly isWholeFile: boolean;
}

/** Returns all places of a stack: the objects of its state, then what is not applied, then other uses of files. */
export function placesOf(configuration: StackConfiguration, state: State | undefined): Place[] {
  const { stack, files, parts, moves, declared = new Map<string, JsonObject>() } = configuration;
  const objects = state?.objects ?? [];
  const blocks = resourceBlocks(stack);
  const occupied = new Set(objects.map(({ address }) => address));
  const at = (address: string) => {
    const whole = files.get(address);
    const used = parts.flatMap(([place, file]) => (place === address ? [file] : []));
    if (whole !== undefined) used.unshift(whole);
    const body = declared.get(address);
    return {
      ...{ stack: stack.name, declared: body, constructPath: constructPathOf(body) },
      block: blocks.get(address) ?? null,
      ...{ files: [...new Set(used.map(realPath))], isWholeFile: whole !== undefined },
    };
  };
  const applied = objects.map((object): [string, Place] => {
    const { kind, address, isDeposed } = object;
    // A deposed object has no place in the code: another object has its address.
    const inCode = isDeposed ? "" : declaredAddress(address, moves, occupied);
    return [inCode, { ...at(inCode), address, kind, object }];
  });
  const known = new Set(applied.map(([address]) => address));
  const others = new Set([...declared.keys(), ...files.keys(), ...parts.map(([place]) => place)]);
  const added = [...others].flatMap((address): Place[] => {
    const kind = kindOfType(address.split(".")[0]!) ?? null;
    const place = { ...at(address), address, kind, object: undefined };
    return known.has(address) || (kind === null && place.files.length === 0) ? [] : [place];
  });
  return [...applied.map(([, place]) => place), ...added];
}
