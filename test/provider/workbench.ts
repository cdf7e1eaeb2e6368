import type { OperationName } from "../../src/api";
import type { Diagnostic, Logger } from "../../src/sdk/framework";
import type { ObjectValue, Value } from "../../src/sdk/values";
import type { Outgoing, Rpc } from "../../src/sdk/wire/message";
import { outreachProvider } from "../../src/provider/provider";
import type { Run } from "../../src/provider/run/run";
import {
  startSimulator,
  type ClusterSeed,
  type FaultEffect,
  type FaultRule,
  type SimulatedObject,
  type Simulator,
  type SimulatorOptions,
  type SnippetSeed,
} from "../../src/simulator";
import { Core, deletionOf, nothing, type Instance, type Plan } from "../sdk/core";
import { unclear } from "./clarity";
import { waits } from "./quick-waits";

jest.mock("node:timers/promises", () => jest.requireActual<object>("./quick-waits"));

export type Given = Readonly<Record<string, Value>>;

/** They stand out in any text. */
export const credentials = {
  user_id: "usr-7c1e-mallow",
  workspace_id: "wsp-9f40-thistle",
  authorization_token: "tok-3b6d-bramble",
} as const;

/** The credentials for a simulator that accepts no others. */
export const identity = {
  userId: credentials.user_id,
  workspaceId: credentials.workspace_id,
} as const;

type Said = Pick<Diagnostic, "summary" | "detail">;

/** One provider process. Keeps what it says and logs, whether the test looks at it or not. */
export class ProviderProcess extends Core<Run> {
  readonly said: Said[] = [];
  readonly log: string[];
  readonly #launch: () => ProviderProcess;
  #given: Given = {};

  /** `launch` starts another process. */
  constructor(launch: () => ProviderProcess) {
    const log: string[] = [];
    const write = (level: string) => (message: string, fields?: object) => {
      log.push(`${level} ${message} ${JSON.stringify(fields)}`);
    };
    const levels = ["trace", "debug", "info", "warn", "error"] as const;
    super(
      outreachProvider,
      Object.fromEntries(levels.map((level) => [level, write(level)])) as unknown as Logger,
    );
    this.log = log;
    this.#launch = launch;
  }

  override configure(given: Given) {
    this.#given = given;
    return super.configure(given);
  }

  /**
   * What Terraform does for every plan and for every apply: a new process of the same configuration, ended
   * afterwards.
   */
  async run<T>(use: (process: ProviderProcess) => Promise<T>): Promise<T> {
    const process = this.#launch();
    await process.configure(this.#given);
    try {
      return await use(process);
    } finally {
      await process.close();
    }
  }

  override async rpc<Request, Response>(
    rpc: Rpc<Request, Response>,
    request: Outgoing<Request>,
    signal?: AbortSignal,
  ): Promise<Response> {
    const response = await super.rpc(rpc, request, signal);
    const { diagnostics = [] } = response as Response & { diagnostics?: Said[] };
    this.said.push(...diagnostics);
    return response;
  }
}

/** What an apply of one step ended with. */
export type ApplyOutcome = Awaited<ReturnType<ProviderProcess["apply"]>>;

/** One `resource` block and what the state holds of it. Every plan and every apply is a run of its own. */
export class Managed {
  instance: Instance = nothing;
  /** What `ignore_changes` names. */
  ignored: readonly string[] = [];

  constructor(
    readonly provider: ProviderProcess,
    readonly type: "outreach_cluster" | "outreach_snippet",
  ) {}

  get state(): ObjectValue {
    if (this.instance.state === null) throw new Error(`${this.type} is not in the state`);
    return this.instance.state;
  }

  get id(): string {
    return this.state["id"] as string;
  }

  /** Plans without a refresh. */
  plan(given: Given | null): Promise<Plan> {
    return this.provider.run((process) => this.#planned(given, process));
  }

  async refresh(): Promise<ObjectValue | null> {
    this.instance = await this.provider.run((process) => process.refresh(this.type, this.instance));
    return this.instance.state;
  }

  async import(id: string): Promise<ObjectValue> {
    this.instance = await this.provider.run((process) => process.import(this.type, id));
    return this.state;
  }

  /** Refreshes and plans, which is one run, or a part of the given one. */
  async refreshAndPlan(given: Given | null, planning?: ProviderProcess): Promise<Plan> {
    if (planning === undefined) return this.provider.run((process) => this.refreshAndPlan(given, process));
    this.instance = await planning.refresh(this.type, this.instance);
    return this.#planned(given, planning);
  }

  #planned(given: Given | null, process: ProviderProcess): Promise<Plan> {
    return process.plan(this.type, given, this.instance, { ignored: this.ignored });
  }

