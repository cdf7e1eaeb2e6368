import { readdirSync, readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Window } from "./plugin-client";
import { root } from "./root";

/**
 * What a process does. `runtime` is Node's own JavaScript that no single caller explains; `native` is what V8
 * does not see into: sockets, TLS, and compiling. undici parses HTTP in WebAssembly, which V8 does see: it is
 * the client's.
 */
const phases = ["transport", "decode", "semantics", "client", "encode", "runtime", "native", "gc"] as const;
type Phase = (typeof phases)[number];

/**
 * By the path of a source file; the first that matches. The other files below wire and values serve both
 * directions.
 */
const PHASE_OF_FILE: readonly (readonly [RegExp, Phase])[] = [
  [/^src\/plugin\/(transport|process)\//, "transport"],
  [/^src\/plugin\/(wire|values)\/.*(decode|reader)/, "decode"],
  [/^src\/plugin\/(wire|values)\/.*(encode|writer)/, "encode"],
  [/^(src\/(client|api)|node_modules\/undici)\//, "client"],
  [/^src\/(?!plugin\/(wire|values)\/)/, "semantics"],
];

interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  /** The node of each sample. */
  readonly samples: readonly number[];
  /** Microseconds before each sample, the first of them since `startTime`. */
  readonly timeDeltas: readonly number[];
  readonly startTime: number;
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    readonly lineNumber: number;
    readonly columnNumber: number;
  };
  readonly children?: readonly number[];
}

interface Owner {
  /** Undefined while the process waits. */
  readonly phase: Phase | undefined;
  readonly file: string;
}

/** Microseconds of a part of the run. */
export interface TimeSpent {
  readonly total: number;
  readonly phases: Readonly<Record<string, number>>;
  readonly files: ReadonlyMap<string, number>;
}

/** A CPU profile of a bundled provider, read by the source files that the bundle was made of. */
export class Profile {
  readonly #profile: CpuProfile;
  readonly #owners = new Map<number, Owner>();

  /** `bundle` is the folder with the provider's files and their source maps. */
  constructor(profileFile: string, bundle: string) {
    this.#profile = JSON.parse(readFileSync(profileFile, "utf8")) as CpuProfile;
    const fileOf = sourcesOf(bundle);
    const byId = new Map(this.#profile.nodes.map((node) => [node.id, node]));
    const visit = (node: ProfileNode, caller: Owner): void => {
      const owner = ownerOf(node, fileOf(node.callFrame), caller);
      this.#owners.set(node.id, owner);
      for (const child of node.children ?? []) visit(byId.get(child)!, owner);
    };
    visit(this.#profile.nodes[0]!, { phase: "runtime", file: "Node.js" });
  }

  /** What was done within a window of time. */
  within({ from, to }: Window): TimeSpent {
    const byPhase = Object.fromEntries(phases.map((phase) => [phase, 0])) as Record<Phase, number>;
    const files = new Map<string, number>();
    let total = 0;
    let time = this.#profile.startTime;
    for (const [index, id] of this.#profile.samples.entries()) {
      const spent = this.#profile.timeDeltas[index]!;
      time += spent;
      const { phase, file } = this.#owners.get(id)!;
      if (time < from || time > to || phase === undefined) continue;
      total += spent;
      byPhase[phase] += spent;
      files.set(file, (files.get(file) ?? 0) + spent);
    }
    return { total, phases: byPhase, files };
  }
}

/** Returns the source file of a stack frame, below the root; for a frame outside the bundle, its URL. */
function sourcesOf(bundle: string): (frame: ProfileNode["callFrame"]) => string {
  const maps = readdirSync(bundle)
    .filter((name) => name.endsWith(".map"))
    .map((name) => {
      const file = join(bundle, name);
      const map = new SourceMap(JSON.parse(readFileSync(file, "utf8")) as SourceMapPayload);
      return { path: pathToFileURL(file.slice(0, -".map".length)).pathname, map };
    });
  return ({ url, lineNumber, columnNumber }) => {
    const bundled = maps.find(({ path }) => url.endsWith(path));
    if (bundled === undefined) return url;
    const entry = bundled.map.findEntry(lineNumber, columnNumber);
    if ("originalSource" in entry) return relative(root, resolve(bundle, entry.originalSource));
    return "the bundle";
  };
}

/** Whose work a stack frame is. Node's own code works for whoever called it. */
function ownerOf({ callFrame }: ProfileNode, file: string, caller: Owner): Owner {
  switch (callFrame.functionName) {
    case "(idle)":
      return { phase: undefined, file: "waiting" };
    case "(garbage collector)":
      return { phase: "gc", file: "garbage collection" };
    case "(program)":
      return { phase: "native", file: "native" };
  }
  const [, phase] = PHASE_OF_FILE.find(([pattern]) => pattern.test(file)) ?? [];
  const isOurs = file.startsWith("src/");
  if (phase !== undefined && (isOurs || caller.file === "Node.js")) return { phase, file };
  return { phase: caller.phase, file: isOurs ? file : caller.file };
}
