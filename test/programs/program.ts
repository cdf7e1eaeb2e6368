import type { Kind, OperationName } from "../../src/api";
import type { Dialect, FaultRule } from "../../src/simulator";

/**
 * Random programs: what users and others do to a configuration, a state and a workspace, and what goes wrong
 * meanwhile. Two drivers run them. "Core" is test/provider/model, which plays Terraform within the process;
 * "engine" is test/chaos, which runs the real one. What only one of them can carry out says so.
 */
export interface Program {
  readonly dialect: Partial<Dialect>;
  /** How many milliseconds the dates of the server are ahead of its clock. */
  readonly skew: number;
  /** The provider's `max_retries`. Core; the engine always has 2. */
  readonly maxRetries: number;
  /** Whether clusters have `force_destroy`. Core; the engine's always have it. */
  readonly forceDestroy: boolean;
  readonly steps: readonly Step[];
}

/** A choice among the candidates at that time: taken modulo their number. */
export type Choice = number;

/** A name, or that of another resource or object of the kind. */
export type Name = string | { readonly like: Choice };

/**
 * What a resource block declares. `text` is the description of a cluster, null for none, or the prompt of a
 * snippet.
 */
export interface DeclaredBlock {
  readonly name: string;
  readonly text: string | null;
}

/** What a user does to the configuration. */
export type Action =
  /** Core: all blocks anew, one for each of BLOCKS; null for one that the configuration does not have. */
  | { readonly do: "declare"; readonly blocks: readonly (DeclaredBlock | null)[] }
  /** All others: engine. `createFirst` is Terraform's create_before_destroy. */
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
  /** The same content at another address: one object is deleted and one created, side by side. */
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

/** The blocks that "declare" is about. */
export const BLOCKS: readonly Kind[] = ["cluster", "cluster", "snippet", "snippet"];

/**
 * What other users of the API do to the workspace. `who` chooses a managed object, `which` an unmanaged one.
 */
export type OutsideChange =
  /** With `same`, the new unmanaged object has the text of the resource that declares its name. */
  | {
      readonly do: "add unmanaged";
      readonly kind: Kind;
      readonly name: Name;
      readonly text: string;
      readonly same: boolean;
    }
  /** What is null stays. */
  | { readonly do: "edit"; readonly who: Choice; readonly name: string | null; readonly text: string | null }
  /** Core: adds a line at the end of the text, or removes one: such as a part of an earlier edit. */
  | { readonly do: "add line"; readonly who: Choice; readonly line: string }
  | { readonly do: "remove line"; readonly who: Choice; readonly at: Choice }
  | { readonly do: "delete"; readonly who: Choice }
  | { readonly do: "mailboxes"; readonly who: Choice; readonly count: number }
  /** Core: from then on the id belongs to another object, which is unmanaged. */
  | { readonly do: "reuse"; readonly who: Choice }
  | { readonly do: "edit unmanaged"; readonly which: Choice; readonly text: string }
  | { readonly do: "delete unmanaged"; readonly which: Choice };

/** Core: `terraform import` of an unmanaged object into one of BLOCKS. */
export interface Import {
  readonly do: "import";
  readonly block: number;
  readonly which: Choice;
}

/** Core: the code takes the text of the object, as `pull` writes it into a file, and adds a line of its own. */
export interface Pull {
  readonly do: "pull";
  readonly who: Choice;
  readonly plus: string | null;
}

/** Core: a change while an apply is under way, when that request of it begins, counted from 1. */
interface Meanwhile {
  readonly request: number;
  readonly change: OutsideChange;
}

/** Core: a change of an object in the nth wait before a write of that object is retried, counted from 1. */
export interface InWait {
  readonly wait: number;
  readonly change: Extract<OutsideChange, { readonly who: Choice }>;
}

/**
 * Core: another configuration plans and applies at the same time. It declares the name of that block, or
 * nothing.
 */
export interface Beside {
  readonly block: number;
  readonly isDeclared: boolean;
}