  /**
   * Applies a plan of one step, in a run of its own or the given one. Saves what the provider returned, after
   * an error too.
   */
  async carryOut(given: Given | null, plan: Plan, applying?: ProviderProcess): Promise<ApplyOutcome> {
    if (applying === undefined) return this.provider.run((process) => this.carryOut(given, plan, process));
    const outcome = await applying.apply(this.type, given, this.instance, plan);
    this.instance = outcome.saved;
    return outcome;
  }

  /** Refreshes and plans, and applies the plan. */
  async attempt(given: Given | null): Promise<ApplyOutcome & { readonly plan: Plan }> {
    const plan = await this.refreshAndPlan(given);
    return { plan, ...(await this.provider.run((process) => this.#allSteps(given, plan, process))) };
  }

  async #allSteps(given: Given | null, plan: Plan, process: ProviderProcess): Promise<ApplyOutcome> {
    if (plan.action !== "replace") return this.carryOut(given, plan, process);
    const deleted = await this.carryOut(null, deletionOf(plan), process);
    return deleted.errors.length > 0 ? deleted : this.carryOut(given, plan, process);
  }

  /** Plans a replacement without a refresh, as with -replace. */
  planReplace(given: Given, planning?: ProviderProcess): Promise<Plan> {
    if (planning === undefined) return this.provider.run((process) => this.planReplace(given, process));
    return planning.plan(this.type, given, this.instance, { replace: true, ignored: this.ignored });
  }

  /** Applies the delete and the create of a planned replacement in one run. Returns the errors of both. */
  async replace(given: Given, plan: Plan) {
    return (await this.provider.run((process) => this.#allSteps(given, plan, process))).errors;
  }

  /** Changes the state, as other versions or users have it. */
  alter(values: Given): void {
    this.instance = { ...this.instance, state: { ...this.state, ...values } };
  }

  /** An apply that must succeed without a warning. */
  async apply(given: Given | null): Promise<Plan> {
    const { plan, errors, warnings } = await this.attempt(given);
    expect([...errors, ...warnings]).toEqual([]);
    return plan;
  }

  async applied(given: Given): Promise<this> {
    await this.apply(given);
    return this;
  }

  async settled(given: Given): Promise<this> {
    await this.settle(given);
    return this;
  }

  /** Applies, and then nothing is left to do: a plan is empty, with a refresh too, which changes nothing. */
  async settle(given: Given): Promise<Plan> {
    const plan = await this.apply(given);
    expect((await this.plan(given)).action).toBe("no-op");
    const applied = this.state;
    expect((await this.refreshAndPlan(given)).action).toBe("no-op");
    expect(this.state).toEqual(applied);
    return plan;
  }
}

/** Expects a single diagnostic, whose summary and detail contain these texts. */
export function expectOnly(diagnostics: readonly Said[], ...texts: readonly (string | RegExp)[]): void {
  expect(diagnostics).toHaveLength(1);
  const said = `${diagnostics[0]!.summary}\n${diagnostics[0]!.detail}`;
  for (const text of texts) expect(said).toMatch(text);
}

/** A simulator and a provider that is configured for it. */
export class Workbench {
  simulator!: Simulator;
  provider!: ProviderProcess;
  readonly #processes: ProviderProcess[] = [];

  /** What the provider is configured with; nothing is retried or polled, so that tests do not wait. */
  get settings(): Given {
    return { ...credentials, base_url: this.simulator.url, max_retries: 0, visibility_timeout: 0 };
  }

  settingsWithout(argument: string): Given {
    return Object.fromEntries(Object.entries(this.settings).filter(([name]) => name !== argument));
  }

  /** A provider that is not configured yet. */
  launch(): ProviderProcess {
    const started = new ProviderProcess(() => this.launch());
    this.#processes.push(started);
    return started;
  }

  async configured(settings: Given = {}): Promise<ProviderProcess> {
    const started = this.launch();
    await started.configure({ ...this.settings, ...settings });
    return started;
  }

  managed(type: Managed["type"], provider = this.provider): Managed {
    return new Managed(provider, type);
  }

  cluster(provider = this.provider): Managed {
    return this.managed("outreach_cluster", provider);
  }

  snippet(provider = this.provider): Managed {
    return this.managed("outreach_snippet", provider);
  }

  /** An object that a provider with these settings has applied. */
  async applied(type: Managed["type"], given: Given, settings: Given = {}): Promise<Managed> {
    const object = await this.managed(type, await this.configured(settings)).applied(given);
    return object;
  }

  /** Such an object of which nothing is left to do. */
  async settled(type: Managed["type"], given: Given, settings: Given = {}): Promise<Managed> {
    const object = await this.managed(type, await this.configured(settings)).settled(given);
    return object;
  }

  /** What is in the provider's workspace. */
  objects(): SimulatedObject[] {
    return this.simulator.objects(credentials.workspace_id);
  }

  /** Creates an unmanaged object in the provider's workspace. */
  bystander(type: Managed["type"], content: Given): SimulatedObject {
    const { workspace_id: workspaceId } = credentials;
    return type === "outreach_cluster"
      ? this.simulator.create("cluster", workspaceId, content as unknown as ClusterSeed)
      : this.simulator.create("snippet", workspaceId, content as unknown as SnippetSeed);
  }

  /** Has later calls of an operation meet a fault; a number is the status of the response. */
  fault(
    operation: FaultRule["operation"],
    effect: FaultEffect | number,
    rest: Omit<FaultRule, "operation" | "effect"> = {},
  ): string {
    const given = typeof effect === "number" ? ({ type: "status", status: effect } as const) : effect;
    return this.simulator.addFault({ operation, effect: given, ...rest });
  }

  /** Runs `start`, and `meanwhile` as soon as the server holds a call of the operation that it makes. */
  async during<T>(
    operation: OperationName,
    start: () => Promise<T>,
    meanwhile: () => unknown,
    { nth, when }: { readonly nth?: number; readonly when?: "after" } = {},
  ): Promise<T> {
    const before = this.simulator.counts()[operation];
    const hold = this.fault(
      operation,
      { type: "hold", ...(when && { when }) },
      nth === undefined ? {} : { nth },
    );
    const running = start();
    await this.simulator.waitForCall(operation, before + (nth ?? 1), when && "committed");
    await meanwhile();
    this.simulator.clearFaults(hold);
    this.simulator.release(hold);
    return running;
  }

  /** The number of writes that the server has got. */
  writes(): number {
    const counts = Object.entries(this.simulator.counts());
    return counts.reduce((sum, [name, count]) => (/^(Get|List)/.test(name) ? sum : sum + count), 0);
  }

  onlyObject(): SimulatedObject {
    const [object, ...others] = this.objects();
    expect(others).toEqual([]);
    return object!;
  }

  /** The bodies of an operation's requests, without the credentials. */
  sent(operation: OperationName): object[] {
    return this.simulator.journal({ operation }).map(({ body }) => {
      const { userId, workspaceId, ...rest } = body as Record<string, unknown>;
      expect([userId, workspaceId]).toEqual([expect.any(String), expect.any(String)]);
      return rest;
    });
  }

  async end(): Promise<void> {
    this.simulator.release();
    const processes = this.#processes.splice(0);
    await Promise.all(processes.map((process) => process.close()));
    const secrets = Object.values(credentials);
    expect(processes.flatMap(({ said }) => said.flatMap((one) => unclear(one, secrets)))).toEqual([]);
    const logged = processes.flatMap(({ log }) => log);
    expect(logged.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
  }
}

/**
 * A fresh workspace and provider for each test, without OUTREACH_ variables. After each test, every
 * diagnostic the provider gave must be clear, and no secret may have left it.
 */
export function useWorkbench(options: SimulatorOptions = {}): Workbench {
  const bench = new Workbench();
  const environment = { ...process.env };

  beforeAll(async () => {
    bench.simulator = await startSimulator(options);
  });

  beforeEach(async () => {
    for (const name of Object.keys(process.env)) {
      if (name.startsWith("OUTREACH_")) delete process.env[name];
    }
    bench.simulator.reset();
    bench.provider = await bench.configured();
  });

  afterEach(async () => {
    process.env = { ...environment };
    waits.scale = 1 / 20;
    waits.begun = () => undefined;
    jest.restoreAllMocks();
    await bench.end();
  });

  afterAll(() => bench.simulator.close());

  return bench;
}
