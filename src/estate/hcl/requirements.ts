import { join } from "node:path";
import { readJsonFile, readText } from "../../util/files/read-file";
import { configurationFiles } from "./configuration-files";
import { objectsIn } from "../../util/json";

/** What a file of a configuration requires of a provider. */
export interface Requirement {
  readonly file: string;
  readonly source: string;
  /** A constraint, such as `~> 1.2`; undefined if there is none. */
  readonly version: string | undefined;
}

/**
 * Returns what the configuration in a folder requires.
 * @throws Error naming a file that cannot be read
 */
export function requirementsIn(folder: string): Requirement[] {
  return configurationFiles(folder).flatMap((name) => requirementsOf(join(folder, name)));
}

export function requirementsOf(file: string): Requirement[] {
  const found = file.endsWith(".json") ? entriesOfJson(file) : entriesOfHcl(readText(file));
  return found.flatMap(({ source, version }) =>
    typeof source === "string"
      ? [{ file, source, version: typeof version === "string" ? version : undefined }]
      : [],
  );
}

function entriesOfJson(file: string) {
  const content = readJsonFile(file, "is not an object of JSON. Correct it, or run synth again.");
  return objectsIn(content.terraform)
    .flatMap(({ required_providers: required }) => objectsIn(required))
    .flatMap((required) => Object.values(required).flatMap(objectsIn));
}

/** An entry of required_providers is a flat object of literals, so this needs no parser, which may not be installed. */
function entriesOfHcl(text: string) {
  const code = text.replace(/(^|\s)(#|\/\/).*/g, "$1").replace(/\/\*[^]*?\*\//g, " ");
  return Array.from(code.matchAll(/\{[^{}]*\}/g), ([object]) => ({
    source: argument(object, "source"),
    version: argument(object, "version"),
  }));
}

function argument(object: string, name: string): string | undefined {
  return new RegExp(`[\\s{,]"?${name}"?\\s*[=:]\\s*"([^"]*)"`).exec(object)?.[1];
}

/** Returns the source without its host, which stands for other providers in each engine. */
export function shortSource({ address }: { readonly address: string }): string {
  return address.split("/").slice(1).join("/");
}
