import { TerraformProvider, Token, Tokenization } from "cdktf";
import type { IConstruct } from "constructs";
import { closest } from "../prompts";
import { userError } from "./user-error";

/** The types that are checked, with the words of an error. */
const KINDS = {
  boolean: "a boolean",
  constructs: "a list of constructs",
  number: "a number",
  object: "an object",
  objects: "a list of objects",
  provider: "a provider",
  string: "a string",
  strings: "a list of strings",
} as const;

const ITEMS: Partial<Record<keyof typeof KINDS, string>> = {
  constructs: "object",
  objects: "object",
  strings: "string",
};

type Types = { readonly [property: string]: ConfigType };

/** The type of a property, the strings that it may be, or the types of each object of a list. */
export type ConfigType = keyof typeof KINDS | "any" | readonly string[] | Types;

/**
 * Throws if a config has an unknown property, or a value of the wrong type (docs/design/constructs.md). The
 * generated bindings call this function with the types of all properties that their constructor reads. The
 * error quotes no values, because a value may be a credential.
 */
export function refuseMistakes(construct: IConstruct, config: object, types: Types): void {
  const problems = problemsIn(config, types, { owner: construct.constructor.name, place: "" });
  if (problems.length === 0) return;
  throw userError(`${construct.node.path}: ${problems.join(" ")}`, calledClass(construct));
}

/** What has the properties: its name for a sentence, and what follows the name of a property. */
interface Owner {
  readonly owner: string;
  readonly place: string;
}

function problemsIn(config: object, types: Types, { owner, place }: Owner): string[] {
  return Object.entries(config).flatMap(([property, value]) => {
    if (value === undefined) return [];
    if (!Object.hasOwn(types, property)) return [unknownProperty(owner, property, types)];
    const type = types[property]!;
    if (isTypes(type)) return problemsOfItems(value, type, property);
    const problem = problemOf(value, type);
    return problem === undefined ? [] : [`"${property}"${place} must be ${problem}.`];
  });
}

function isTypes(type: ConfigType): type is Types {
  return typeof type === "object" && !Array.isArray(type);
}

function problemsOfItems(value: unknown, types: Types, property: string): string[] {
  const problem = problemOf(value, "objects");
  if (problem !== undefined) return [`"${property}" must be ${problem}.`];
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: object, i) => {
    const number = `${i + 1} of "${property}"`;
    return isLate(item)
      ? []
      : problemsIn(item, types, { owner: `Item ${number}`, place: ` in item ${number}` });
  });
}

function unknownProperty(owner: string, property: string, types: object): string {
  const near = closest(property, Object.keys(types));
  return (
    `${owner} has no property ${JSON.stringify(property)}. The closest property is "${near}": correct the ` +
    "name, or remove the property."
  );
}

/** Returns what a value must be, and what it is; undefined for a value of the right type. */
function problemOf(value: unknown, type: Exclude<ConfigType, Types>): string | undefined {
  // Most values are strings, and the search for a token takes longer than the comparison of types.
  if (type === "any" || typeof value === type || isLate(value)) return undefined;
  if (typeof type === "object") return problemOfChoice(value, type);
  if (type in ITEMS && Array.isArray(value)) {
    const wrong = value.findIndex((item) => item === null || (!isLate(item) && typeof item !== ITEMS[type]));
    return wrong < 0 ? undefined : `${KINDS[type]}, but its item ${wrong + 1} is ${kindOf(value[wrong])}`;
  }
  return isOfKind(value, type) ? undefined : `${KINDS[type]}, but it is ${kindOf(value)}`;
}

function problemOfChoice(value: unknown, choices: readonly string[]): string | undefined {
  if (typeof value === "string" && choices.includes(value)) return undefined;
  const quoted = choices.map((choice) => JSON.stringify(choice));
  const all = `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
  if (typeof value !== "string") return `${all}, but it is ${kindOf(value)}`;
  return `${all}. The closest is ${JSON.stringify(closest(value, choices))}`;
}

/** Reports whether a value is missing, or known only at synth. Tokens may come from another copy of cdktf. */
function isLate(value: unknown): boolean {
  return (
    value === null || value === undefined || Tokenization.isResolvable(value) || Token.isUnresolved(value)
  );
}

function isOfKind(value: unknown, type: keyof typeof KINDS): boolean {
  if (type === "provider") return TerraformProvider.isTerraformProvider(value);
  return type in ITEMS ? Array.isArray(value) : typeof value === type;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

interface Class {
  new (...args: never[]): unknown;
  readonly name: string;
}

/** Returns the class of this package that the program has used: a program may extend it by its own classes. */
function calledClass({ constructor }: IConstruct): Class {
  const classes = [constructor as Class];
  // Only generated classes have this static property of their own.
  while (!Object.hasOwn(classes.at(-1)!, "tfResourceType")) {
    classes.push(Object.getPrototypeOf(classes.at(-1)) as Class);
  }
  const generated = classes.at(-1)!;
  return classes.find(({ name }) => name === generated.name)!;
}
