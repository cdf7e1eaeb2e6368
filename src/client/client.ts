import type { OperationName, RequestOf, ResponseOf } from "../api";
import { Caller, type CallOptions } from "./caller";
import { readOptions, type ClientOptions } from "./options";
import { allPages, type ItemOf } from "./pages";

/** A cluster as GetCluster answers. */
export type Cluster = ResponseOf<"GetCluster">;
/** A cluster as ListClusters answers: without description, workspace and time of last update. */
type ClusterSummary = ItemOf<"ListClusters">;
/** A snippet as GetSnippet answers. */
export type Snippet = ResponseOf<"GetSnippet">;
/** A snippet as ListSnippet answers: id and name only. */
type SnippetSummary = ItemOf<"ListSnippet">;

export interface ListOptions extends CallOptions {
  /** Sent with every page: the API limits the items of one answer by it. The list still goes on to its last page. */
  readonly maxItems?: number | undefined;
  /** Called before each page is asked for. */
  readonly onPage?: (() => void) | undefined;
  /** Called where an answer has no array of items, which counts as an empty one: nothing of it proves that an object is gone. */
  readonly onUnlisted?: (() => void) | undefined;
}

interface SnippetListOptions extends ListOptions {
  /** Passed through; the document shows neither values nor meaning. */
  readonly sortOrder?: string | undefined;
}

/**
 * The Outreach API: all ten operations. Every method rejects with an OutreachError.
 *
 * Reads, updates and deletes are repeated on trouble that passes; a create only where it provably never left this machine. An
 * error for which `isAmbiguous` holds leaves open whether a write was carried out.
 */
export class OutreachClient {
  readonly #caller: Caller;

  /** @throws OutreachError `OUTREACH_INVALID_OPTION` */
  constructor(options: ClientOptions) {
    this.#caller = new Caller(readOptions(options));
  }

  /** Any operation of the contract, in the contract's own terms. Lists answer one page. */
  call<N extends OperationName>(
    operation: N,
    request: RequestOf<N>,
    options?: CallOptions,
  ): Promise<ResponseOf<N>> {
    return this.#caller.call(operation, request, options);
  }

  /** All clusters of the workspace, a page at a time, which is asked for when it is needed. */
  listClusters({ maxItems, onPage, onUnlisted, ...options }: ListOptions = {}): AsyncIterable<
    readonly ClusterSummary[]
  > {
    const fetchPage = (nextToken: string | undefined) => {
      onPage?.();
      return this.call("ListClusters", { maxItems, nextToken }, options);
    };
    return allPages("ListClusters", fetchPage, { onUnlisted });
  }

  createCluster(
    cluster: RequestOf<"CreateCluster">,
    options?: CallOptions,
  ): Promise<ResponseOf<"CreateCluster">> {
    return this.call("CreateCluster", cluster, options);
  }

  getCluster(id: string, options?: CallOptions): Promise<Cluster> {
    return this.call("GetCluster", { id }, options);
  }

  /** Without a description the server keeps the one it has (section 4.2, rule 2). */
  updateCluster(
    cluster: RequestOf<"UpdateCluster">,
    options?: CallOptions,
  ): Promise<ResponseOf<"UpdateCluster">> {
    return this.call("UpdateCluster", cluster, options);
  }

  /** Permanent. The document does not show the answer: any 2xx that is no error object counts as done. */
  async deleteCluster(id: string, options?: CallOptions): Promise<void> {
    await this.call("DeleteCluster", { id }, options);
  }

  /** All snippets of the workspace, a page at a time, which is asked for when it is needed. */
  listSnippets({
    sortOrder,
    maxItems,
    onPage,
    onUnlisted,
    ...options
  }: SnippetListOptions = {}): AsyncIterable<readonly SnippetSummary[]> {
    const fetchPage = (nextToken: string | undefined) => {
      onPage?.();
      return this.call("ListSnippet", { sortOrder, maxItems, nextToken }, options);
    };
    return allPages("ListSnippet", fetchPage, { onUnlisted });
  }

  createSnippet(
    snippet: RequestOf<"CreateSnippet">,
    options?: CallOptions,
  ): Promise<ResponseOf<"CreateSnippet">> {
    return this.call("CreateSnippet", snippet, options);
  }

  getSnippet(id: string, options?: CallOptions): Promise<Snippet> {
    return this.call("GetSnippet", { id }, options);
  }

  /** Replaces name and prompt (section 4.3, rule 2). */
  updateSnippet(
    snippet: RequestOf<"UpdateSnippet">,
    options?: CallOptions,
  ): Promise<ResponseOf<"UpdateSnippet">> {
    return this.call("UpdateSnippet", snippet, options);
  }

  /** Permanent. */
  async deleteSnippet(id: string, options?: CallOptions): Promise<void> {
    await this.call("DeleteSnippet", { id }, options);
  }

  /**
   * A time that the server's clock has passed by now, in milliseconds since 1970, from the Date headers of its answers;
   * undefined where none had one. What the server dates later was made after this call.
   */
  serverTime(): number | undefined {
    return this.#caller.serverTime();
  }

  /** The same by the server's clock that is furthest behind: by no clock of the server is it earlier than that. */
  earliestServerTime(): number | undefined {
    return this.#caller.earliestServerTime();
  }

  /** Takes no further call, lets those that are under way end, then closes the connections. */
  close(): Promise<void> {
    return this.#caller.close();
  }
}
