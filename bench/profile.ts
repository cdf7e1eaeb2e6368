import { readdirSync, readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Window } from "./plugin-client";
import { root } from "./root";

/**
 * The phases of a process. `runtime` is Node's own JavaScript that has no single caller. `native` is work
 * outside of V8's view: sockets, TLS and compiling. undici parses HTTP in WebAssembly, which V8 does see:
 * that time counts for the client.
 */
const phases = ["transport", "decode", "semantics", "client", "encode", "runtime", "native", "gc"] as const;
type Phase = (typeof phases)[number];

/**
 * The phase of a source file by path; the first match counts. Other files below wire and values serve both
 * decode and encode.
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
  /** Microseconds from the previous sample to each sample; for the first one, from `startTime`. */
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

/** A CPU profile of a bundled provider, with the times assigned to source files. */
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

  /** Returns the time spent within a window. */
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

/** Returns a function that finds the source file of a stack frame, or its URL outside the bundle. */
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

/** Returns the owner of a stack frame. Node's own code counts for its caller. */
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
