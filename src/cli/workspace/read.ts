import type { OutreachClient } from "../../client";
import { listObjects, readObject, type Kind, type ListedObject, type WorkspaceObject } from "./objects";
import { messageOf } from "../../shared/message-of";

export interface ReadFailure {
  readonly object: ListedObject;
  readonly message: string;
}

export interface ReadResult {
  /** In the order of the lists, clusters first. */
  readonly objects: readonly WorkspaceObject[];
  /** The objects whose read failed. */
  readonly failures: readonly ReadFailure[];
}

export interface ReadOptions {
  readonly kinds: readonly Kind[];
  /** Whether a listed object is to be read. */
  readonly isWanted: (object: ListedObject) => boolean;
  /** How many reads run at a time; the client's own limit applies as well. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Called after each page and each read. */
  readonly onProgress: (listed: number, read: number) => void;
}

/**
 * Lists the workspace and reads every wanted object, beginning with the first page. A read that fails is a
 * failure of that object alone. Rejects if a list fails, and after an abort.
 */
export async function readWorkspace(client: OutreachClient, options: ReadOptions): Promise<ReadResult> {
  const reader = new WorkspaceReader(client, options);
  await Promise.all(options.kinds.map((kind) => reader.list(kind)));
  return reader.end();
}

type Outcome = { readonly object: WorkspaceObject } | { readonly failure: ReadFailure };

class WorkspaceReader {
  readonly #client: OutreachClient;
  readonly #options: ReadOptions;
  readonly #results: Promise<Outcome>[][];
  readonly #waiting: (() => void)[] = [];
  #free: number;
  #listed = 0;
  #read = 0;

  constructor(client: OutreachClient, options: ReadOptions) {
    this.#client = client;
    this.#options = options;
    this.#free = options.concurrency;
    this.#results = options.kinds.map(() => []);
  }

  async list(kind: Kind): Promise<void> {
    const { kinds, isWanted, signal } = this.#options;
    const results = this.#results[kinds.indexOf(kind)]!;
    for await (const page of listObjects(this.#client, kind, signal)) {
      const wanted = page.filter(isWanted);
      this.#listed += wanted.length;
      results.push(...wanted.map((object) => this.#readInTurn(object)));
      this.#report();
    }
  }

  async end(): Promise<ReadResult> {
    const ended = await Promise.all(this.#results.flat());
    this.#options.signal.throwIfAborted();
    return {
      objects: ended.flatMap((outcome) => ("object" in outcome ? outcome.object : [])),
      failures: ended.flatMap((outcome) => ("failure" in outcome ? outcome.failure : [])),
    };
  }

  async #readInTurn(object: ListedObject): Promise<Outcome> {
    await this.#turn();
    try {
      this.#options.signal.throwIfAborted();
      return { object: await readObject(this.#client, object, this.#options.signal) };
    } catch (error) {
      return { failure: { object, message: messageOf(error) } };
    } finally {
      this.#read += 1;
      this.#report();
      this.#free += 1;
      this.#waiting.shift()?.();
    }
  }

  async #turn(): Promise<void> {
    if (this.#free === 0) await new Promise<void>((wake) => this.#waiting.push(wake));
    this.#free -= 1;
  }

  #report(): void {
    this.#options.onProgress(this.#listed, this.#read);
  }
}
