import type { OperationName, Kind } from "../../src/api";
import type { Dialect, FaultRule } from "../../src/simulator";

/** A choice among whatever is there when the program runs: taken modulo the number of candidates. */
export type Choice = number;

/** A name, or that of another resource or object of the kind. */
export type Name = string | { readonly like: Choice };

/** What a user does to the configuration. Clusters have a description, or none; snippets have a prompt. */
export type Action =
  | {
      readonly do: "add";
      readonly kind: Kind;
      readonly name: Name;
      readonly text: string;
      readonly createFirst: boolean;
    }
  | { readonly do: "rename"; readonly who: Choice; readonly name: Name }
  | { readonly do: "change"; readonly who: Choice; readonly text: string }
  | { readonly do: "clear"; readonly who: Choice }
  | { readonly do: "remove"; readonly who: Choice }
  /** Adds again what was removed last. */
  | { readonly do: "readd" }
  /** The same content at another address: one is deleted and one created, side by side. */
  | { readonly do: "readdress"; readonly who: Choice }
  /** Another address for the same object, by a moved block. */
  | { readonly do: "move"; readonly who: Choice }
  /** An object made outside comes under management, by an import block or by its name. */
  | {
      readonly do: "import" | "adopt";
      readonly kind: Kind;
      readonly name: string;
      readonly text: string;
      readonly declared: string;
    };

/** What somebody else does to the workspace. */
export type Outside =
  | { readonly do: "edit"; readonly who: Choice; readonly field: "name" | "text"; readonly value: string }
  | { readonly do: "delete"; readonly who: Choice }
  | { readonly do: "mailboxes"; readonly who: Choice; readonly count: number }
  /** An object of somebody else; with `same` its text is that of the resource whose name it has. */
  | {
      readonly do: "bystander";
      readonly kind: Kind;
      readonly name: Name;
      readonly text: string;
      readonly same: boolean;
    };

export const killPoints = ["received", "dropped", "committed", "answered", "planning", "random"] as const;

/**
 * Where a kill strikes: when a write has arrived and is not carried out yet (and will be, or never will be); when it is
 * carried out and not answered; when it is answered and not in the state; while a plan reads; at any time.
 */
export type KillPoint = (typeof killPoints)[number];

export interface Kill {
  readonly signal: "SIGINT" | "SIGTERM" | "SIGKILL";
  readonly target: "terraform" | "group" | "provider";
  readonly twice: boolean;
  readonly at: KillPoint;
  /** Which of the operations that the step is likely to call. */
  readonly operation: Choice;
  /** Its first call, or its second. */
  readonly nth: number;
  /** For a random point: milliseconds after the start. */
  readonly afterMs: number;
}

export interface Step {
  readonly actions: readonly Action[];
  readonly outside: readonly Outside[];
  /** What happens between a plan that is saved and its apply; null for an apply that plans itself. */
  readonly between: readonly Outside[] | null;
  readonly replace: Choice | null;
  /** Whether orphans are taken over by name, where that is possible, or imported by id. */
  readonly adopts: boolean;
  /** Refuses what exists already, where nothing is to be taken over. */
  readonly refuses: boolean;
  /** Whether data sources are read in the same run, some of them in a check block. */
  readonly looks: boolean;
  /** How many operations Terraform carries out at a time. */
  readonly parallelism: number;
  readonly faults: readonly FaultRule[];
  readonly kill: Kill | null;
}

export interface Program {
  readonly dialect: Partial<Dialect>;
  /** How many milliseconds the dates of the server are ahead of its clock. */
  readonly skew: number;
  readonly steps: readonly Step[];
}

/** The operations of a kind, by what they do. */
export const operationsOf = {
  cluster: {
    create: "CreateCluster",
    get: "GetCluster",
    update: "UpdateCluster",
    delete: "DeleteCluster",
    list: "ListClusters",
  },
  snippet: {
    create: "CreateSnippet",
    get: "GetSnippet",
    update: "UpdateSnippet",
    delete: "DeleteSnippet",
    list: "ListSnippet",
  },
} as const satisfies Record<Kind, Record<string, OperationName>>;

/** Parts of a program that can be left out, by name: `dialect`, `2` (a step), `2.kill`, `2.faults.0`. */
export function partsOf({ steps }: Program): string[] {
  return [
    ...steps.map((_, at) => `${at + 1}`).reverse(),
    ...steps.flatMap(({ kill, faults, actions, outside, between, replace }, at) => [
      ...(kill === null ? [] : [`${at + 1}.kill`]),
      ...(replace === null ? [] : [`${at + 1}.replace`]),
      ...(between === null ? [] : [`${at + 1}.between`]),
      ...faults.map((_, index) => `${at + 1}.faults.${index}`),
      ...outside.map((_, index) => `${at + 1}.outside.${index}`),
      ...actions.map((_, index) => `${at + 1}.actions.${index}`),
    ]),
    "dialect",
    "skew",
  ];
}

/** The program without the named parts. */
export function without(program: Program, parts: ReadonlySet<string>): Program {
  const keep =
    (list: string) =>
    (_: unknown, index: number): boolean =>
      !parts.has(`${list}.${index}`);
  const steps = program.steps.flatMap((step, at): Step[] => {
    const name = `${at + 1}`;
    if (parts.has(name)) return [];
    return [
      {
        ...step,
        kill: parts.has(`${name}.kill`) ? null : step.kill,
        replace: parts.has(`${name}.replace`) ? null : step.replace,
        between: parts.has(`${name}.between`) ? null : step.between,
        faults: step.faults.filter(keep(`${name}.faults`)),
        outside: step.outside.filter(keep(`${name}.outside`)),
        actions: step.actions.filter(keep(`${name}.actions`)),
      },
    ];
  });
  return {
    dialect: parts.has("dialect") ? {} : program.dialect,
    skew: parts.has("skew") ? 0 : program.skew,
    steps,
  };
}
