import { keepInspectorClosed } from "../../util/process";
import { messageOf } from "../../util/message-of";
import { type Listener, openListener } from "../transport/listen";
import type { Methods } from "../transport/method";
import type { GrpcServer } from "../transport/server";
import { createCertificate } from "./certificate";
import { chooseSocket, handshakeLine, isStartedAsPlugin, type SocketFile } from "./handshake";
import { createLog, guardStandardStreams, logLevel, Redactor, reportCrashes, writeTo } from "./log";
import { type Host, type LoadPlugin, type Plugin, windDown } from "./plugin";
import { serveForDebugging } from "./reattach";

/** How long reads may take after a shutdown call. go-plugin kills the process after two seconds. */
const SHUTDOWN_GRACE_MS = 500;

/** If the process exited earlier after a failed start, the last line of the report could be lost. */
const REPORT_DELAY_MS = 1000;

interface ServeOptions {
  readonly address: string;
  readonly version: string;
  readonly load: LoadPlugin;
}

export function run(options: ServeOptions): void {
  keepInspectorClosed();
  const { address, load } = options;
  if (!process.argv.includes("--debug")) void serve(options);
  else void serveForDebugging(address, load, createHost());
}

async function serve({ address, version, load }: ServeOptions): Promise<void> {
  if (!isStartedAsPlugin(process.env)) {
    const what = `This program is the Terraform provider ${address}. Terraform and OpenTofu start it.`;
    const how = "list it under required_providers in a configuration and run terraform init there";
    writeTo(2, `${what} If you start it by hand, it does nothing.\nTo use it, ${how}.\n`);
    process.exit(1);
  }
  const host = createHost();
  let socket: SocketFile | undefined;
  let server: GrpcServer | undefined;
  let plugin: Plugin | undefined;
  const end = (graceMs: number): void => {
    if (server === undefined) process.exit(0);
    // Removes the socket first, because Terraform may kill this process during a write.
    socket?.remove();
    const running = { stop: () => plugin?.stop(), busy: () => plugin?.busy() ?? false };
    void windDown(server, running, graceMs).then(() => process.exit(0));
  };
  // Ctrl-C reaches the whole process group, but Terraform decides when this process ends. While an apply
  // still plans, Terraform sends no StopProvider, so this process stops the plugin itself.
  process.on("SIGINT", () => plugin?.stop());
  // SIGTERM and SIGHUP come from a supervisor or a closed terminal, so running calls get unlimited time.
  for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, () => end(Infinity));
  reportCrashes(host.redactor);
  guardStandardStreams(host.log);
  const connections = (): number => server?.connections ?? 0;
  watchParent(connections, () => {
    host.log.warn("Terraform has ended. The provider ends as soon as no write is in flight.");
    end(0);
  });
  // Terraform's certificate as PEM. If PLUGIN_CLIENT_CERT is not set, Terraform expects plaintext.
  const clientCertificate = process.env.PLUGIN_CLIENT_CERT;
  const certificate = clientCertificate ? createCertificate() : undefined;
  let listener: Listener;
  try {
    socket = chooseSocket();
    process.on("exit", socket.remove);
    listener = await openListener(socket.path);
  } catch (error) {
    // Until Terraform connects, users see only those stdout lines that are no handshake line.
    writeTo(1, `The provider could not start: ${messageOf(error)}\n`);
    setTimeout(() => process.exit(1), REPORT_DELAY_MS);
    return;
  }
  // If Terraform ended before `watchParent` began, only the closed pipe shows that.
  if (!writeTo(1, handshakeLine(listener.address, certificate?.encoded))) end(0);
  host.log.debug("The provider is listening.", { version, pid: process.pid });

  const { GrpcServer, hostServices, redactorOf } = await import("./serving");
  host.redactor.searchWith(redactorOf);
  let setMethods!: (methods: Methods) => void;
  const methods = new Promise<Methods>((resolve) => (setMethods = resolve));
  server = new GrpcServer({
    methods: () => methods,
    listener,
    tls: certificate && clientCertificate ? { ...certificate, clientCertificate } : undefined,
    onError: (error) => host.log.debug("A call or a connection failed.", { error }),
  });
  plugin = await load(host);
  setMethods(new Map([...hostServices(() => end(SHUTDOWN_GRACE_MS)), ...plugin.methods]));
}

export function createHost(): Host {
  const redactor = new Redactor();
  return { redactor, log: createLog(redactor, logLevel(process.env), (line) => writeTo(2, line)) };
}

const CHECK_INTERVAL_MS = 1000;

/** After this many checks without a connection, Terraform counts as ended. */
const DISCONNECTED_CHECKS = 5;

/** Number of checks before the first connection: go-plugin waits as long for the handshake line. */
const NEVER_CONNECTED_CHECKS = 60;

/**
 * Calls `onOrphaned` when Terraform has ended. If Terraform started this process directly, the end of
 * Terraform changes the parent id. Behind a shell and on Windows, only the lost connections show the end.
 */
export function watchParent(connections: () => number, onOrphaned: () => void): void {
  const parentId = process.ppid;
  let wasConnected = false;
  let disconnected = 0;
  const timer = setInterval(() => {
    disconnected = connections() > 0 ? 0 : disconnected + 1;
    wasConnected ||= disconnected === 0;
    const most = wasConnected ? DISCONNECTED_CHECKS : NEVER_CONNECTED_CHECKS;
    if (process.ppid === parentId && disconnected < most) return;
    clearInterval(timer);
    onOrphaned();
  }, CHECK_INTERVAL_MS);
  timer.unref();
}
