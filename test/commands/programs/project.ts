import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Kind } from "../../../src/api";
import type { CommandProgram, Run } from "../../programs/commands";

/** An object of a state, and its resource in the code. */
export interface Resource {
  readonly kind: Kind;
  readonly id: string;
  /** The number of the object, which its successor with the same id does not have. */
  readonly uid: number;
  stack: string;
  /** The label in the state. */
  label: string;
  /** The label in the code; undefined if the code no longer has the resource. */
  codeLabel: string | undefined;
  /** As applied. */
  name: string;
  text: string;
  createdAt: string | null;
  lastUpdatedAt: string | null;
  readonly workspaceId: string | null;
  readonly key: string | undefined;
  readonly isDeposed: boolean;
  readonly isTainted: boolean;
  readonly isSeenElsewhere: boolean;
  /** The prompt file, relative to the project, if the prompt is exactly its content. */
  readonly file: string | undefined;
  /** As the synthesized code has it; undefined if it is computed. */
  declared: { readonly name: string; readonly text: string } | undefined;
  /** Whether the exported code declares the resource. */
  readonly isExported: boolean;
}

/** A use of a prompt file by a resource that no state has, or by an override. */
export interface Use {
  readonly stack: string;
  readonly place: string;
  readonly file: string;
  readonly isPart: boolean;
}

/** A row of the data file of an export. */
export interface Row {
  readonly id: string;
  readonly name: string;
  readonly objectId?: string;
  readonly settled?: boolean;
  readonly [property: string]: unknown;
}

export type Rows = Readonly<Record<Kind, readonly Row[]>>;

/** The state of a stack, as a run reads it. */
export interface ReadState {
  readonly resources: readonly Resource[];
  readonly isMissing: boolean;
  /** Whether the code of the stack has objects. */
  readonly declares: boolean;
}

/** The files with resources that an export in HCL writes. */
export const EXPORTED = /^(clusters|snippets)(-\d+)?\.tf$/;

/** The code, the states and the files of a person. The files that synth and apply write follow from the rest. */
export class Project {
  readonly resources: Resource[] = [];
  readonly uses: Use[] = [];
  readonly lost = new Set<string>();
  hasExportedStack = false;
  readonly out: string;
  readonly dataFile: string;

  constructor(
    readonly folder: string,
    readonly form: CommandProgram["form"],
    readonly url: string,
  ) {
    this.out = form === "cdktf" ? "outreach" : "";
    this.dataFile = join(this.out, form === "cdktf" ? "objects.json" : "outreach-export.json");
    this.write("notes.txt", "Notes\n");
    if (form === "cdktf") this.write("cdktf.json", '{"app": "node main.js", "language": "typescript"}\n');
  }

  /** The stacks that have code. */
  get stacks(): readonly string[] {
    if (this.form === "hcl") return ["."];
    return ["one", "two", ...(this.hasExportedStack ? ["exported"] : [])];
  }

  /** The states that a run reads. */
  statesFor({ command, hasExtra }: Run): ReadState[] {
    const names = [...this.stacks, ...(hasExtra && command !== "pull" ? ["extra"] : [])];
    return names.map((name) => {
      const own = this.resources.filter(({ stack }) => stack === name);
      const isLost = this.lost.has(name);
      const hasCode = own.some(({ codeLabel }) => codeLabel !== undefined);
      const isUsed = this.uses.some(({ stack, isPart }) => stack === name && !isPart);
      const mayDeclare = this.form === "hcl" || hasCode || isUsed;
      const isEmpty = this.form === "hcl" && own.length === 0;
      return {
        resources: isLost ? [] : own,
        isMissing: name !== "extra" && (isLost || isEmpty) && mayDeclare,
        declares: hasCode || isUsed,
      };
    });
  }

  /** The imports that `export --adopt` and a person have written for a stack. */
  adoptions(stack: string): readonly Adoption[] {
    const file = adoptionsOf(stack);
    return this.exists(file) ? importsIn(this.read(file)) : [];
  }

  /** The rows of the data file; no rows without one. */
  rows(): Rows {
    if (!this.exists(this.dataFile)) return { cluster: [], snippet: [] };
    const { clusters, snippets } = JSON.parse(this.read(this.dataFile)) as Record<string, Row[]>;
    return { cluster: clusters!, snippet: snippets! };
  }

