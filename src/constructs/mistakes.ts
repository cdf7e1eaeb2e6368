import { TerraformProvider, Token, Tokenization } from "cdktf";
import { name, version } from "cdktf/package.json";
import type { Construct, IConstruct } from "constructs";
import { closest } from "../prompts";
import { MODULES } from "./installed-fork";

type Class = abstract new (...args: never[]) => unknown;

/**
 * Returns the error for a mistake in the user's program. Its stack trace begins where that program calls
 * `called`. The error has no `cause`: Node would print its stack trace, too.
 */
export function userError(message: string, called: Class | ((...args: never[]) => unknown)): Error {
  const error = new Error(message);
  Error.captureStackTrace(error, called);
  return error;
}

/**
 * Returns the config of a new construct of the class `made`. Throws if a JavaScript program omits it, because CDKTF
 * would throw a TypeError.
 */
export function requireConfig<C>(config: C, scope: Construct, id: string, made: Class): C {
  if (config !== undefined && config !== null) return config;
  const call = `new ${made.name}(…, ${JSON.stringify(id)}) in ${scope.node.path}`;
  throw userError(`${call} has no config: pass an object with its arguments as the third argument.`, made);
}

/** Matches the versions of CDK Terrain (`cdktn`), a fork of CDKTF. CDKTF ended with 0.21. */
const TERRAIN = /^(0\.(2[2-9]|[3-9]\d)|[1-9]\d*)\./;

/**
 * Throws if the construct is made for CDKTF and its app for CDK Terrain, or the reverse. Synth would fail
 * with a TypeError; this error names the module to import. Apps of `Testing` have no version and pass.
 */
export function refuseOtherFork(construct: IConstruct): void {
  const app: unknown = construct.node.tryGetContext("cdktfVersion");
  if (typeof app !== "string" || !/^\d+\.\d+\./.test(app) || app === "0.0.0") return;
  const fork = TERRAIN.test(app) ? "cdktn" : "cdktf";
  if (fork === (TERRAIN.test(version) ? "cdktn" : "cdktf")) return;
  throw new Error(
    `${construct.node.path}: the app is made with ${fork} ${app}, and this ${construct.constructor.name} with ` +
      `${name} ${version}. Import it from "${MODULES[fork]}".`,
  );
}

/** What a value of a kind is, and the type of the items of a list. */
const KINDS = {
  any: [""],
  boolean: ["a boolean"],
  constructs: ["a list of constructs", "object"],
  number: ["a number"],
  object: ["an object"],
  objects: ["a list of objects", "object"],
  provider: ["a provider"],
  string: ["a string"],
  strings: ["a list of strings", "string"],
} as const;

type Kind = keyof typeof KINDS | readonly string[];
type Types = { readonly [property: string]: Kind | Readonly<Record<string, Kind>> };

/**
 * Throws if a config has an unknown property, or a value of the wrong type (docs/design/constructs.md). The
 * generated bindings call this function with the types of all properties that their constructor reads: a kind, the
 * strings that a property may be, or the types of each object of a list. The error quotes no values, because a value
 * may be a credential.
 */
export function refuseMistakes(construct: IConstruct, config: object, types: Types): void {
  const problems = problemsIn(config, types, construct.constructor.name, "");
  if (problems.length === 0) return;
  throw userError(`${construct.node.path}: ${problems.join(" ")}`, construct.constructor as Class);
}

/** Returns sentences about the properties of `owner`. In a sentence, `place` follows the name of a property. */
function problemsIn(config: object, types: Types, owner: string, place: string): string[] {
  return Object.entries(config).flatMap(([property, value]) => {
    if (value === undefined) return [];
    if (!Object.hasOwn(types, property)) {
      const near = closest(property, Object.keys(types));
      return `${owner} has no property ${JSON.stringify(property)}. The closest property is "${near}": correct the name, or remove the property.`;
    }
    const type = types[property]!;
    const fields = typeof type === "object" && !Array.isArray(type) ? (type as Types) : undefined;
    const kind = fields === undefined ? (type as Kind) : "objects";
    if (!isOf(kind, value)) return `"${property}"${place} must be ${wordsFor(kind)}.`;
    if (fields === undefined || !Array.isArray(value)) return [];
    return value.flatMap((item: object, i) => {
      const number = `${i + 1} of "${property}"`;
      return isLate(item) ? [] : problemsIn(item, fields, `Item ${number}`, ` in item ${number}`);
    });
  });
}

function wordsFor(kind: Kind): string {
  if (typeof kind === "string") return KINDS[kind][0];
  const quoted = kind.map((choice) => JSON.stringify(choice));
  return `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
}

function isOf(kind: Kind, value: unknown): boolean {
  // Most values are strings, and the search for a token takes longer than the comparison of types.
  if (kind === "any" || typeof value === kind || isLate(value)) return true;
  if (typeof kind === "object") return kind.includes(value as string);
  if (kind === "provider") return TerraformProvider.isTerraformProvider(value);
  const [, type] = KINDS[kind];
  const isItem = (item: unknown) => item !== null && (isLate(item) || typeof item === type);
  return type !== undefined && Array.isArray(value) && value.every(isItem);
}

/** Reports whether a value is missing, or known only at synth. Tokens may come from another copy of cdktf. */
function isLate(value: unknown): boolean {
  return (
    value === null || value === undefined || Tokenization.isResolvable(value) || Token.isUnresolved(value)
  );
}
