import { openListener } from "../transport/listen";
import { chooseSocket, PROTOCOL_VERSION } from "./handshake";
import { type Host, type LoadPlugin, type Plugin, untilIdle, windDown } from "./plugin";
import { reportCrashes, writeTo } from "./log";

/**
 * Serves one plugin for each connection, for tests and debuggers (docs/design/protocol-sdk.md). The
 * connections are plaintext, because Terraform uses no TLS for a plugin that it did not start.
 */
export async function startReattach(address: string, load: LoadPlugin, host: Host) {
  // A provider loads this file before its handshake, so an earlier import would delay the handshake.
  const { GrpcServer, hostServices, redactorOf } = await import("./serving");
  host.redactor.searchWith(redactorOf);
  const socket = chooseSocket();
  process.on("exit", socket.remove);
  /** Each promise resolves after the release of its plugin. */
  const plugins = new Map<Plugin, Promise<void>>();
  /** The last write finishes before the release, even if Terraform has disconnected. */
  const release = async (plugin: Plugin): Promise<void> => {
    plugin.stop();
    await untilIdle(() => plugin.busy());
    await plugin.close();
    plugins.delete(plugin);
  };
  const server = new GrpcServer({
    methods: async (closed) => {
      const plugin = await load(host);
      plugins.set(
        plugin,
        closed.then(() => release(plugin)),
      );
      return new Map([...hostServices(() => undefined), ...plugin.methods]);
    },
    listener: await openListener(socket.path),
    onError: (error) => host.log.debug("A call or a connection failed.", { error }),
  });
  const entry = {
    Protocol: "grpc",
    ProtocolVersion: PROTOCOL_VERSION,
    Pid: process.pid,
    // Without `Test`, Terraform assumes protocol version 5 and fails.
    Test: true,
    Addr: { Network: server.address.network, String: server.address.address },
  };
  return {
    environmentValue: JSON.stringify({ [address]: entry }),
    close: async (): Promise<void> => {
      const all = {
        stop: () => plugins.forEach((_, plugin) => plugin.stop()),
        busy: () => [...plugins.keys()].some((plugin) => plugin.busy()),
      };
      await windDown(server, all, Infinity);
      await Promise.all(plugins.values());
      socket.remove();
      process.off("exit", socket.remove);
    },
  };
}

function instructions(environmentValue: string): string {
  return [
    "The provider is running. To make Terraform use it, set this variable where you run Terraform.",
    "The provider reads its own environment variables from this shell, and writes its log here.",
    "",
    "In a shell, and in PowerShell:",
    `  export TF_REATTACH_PROVIDERS='${environmentValue}'`,
    `  $env:TF_REATTACH_PROVIDERS='${environmentValue}'`,
    "",
    "Ctrl-C ends the provider.",
    "",
  ].join("\n");
}

export async function serveForDebugging(address: string, load: LoadPlugin, host: Host): Promise<void> {
  reportCrashes(host.redactor);
  const reattach = await startReattach(address, load, host);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    // With `once`, a second signal would end the process during a write.
    process.on(signal, () => void reattach.close().then(() => process.exit(0)));
  }
  // Under Wine, `process.stdout` cannot be opened if it is a pipe.
  writeTo(1, instructions(reattach.environmentValue));
}
