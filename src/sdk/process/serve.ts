import { keepInspectorClosed } from "../../util/process";
import { messageOf } from "../../util/message-of";
import { type Listener, openListener } from "../transport/listen";
import type { Methods } from "../transport/method";
import type { GrpcServer } from "../transport/server";
import { type Certificate, createCertificate } from "./certificate";
import {
  chooseSocket,
  handshakeLine,
  type HandshakeRequest,
  readHandshakeRequest,
  type Socket,
} from "./handshake";
import { createLog, guardStandardStreams, logLevel, Redactor, reportCrashes, writeTo } from "./log";
import { type Host, type LoadPlugin, type Plugin, windDown } from "./plugin";
import { serveForDebugging } from "./reattach";

/** Time for reads to finish after a shutdown call. go-plugin kills a process after two seconds. */
const SHUTDOWN_GRACE_MS = 500;

/** Time between the report of a failed start and the exit. An earlier exit could lose the last line. */
const REPORT_DELAY_MS = 1000;

interface ServeOptions {
  /** Fully qualified, such as `registry.terraform.io/namespace/name`. */
  readonly address: string;
  readonly version: string;
  readonly load: LoadPlugin;
}

/** Runs this process as a provider: for a debugger with `--debug`, else for the engine that started it. */
export function run(options: ServeOptions): void {
  keepInspectorClosed();
  const { address, load } = options;
  if (!process.argv.includes("--debug")) void serve(options);
  else void serveForDebugging(address, load, createHost(address));
}

/**
 * Runs this process as a plugin until Terraform shuts it down. Resolves when the plugin is loaded. If neither
 * Terraform nor OpenTofu started the process, prints a message for the user and exits with code 1.
 */
export async function serve(options: ServeOptions): Promise<void> {
  const request = readHandshakeRequest(process.env);
  if (request === undefined) {
    const what = `This program is the Terraform provider ${options.address}. Terraform and OpenTofu start it.`;
    const how = "list it under required_providers in a configuration and run terraform init there";
    writeTo(2, `${what} If you start it by hand, it does nothing.\nTo use it, ${how}.\n`);
    process.exit(1);
  }
  const host = createHost(options.address);
  const run = new PluginProcess(host, request);
  // Ctrl-C reaches the whole process group, but Terraform decides when this process ends
  // (terraform-protocol.md, section 0, row 1). It is useful to stop here while an apply is still planning,
  // because Terraform then sends no StopProvider.
  process.on("SIGINT", () => run.stop());
  reportCrashes(host.redactor);
  guardStandardStreams(host.log);
  let announced: Announced;
  try {
    announced = await run.announce();
  } catch (error) {
    // Until Terraform connects, it shows the user only a line on stdout that is not a handshake line.
    writeTo(1, `The provider could not start: ${messageOf(error)}\n`);
    setTimeout(() => process.exit(1), REPORT_DELAY_MS);
    return;
  }
  host.log.debug("The provider is listening.", { version: options.version, pid: process.pid });
  await run.load(announced, options.load);
}

export function createHost(address: string): Host {
  const redactor = new Redactor();
  const name = address.slice(address.lastIndexOf("/") + 1);
  const level = logLevel(process.env, name);
  return { redactor, log: createLog(redactor, level, (line) => writeTo(2, line)) };
}

/** What a printed handshake line announces. Without a certificate, Terraform wants plaintext. */
type Announced = { readonly listener: Listener; readonly certificate: Certificate | undefined };

/** This process as a plugin: it prints its handshake line, loads the plugin, and ends. */
class PluginProcess {
  #server: GrpcServer | undefined;
  #plugin: Plugin | undefined;
  #socket: Socket | undefined;
  #setMethods!: (methods: Methods) => void;
  readonly #methods = new Promise<Methods>((resolve) => (this.#setMethods = resolve));

  constructor(
    private readonly host: Host,
    private readonly request: HandshakeRequest,
  ) {}

