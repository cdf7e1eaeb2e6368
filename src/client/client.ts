import type { OperationName, RequestOf, ResponseOf } from "../api";
import { Caller } from "./caller";
import type { CallOptions } from "./options";
import { allPages, type ItemOf, type ListOptions, type PageRequest } from "./pages";

export type Cluster = ResponseOf<"GetCluster">;
export type Snippet = ResponseOf<"GetSnippet">;

interface SnippetListOptions extends ListOptions {
  /** `sortOrder` is sent to the server unchanged, because the API document names no values. */
  readonly sortOrder?: string | undefined;
}

type Write<N extends OperationName> = (
  request: RequestOf<N>,
  options?: CallOptions,
) => Promise<ResponseOf<N>>;

/** The ten operations of the API. All methods reject with an OutreachError. Only reads are retried. */
export class OutreachClient extends Caller {
  /** Each page is requested when the caller asks for it. */
  listClusters(options: ListOptions = {}): AsyncIterable<readonly ItemOf<"ListClusters">[]> {
    return allPages("ListClusters", (page) => this.call("ListClusters", page, options), options);
  }

  readonly createCluster: Write<"CreateCluster"> = (cluster, options) =>
    this.call("CreateCluster", cluster, options);

  getCluster(id: string, options?: CallOptions): Promise<Cluster> {
    return this.call("GetCluster", { id }, options);
  }

  /** Replaces the cluster's name, and its description if it is set. */
  readonly updateCluster: Write<"UpdateCluster"> = (cluster, options) =>
    this.call("UpdateCluster", cluster, options);

  /**
   * Deletes a cluster permanently. The API document shows no response, so any 2xx without an error is a
   * success.
   */
  async deleteCluster(id: string, options?: CallOptions): Promise<void> {
    await this.call("DeleteCluster", { id }, options);
  }

  /** Returns only id and name of each snippet. */
  listSnippets(options: SnippetListOptions = {}): AsyncIterable<readonly ItemOf<"ListSnippet">[]> {
    const { sortOrder } = options;
    const fetchPage = (page: PageRequest) => this.call("ListSnippet", { sortOrder, ...page }, options);
    return allPages("ListSnippet", fetchPage, options);
  }

  readonly createSnippet: Write<"CreateSnippet"> = (snippet, options) =>
    this.call("CreateSnippet", snippet, options);

  getSnippet(id: string, options?: CallOptions): Promise<Snippet> {
    return this.call("GetSnippet", { id }, options);
  }

  /** Replaces the snippet's name and prompt. */
  readonly updateSnippet: Write<"UpdateSnippet"> = (snippet, options) =>
    this.call("UpdateSnippet", snippet, options);

  async deleteSnippet(id: string, options?: CallOptions): Promise<void> {
    await this.call("DeleteSnippet", { id }, options);
  }
}