  /** The rows whose resources are in the code: in HCL, a killed export leaves others, and the next one adds both. */
  rowsInCode(): Rows {
    const rows = this.rows();
    if (this.form === "cdktf") return rows;
    const code = [...this.files()]
      .map(([file, bytes]) => (EXPORTED.test(file) ? String(bytes) : ""))
      .join("");
    const declared = (kind: Kind) =>
      rows[kind].filter(({ id }) => code.includes(`resource "outreach_${kind}" "${id}"`));
    return { cluster: declared("cluster"), snippet: declared("snippet") };
  }

  exists(file: string): boolean {
    return existsSync(join(this.folder, file));
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), "utf8");
  }

  write(file: string, contents: string | Buffer): void {
    // Replacing a file costs much more than reading it, and most files of a flush stay the same.
    if (this.exists(file) && readFileSync(join(this.folder, file)).equals(Buffer.from(contents))) return;
    const path = join(this.folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }

  remove(file: string): void {
    rmSync(join(this.folder, file));
  }

  /** The contents of all files, by their paths. */
  files(): Map<string, Buffer> {
    const below = readdirSync(this.folder, { recursive: true, withFileTypes: true });
    const files = below
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(this.folder.length + 1));
    return new Map(files.sort().map((file) => [file, readFileSync(join(this.folder, file))]));
  }

  /** Writes what synth and apply would write. */
  flush(): void {
    this.write("extra.tfstate", this.#state("extra"));
    if (this.form === "hcl") {
      this.write("main.tf", this.#hcl());
      this.#flushState(".", "terraform.tfstate");
      return;
    }
    const stacks = this.stacks.map((name) => [
      name,
      { name, workingDirectory: `stacks/${name}`, dependencies: [] },
    ]);
    this.write(
      "cdktf.out/manifest.json",
      JSON.stringify({ version: "0.21.0", stacks: Object.fromEntries(stacks) }),
    );
    for (const name of this.stacks) this.#synthesize(name);
  }

  #flushState(stack: string, file: string): void {
    const isWritten =
      !this.lost.has(stack) && (this.form === "cdktf" || this.resources.some((one) => one.stack === stack));
    if (isWritten) this.write(file, this.#state(stack));
    else if (this.exists(file)) this.remove(file);
  }

  #synthesize(stack: string): void {
    const folder = `cdktf.out/stacks/${stack}`;
    const path = join(this.folder, `terraform.${stack}.tfstate`);
    const own = this.resources.filter((one) => one.stack === stack && one.codeLabel !== undefined);
    const resource: Record<string, Record<string, object>> = {};
    for (const { kind, codeLabel, declared } of own) {
      const text = kind === "snippet" ? "prompt" : "description";
      const body =
        declared === undefined
          ? { for_each: ["a", "b"], name: "${each.value}", [text]: "${each.key}" }
          : { name: templateOf(declared.name), [text]: templateOf(declared.text) };
      const type = `outreach_${kind}`;
      resource[type] = { ...resource[type], [codeLabel!]: body };
    }
    const uses = this.uses.filter((one) => one.stack === stack);
    for (const { place } of uses.filter(({ isPart }) => !isPart)) {
      const [type, label] = place.split(".") as [string, string];
      resource[type] = { ...resource[type], [label]: { name: "Added", prompt: "Added" } };
    }
    const moved = own.filter(isMoved).map((one) => ({ from: stateAddress(one), to: codeAddress(one) }));
    this.write(
      `${folder}/cdk.tf.json`,
      JSON.stringify({ moved, resource, terraform: { backend: { local: { path } } } }),
    );
    const files = own.flatMap((one) =>
      one.file === undefined ? [] : { place: codeAddress(one), file: one.file, isPart: false },
    );
    const recorded = [...files, ...uses].map(({ place, file, isPart }) => ({
      ...{ place, file: `../../../${file}`, is: isPart ? "part" : "whole" },
      ...(isPart && { part: { line: 2, fileLine: 1, lines: 7 } }),
    }));
    this.write(`${folder}/outreach-prompts.json`, JSON.stringify({ version: 2, uses: recorded }));
    this.#flushState(stack, `terraform.${stack}.tfstate`);
  }

  #hcl(): string {
    const own = this.resources.filter(
      (one) => one.stack === "." && one.codeLabel !== undefined && !one.isExported,
    );
    const byAddress = new Map(own.map((one) => [codeAddress(one), one]));
    const blocks = [...byAddress.values()].map((one) => {
      const { kind, codeLabel, declared, file } = one;
      const text = kind === "snippet" ? "prompt" : "description";
      const value = (of: string | undefined) => (of === undefined ? "each.value" : quoted(of));
      const prompt = file === undefined ? value(declared?.text) : `file("\${path.module}/${file}")`;
      const each = declared === undefined ? '  for_each = { a = "1", b = "2" }\n' : "";
      return `resource "outreach_${kind}" "${codeLabel}" {\n${each}  name = ${value(declared?.name)}\n  ${text} = ${prompt}\n}\n`;
    });
    const moved = [...byAddress.values()]
      .filter(isMoved)
      .map((one) => `moved {\n  from = ${stateAddress(one)}\n  to   = ${codeAddress(one)}\n}\n`);
    const uses = this.uses.map(({ place, file, isPart }) =>
      isPart
        ? `locals {\n  ${place.slice("locals.".length)} = "Tone: \${file("${file}")}"\n}\n`
        : `resource "outreach_snippet" "${place.split(".")[1]}" {\n  name = "Added"\n  prompt = file("${file}")\n}\n`,
    );
    const required =
      'terraform {\n  required_providers {\n    outreach = { source = "outreach/outreach" }\n  }\n}\n';
    return [required, 'provider "outreach" {}\n', ...blocks, ...moved, ...uses].join("\n");
  }

  #state(stack: string): string {
    const resources = new Map<string, { type: string; name: string; instances: object[] }>();
    for (const one of this.resources.filter((resource) => resource.stack === stack)) {
      const address = stateAddress(one);
      const found = resources.get(address) ?? {
        type: `outreach_${one.kind}`,
        name: one.label,
        instances: [],
      };
      found.instances.push(this.#instanceOf(one));
      resources.set(address, found);
    }
    const provider = 'provider["registry.terraform.io/outreach/outreach"]';
    const all = [...resources.values()].map((one) => ({ mode: "managed", provider, ...one }));
    return JSON.stringify({ version: 4, terraform_version: "1.9.0", serial: 1, outputs: {}, resources: all });
  }

  #instanceOf({ kind, id, name, text, workspaceId, createdAt, lastUpdatedAt, ...one }: Resource): object {
    const seenAt = one.isSeenElsewhere ? "https://api.elsewhere.example" : this.url;
    const dates = { created_at: createdAt, last_updated_at: lastUpdatedAt };
    return {
      ...(one.key !== undefined && { index_key: one.key }),
      ...(one.isDeposed && { deposed: "8d2e4f1a" }),
      ...(one.isTainted && { status: "tainted" }),
      schema_version: 0,
      attributes: {
        ...{ id, name, workspace_id: workspaceId, ...dates },
        ...(kind === "snippet" ? { prompt: text } : { description: text, associated_count: 0 }),
      },
      sensitive_attributes: [],
      private: Buffer.from(JSON.stringify({ seen_at: seenAt })).toString("base64"),
    };
  }
}

export interface Adoption {
  readonly to: string;
  readonly id: string;
}

/** The file of `export --adopt` for a stack of CDKTF. */
export function adoptionsOf(stack: string): string {
  return `cdktf.out/stacks/${stack}/outreach-adopt.tf.json`;
}

export function importsIn(text: string): readonly Adoption[] {
  return (JSON.parse(text) as { readonly import?: readonly Adoption[] }).import ?? [];
}

export function stateAddress({ kind, label }: Pick<Resource, "kind" | "label">): string {
  return `outreach_${kind}.${label}`;
}

/** Returns the address in the code; "" if the code does not have the resource. */
export function codeAddress({ kind, codeLabel }: Pick<Resource, "kind" | "codeLabel">): string {
  return codeLabel === undefined ? "" : `outreach_${kind}.${codeLabel}`;
}

function isMoved({ label, codeLabel }: Resource): boolean {
  return codeLabel !== undefined && codeLabel !== label;
}

/** Returns a text as Terraform's JSON syntax holds it. */
function templateOf(text: string): string {
  return text.replace(/[$%]\{/g, (opening) => opening.charAt(0) + opening);
}

function quoted(text: string): string {
  return JSON.stringify(templateOf(text));
}
