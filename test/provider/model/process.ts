import type { Diagnostic, Logger } from "../../../src/plugin/framework";
import type { Value } from "../../../src/plugin/values";
import { DiagnosticSeverity } from "../../../src/plugin/wire/generated/tfplugin6";
import type { Outgoing, Rpc } from "../../../src/plugin/wire/protobuf";
import { outreachProvider } from "../../../src/provider/provider";
import type { Run } from "../../../src/provider/run/run";
import { Core, Refused } from "../../plugin/core";

export const credentials = {
  user_id: "usr-7c1e-mallow",
  workspace_id: "wsp-9f40-thistle",
  authorization_token: "tok-3b6d-bramble",
} as const;

/** One provider process, which remembers all it says and tells of each request to the API before it is sent. */
export class ModelProcess extends Core<Run> {
  readonly said: string[] = [];
  /** The details of the errors, but for those of data sources, of which a check block makes warnings. */
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
      trace: write,
      debug: write,
      info: write,
      warn: write,
      error: write,
    });
    await started.configure({ ...credentials, ...settings });
    return started;
  }

  /** Everything that left the process for a person to read. */
  get heard(): string {
    return [...this.said, ...this.#log].join("\n");
  }

  /** Reads data sources; the ids that those of all objects show, undefined where one of these fails. */
  async look(
    slots: readonly { readonly type: string; readonly declared: { readonly name: string } | null }[],
  ): Promise<string[] | undefined> {
    const read = (type: string, given: Readonly<Record<string, Value>>) =>
      this.readDataSource(type, given).catch((error: unknown) => {
        if (error instanceof Refused) return undefined;
        throw error;
      });
    const [clusters, snippets] = await Promise.all([
      read("outreach_clusters", {}),
      read("outreach_snippets", {}),
      ...slots.map(({ type, declared }) => read(type, { name: declared?.name ?? "a" })),
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
