import { TerraformProvider } from "cdktf";
import { name, version } from "cdktf/package.json";
import type { IConstruct } from "constructs";
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

/**
 * Throws if a config has an unknown property, or a provider that is none: CDKTF would ignore both
 * (docs/design/constructs.md). The generated bindings call this function with the properties that their constructor
 * reads. The error quotes no values, because a value may be a credential.
 */
export function refuseMistakes(construct: IConstruct, config: object, known: readonly string[]): void {
  const made = construct.constructor as Class;
  const problems = Object.entries(config).flatMap(([property, value]) => {
    if (value === undefined || value === null) return [];
    if (property === "provider" && known.includes(property))
      return TerraformProvider.isTerraformProvider(value) ? [] : '"provider" must be a provider.';
    if (known.includes(property)) return [];
    const near = closest(property, known);
    return `${made.name} has no property ${JSON.stringify(property)}. The closest property is "${near}": correct the name, or remove the property.`;
  });
  if (problems.length > 0) throw userError(`${construct.node.path}: ${problems.join(" ")}`, made);
}