  async announce(): Promise<Announced> {
    watchParent(
      () => this.#server?.connections ?? 0,
      () => {
        this.host.log.warn("Terraform has ended. The provider ends as soon as no write is in flight.");
        this.#end(0);
      },
    );
    const { clientCertificate } = this.request;
    const socket = chooseSocket(this.request);
    this.#socket = socket;
    process.on("exit", socket.remove);
    // These signals come from a supervisor or a closed terminal, so calls in flight get unlimited time.
    for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, () => this.#end(Infinity));
    const certificate = clientCertificate === undefined ? undefined : createCertificate();
    const listener = await openListener(socket.target);
    const line = handshakeLine(listener.address, certificate?.encoded);
    // If Terraform ended before `watchParent` began, only the closed pipe shows that it has ended.
    if (!writeTo(1, line)) this.#end(0);
    return { listener, certificate };
  }

  /** Loads the server and then the plugin, while Terraform connects. */
  async load({ listener, certificate }: Announced, load: LoadPlugin): Promise<void> {
    const { GrpcServer, hostServices, redactorOf } = await import("./serving");
    this.host.redactor.searchWith(redactorOf);
    const { clientCertificate } = this.request;
    this.#server = new GrpcServer({
      methods: () => this.#methods,
      listener,
      tls: certificate && clientCertificate ? { ...certificate, clientCertificate } : undefined,
      onError: (error) => this.host.log.debug("A call or a connection failed.", { error }),
    });
    const plugin = await load(this.host);
    this.#plugin = plugin;
    this.#setMethods(new Map([...hostServices(() => this.#end(SHUTDOWN_GRACE_MS)), ...plugin.methods]));
  }

  stop(): void {
    this.#plugin?.stop();
  }

  #end(graceMs: number): void {
    const server = this.#server;
    const plugin = this.#plugin;
    if (server === undefined) process.exit(0);
    // The socket is removed first, because Terraform may kill this process while a write is still in flight.
    this.#socket?.remove();
    const running = { stop: () => plugin?.stop(), busy: () => plugin?.busy() ?? false };
    void windDown(server, running, graceMs).then(() => process.exit(0));
  }
}

/** Terraform keeps a connection open while it runs. If it has none for this long, it counts as ended. */
const DISCONNECTED_GRACE_MS = 5000;

/** The same limit before the first connection. It is as long as go-plugin waits for the handshake line. */
const NEVER_CONNECTED_GRACE_MS = 60_000;

const CHECK_INTERVAL_MS = 1000;

type ParentView = { readonly parentId: number; readonly connections: number };

/**
 * Returns a function that reports whether Terraform has ended. If Terraform started this process directly, the
 * parent id then changes. Behind a shell and on Windows, only the lost connection shows it. Times are in
 * milliseconds of a monotonic clock.
 */
export function parentWatch(
  first: ParentView,
  startedAt: number,
): (view: ParentView, now: number) => boolean {
  let wasConnected = false;
  let disconnectedSince = startedAt;
  return ({ parentId, connections }, now) => {
    if (connections > 0) {
      wasConnected = true;
      disconnectedSince = now;
    }
    const grace = wasConnected ? DISCONNECTED_GRACE_MS : NEVER_CONNECTED_GRACE_MS;
    return parentId !== first.parentId || now - disconnectedSince >= grace;
  };
}

/** Calls `onOrphaned` once, when Terraform has ended. The timer does not keep the process alive. */
export function watchParent(connections: () => number, onOrphaned: () => void): void {
  const view = (): ParentView => ({ parentId: process.ppid, connections: connections() });
  // This does not use `performance`: Node loads `performance` on first use, which would delay the handshake.
  const now = () => process.uptime() * 1000;
  const isOrphaned = parentWatch(view(), now());
  const timer = setInterval(() => {
    if (!isOrphaned(view(), now())) return;
    clearInterval(timer);
    onOrphaned();
  }, CHECK_INTERVAL_MS);
  timer.unref();
}