/** Core: a review of the step's changes, whose approval the plan and the apply need. */
export interface Reviewed {
  /** Changes that the approval lacks. */
  readonly leftOut: readonly Choice[];
  /** Changes that others make between the review and the plan. */
  readonly after: readonly OutsideChange[];
  /** Whether the plan is saved without the approval, so that only the apply needs it. */
  readonly isLate: boolean;
}

export const killPoints = ["received", "dropped", "committed", "answered", "planning", "random"] as const;

/**
 * Where a kill strikes: when a write has arrived and is not carried out yet (and will be, or never will be);
 * when it is carried out and not answered; when it is answered and not in the state; while a plan reads; at
 * any time.
 */
export type KillPoint = (typeof killPoints)[number];

/** Engine: a signal to the processes of an apply. */
export interface Kill {
  readonly do: "kill";
  readonly signal: "SIGINT" | "SIGTERM" | "SIGKILL";
  readonly target: "terraform" | "group" | "provider";
  readonly twice: boolean;
  readonly at: KillPoint;
  /** Which of the operations that the apply is likely to call. */
  readonly operation: Choice;
  /** Its first call, or its second. */
  readonly nth: number;
  /** For a random point: milliseconds after the start. */
  readonly afterMs: number;
}

/** How an apply ends. Core counts requests from 1. */
export type Ending =
  | { readonly do: "finish" }
  /** Core: Terraform asks the provider to stop when that request begins. */
  | { readonly do: "stop"; readonly request: number }
  /**
   * Core: no later request reaches the API, and no result reaches the state. `committed`: that request still
   * does.
   */
  | { readonly do: "cut"; readonly request: number; readonly committed: boolean }
  /** Core: everything is carried out, and the results of these blocks reach no state. */
  | { readonly do: "forget"; readonly blocks: readonly number[] }
  | Kill;

/** One plan and its apply, and all that happens before and meanwhile. */
export interface Step {
  readonly actions: readonly Action[];
  /** The engine's user downgrades "adopt" where it would adopt an unmanaged object. */
  readonly existingName: "warn" | "adopt" | "fail";
  readonly before: readonly (OutsideChange | Import | Pull)[];
  /** Core: the provider's `outside_edits`. */
  readonly outsideEdits: "warn" | "fail" | "overwrite";
  /** Null for a step that needs no approval. */
  readonly review: Reviewed | null;
  /** Engine: only where the plan is saved. */
  readonly planFaults: readonly FaultRule[];
  /**
   * Changes between a plan that is saved and its apply; null for an apply that plans itself. Core saves every
   * plan.
   */
  readonly between: readonly OutsideChange[] | null;
  readonly applyFaults: readonly FaultRule[];
  readonly during: readonly Meanwhile[];
  readonly inWait: readonly InWait[];
  readonly beside: Beside | null;
  /** What the plan replaces (-replace). Engine: the first one. */
  readonly replaced: readonly Choice[];
  /** Core: the provider reaches the API at another address. */
  readonly elsewhere: boolean;
  /** Whether data sources are read in the same plan and apply. */
  readonly looksUp: boolean;
  /** Engine: how many operations Terraform carries out at a time. */
  readonly parallelism: number;
  readonly ending: Ending;
}

/** A step in which nothing happens. */
export const calm: Step = {
  actions: [],
  existingName: "warn",
  before: [],
  outsideEdits: "warn",
  review: null,
  planFaults: [],
  between: null,
  applyFaults: [],
  during: [],
  inWait: [],
  beside: null,
  replaced: [],
  elsewhere: false,
  looksUp: false,
  parallelism: 10,
  ending: { do: "finish" },
};

/** Reports whether others change objects during the apply of a step. */
export function isDisturbed({ during, inWait }: Step): boolean {
  return during.length > 0 || inWait.length > 0;
}

/** Reports whether reads may show the objects as they were before. */
export function isLagging(faults: readonly FaultRule[]): boolean {
  return faults.some(({ effect }) => effect.type === "stale");
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

/** The operations that an object may be waiting for when others change it. */
export const changesAndDeletes: readonly OperationName[] = [
  operationsOf.cluster,
  operationsOf.snippet,
].flatMap(({ update, delete: remove }) => [update, remove]);
