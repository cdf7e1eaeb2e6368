import type { Diagnostic, Logger } from "../../../src/sdk/framework";
import type { Value } from "../../../src/sdk/values";
import { DiagnosticSeverity } from "../../../src/sdk/wire/generated/tfplugin6";
import type { Outgoing, Rpc } from "../../../src/sdk/wire/message";
import { outreachProvider } from "../../../src/provider/provider";
import type { Run } from "../../../src/provider/run/run";
import { Core, Refused } from "../../sdk/core";
import { credentials } from "../../programs/credentials";

/** One provider process, which records all it says and reports each request to the API before it is sent. */
export class ModelProcess extends Core<Run> {
  readonly said: string[] = [];
  /** The details of the errors, except for those of data sources, of which a check block makes warnings. */
  readonly errors: string[] = [];
  readonly #log: string[];

  private constructor(log: string[], logger: Logger) {
    super(outreachProvider, logger);
    this.#log = log;
  }

  static async start(
    settings: Readonly<Record<string, Value>>,
    onRequest: () => void = () => undefined,
  ): Promise<ModelProcess> {
    const log: string[] = [];
    const write = (message: string, fields?: object) => {
      log.push(`${message} ${JSON.stringify(fields)}`);
      if (message === "Outreach API request") onRequest();
    };
    const started = new ModelProcess(log, {
      debug: write,
      info: write,
      warn: write,
      error: write,
    });
    await started.configure({ ...credentials, ...settings });
    return started;
  }

  /** Returns all that was printed or logged. */
  get output(): string {
    return [...this.said, ...this.#log].join("\n");
  }

  /**
   * Reads data sources: all objects, and one of each name. Returns the ids of all objects; undefined where
   * they could not be listed.
   */
  async lookUp(
    names: readonly { readonly type: string; readonly name: string }[],
  ): Promise<string[] | undefined> {
    const read = (type: string, given: Readonly<Record<string, Value>>) =>
      this.readDataSource(type, given).catch((error: unknown) => {
        if (error instanceof Refused) return undefined;
        throw error;
      });
    const [clusters, snippets] = await Promise.all([
      read("outreach_clusters", {}),
      read("outreach_snippets", {}),
      ...names.map(({ type, name }) => read(type, { name })),
    ]);
    if (clusters === undefined || snippets === undefined) return undefined;
    const listed = [clusters["clusters"], snippets["snippets"]] as unknown as { readonly id: string }[][];
    return listed.flatMap((list) => list.map(({ id }) => id)).sort();
  }

  override async rpc<Request, Response>(
    rpc: Rpc<Request, Response>,
    request: Outgoing<Request>,
    signal?: AbortSignal,
  ): Promise<Response> {
    const response = await super.rpc(rpc, request, signal);
    const { diagnostics = [] } = response as Response & { diagnostics?: Diagnostic[] };
    this.said.push(...diagnostics.map(({ summary, detail }) => `${summary}\n${detail}`));
    if (!rpc.path.endsWith("ReadDataSource")) {
      const errors = diagnostics.filter(({ severity }) => (severity as unknown) === DiagnosticSeverity.ERROR);
      this.errors.push(...errors.map(({ detail }) => detail));
    }
    return response;
  }
}
