import { readFileSync } from "node:fs";
import {
  constructPathOf,
  type StackConfiguration,
  decodePrompt,
} from "../../estate/declared/stack-configuration";
import { type FileLine, resourceBlocks } from "../../estate/hcl/resource-blocks";
import { literalOf } from "../../estate/hcl/template";
import { declaredAddress, type State } from "../../estate/states/read-states";
import { type StateObject, textOf } from "../../estate/states/state-file";
import { type Kind, kindOfType } from "../../objects/kinds";
import { parsePrompt, positionsIn, promptVariables } from "../../prompts";
import { realPath } from "../../util/files/real-path";
import type { JsonObject } from "../../util/json";

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

/** The text of an attribute in the code and in the state; undefined where it is not known. */
export interface Texts {
  readonly declared: string | undefined;
  readonly applied: string | undefined;
}

export function namesOf({ declared, object }: Place): Texts {
  return { declared: literalOf(declared?.name), applied: object?.name };
}

/** A variable of a prompt, and whether only the code or only the state has it. */
export interface Use {
  readonly variable: string;
  readonly only: "declared" | "applied" | null;
}

/** Returns the variables of a prompt, sorted; undefined if neither the code nor a state shows its text. */
export function variablesOf(place: Place): Use[] | undefined {
  const { declared, applied } = promptsOf(place);
  if (declared === undefined && applied === undefined) return undefined;
  const inCode = new Set(promptVariables(declared ?? applied ?? ""));
  const inState = new Set(promptVariables(applied ?? declared ?? ""));
  return [...new Set([...inCode, ...inState])].sort().map((variable) => ({
    variable,
    only: !inState.has(variable) ? "declared" : inCode.has(variable) ? null : "applied",
  }));
}

function promptsOf(place: Place): Texts {
  const { declared, object, files, isWholeFile } = place;
  const literal = literalOf(declared?.prompt);
  return {
    declared: literal ?? (isWholeFile ? contentOf(files[0]!) : undefined),
    applied: object === undefined ? undefined : textOf(object, "prompt"),
  };
}

/** A file that cannot be read has no known text. */
function contentOf(file: string): string | undefined {
  try {
    return decodePrompt(readFileSync(file))?.text;
  } catch {
    return undefined;
  }
}

/** Returns the first line of a prompt file that uses a variable; null if the file has none. */
export function lineOfVariable(file: string, variable: string): number | null {
  const text = contentOf(file) ?? "";
  const use = parsePrompt(text).find((one) => one.variable.normalize("NFC") === variable);
  return use === undefined ? null : positionsIn(text)(use.start).line;
}
