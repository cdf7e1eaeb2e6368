import type { GrpcServer, Methods } from "../transport";
import { type Listener, openListener } from "../transport/listen";
import { type Certificate, createCertificate } from "./certificate";
import { reportCrashes } from "./crash";
import { windDown } from "./ending";
import { handshakeLine, type Invitation, readInvitation, startedByHandMessage } from "./handshake";
import { Log, logLevel } from "./log";
import { watchParent } from "./parent-watch";
import type { Host, LoadPlugin, Plugin } from "./plugin";
import { Redactor } from "./redact";
import { chooseSocket, type Socket } from "./socket";
import { guardStandardStreams, writeTo } from "./standard-streams";

/**
 * After a shutdown call go-plugin waits two seconds before it kills. Calls that only read get this much of them:
 * enough for the reply to leave, far from the limit.
 */
const SHUTDOWN_PATIENCE_MS = 500;

/** The host may lose the last line of a process that has ended already; so long a failed start waits for its end. */
const REPORT_PATIENCE_MS = 1000;

export interface ServeOptions {
  /** Fully qualified, such as `registry.terraform.io/namespace/name`. */
  readonly address: string;
  readonly version: string;
  readonly load: LoadPlugin;
}

/**
 * Runs this process as a plugin of Terraform or OpenTofu, until the host shuts it down. Resolves when the plugin is
 * loaded. Started by hand, it says what it is and ends with code 1.
 */
export async function serve(options: ServeOptions): Promise<void> {
  const invitation = readInvitation(process.env);
  if (invitation === undefined) {
    writeTo(2, startedByHandMessage(options.address));
    process.exit(1);
  }
  const host = createHost(options.address);
  const run = new PluginProcess(host, invitation);
  guardProcess(host, run);
  let announced: Announced;
  try {
    announced = await run.announce();
  } catch (error) {
    // The host shows the user an unreadable handshake line, and nothing else that fails before it can connect.
    writeTo(1, `The provider could not start: ${error instanceof Error ? error.message : String(error)}\n`);
    setTimeout(() => process.exit(1), REPORT_PATIENCE_MS);
    return;
  }
  host.log.debug("The provider is listening.", { version: options.version, pid: process.pid });
  if (!invitation.offersOurVersion) {
    host.log.warn(
      "Terraform does not offer version 6 of the plugin protocol, the only one of this provider.",
    );
  }
  await run.load(announced, options.load);
}

/** The log and the redactor of this process, with the level that the environment asks for. */
export function createHost(address: string): Host {
  const redactor = new Redactor();
  const name = address.slice(address.lastIndexOf("/") + 1);
  const level = logLevel(process.env, name);
  return { redactor, log: new Log({ level, redactor, write: (line) => writeTo(2, line) }) };
}

function guardProcess({ log, redactor }: Host, run: PluginProcess): void {
  // Ctrl-C reaches the whole process group, and when the process ends is for the host to say (terraform-protocol.md, section 0, row 1).
  // While an apply still plans, Terraform sends no StopProvider of it.
  process.on("SIGINT", () => run.stop());
  reportCrashes(redactor);
  guardStandardStreams(log);
}

/** What is served once it is loaded. */
interface Announced {
  readonly listener: Listener;
  /** Undefined for plaintext. */
  readonly certificate: Certificate | undefined;
}

/** One run of this process: announced first, loaded after, ended once. */
class PluginProcess {
  readonly #host: Host;
  readonly #invitation: Invitation;
  #server: GrpcServer | undefined;
  #plugin: Plugin | undefined;
  #socket: Socket | undefined;
  #setMethods!: (methods: Methods) => void;
  readonly #methods = new Promise<Methods>((resolve) => (this.#setMethods = resolve));

  constructor(host: Host, invitation: Invitation) {
    this.#host = host;
    this.#invitation = invitation;
  }

  /** Listens and prints the handshake line. */
  async announce(): Promise<Announced> {
    watchParent(
      () => this.#server?.connections ?? 0,
      () => {
        this.#host.log.warn("The host is gone. The provider ends as soon as no write is in flight.");
        this.#end(0);
      },
    );
    const { clientCertificate, asksForMultiplexing } = this.#invitation;
    const socket = chooseSocket(this.#invitation);
    this.#socket = socket;
    process.on("exit", socket.remove);
    // A supervisor ends the host too, so what runs is finished for it. A lost terminal (SIGHUP) is no different.
    for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, () => this.#end(Infinity));
    const certificate = clientCertificate === undefined ? undefined : createCertificate();
    const listener = await openListener(socket.target);
    socket.share();
    const { address } = listener;
    const line = handshakeLine({ ...address, serverCertificate: certificate?.encoded, asksForMultiplexing });
    // A host that died while this process started was never seen as its parent: only its pipe tells.
    if (!writeTo(1, line)) this.#end(0);
    return { listener, certificate };
  }

  /** Loads HTTP/2, then the plugin, while the host connects. */
  async load({ listener, certificate }: Announced, load: LoadPlugin): Promise<void> {
    const { startGrpcServer, hostServices, masker } = await import("./serving");
    this.#host.redactor.searchWith(masker);
    const { clientCertificate } = this.#invitation;
    this.#server = await startGrpcServer({
      methods: this.#methods,
      listen: listener,
      tls: certificate && clientCertificate ? { ...certificate, clientCertificate } : undefined,
      onError: (error) => this.#host.log.debug("A call or a connection failed.", { error }),
    });
    const plugin = await load(this.#host);
    this.#plugin = plugin;
    this.#setMethods(new Map([...hostServices(() => this.#end(SHUTDOWN_PATIENCE_MS)), ...plugin.methods]));
  }

  /** Begins nothing new, and ends waits and reads. */
  stop(): void {
    this.#plugin?.stop();
  }

  #end(patienceMs: number): void {
    const server = this.#server;
    const plugin = this.#plugin;
    if (server === undefined) process.exit(0);
    // Nobody connects any more, and a host that loses patience with a running write leaves no time for this later.
    this.#socket?.remove();
    const running = { server, stop: () => plugin?.stop(), busy: () => plugin?.busy() ?? false };
    void windDown(running, patienceMs).then(() => process.exit(0));
  }
}
