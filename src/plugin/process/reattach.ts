import { startGrpcServer } from "../transport";
import { windDown } from "./ending";
import { PROTOCOL_VERSION } from "./handshake";
import type { Host, LoadPlugin } from "./plugin";
import { hostServices } from "./services";
import { chooseSocket } from "./socket";

interface ReattachOptions {
  /** Fully qualified, such as `registry.terraform.io/namespace/name`. */
  readonly address: string;
  readonly load: LoadPlugin;
  readonly host: Host;
}

/** A plugin that Terraform finds instead of starting one. */
interface Reattach {
  /** The value of TF_REATTACH_PROVIDERS. */
  readonly environmentValue: string;
  /** Lets writes in flight finish, stops listening, and removes the socket. */
  close(): Promise<void>;
}

/**
 * Serves a plugin within this process, for tests and debuggers. The connection is plaintext, because the host
 * builds no TLS for such plugins; the socket is private to this user. One plugin serves all of Terraform's steps,
 * so it is configured again and again, and no step shuts it down.
 */
export async function startReattach({ address, load, host }: ReattachOptions): Promise<Reattach> {
  const plugin = await load(host);
  const socket = chooseSocket({});
  process.on("exit", socket.remove);
  const server = await startGrpcServer({
    methods: new Map([...hostServices(() => undefined), ...plugin.methods]),
    listen: socket.target,
    onError: (error) => host.log.debug("A call or a connection failed.", { error }),
  });
  const entry = {
    Protocol: "grpc",
    ProtocolVersion: PROTOCOL_VERSION,
    Pid: process.pid,
    // Without it Terraform takes the plugin for one of version 5, and fails.
    Test: true,
    Addr: { Network: server.address.network, String: server.address.address },
  };
  return {
    environmentValue: JSON.stringify({ [address]: entry }),
    close: async () => {
      await windDown({ server, stop: () => plugin.stop(), busy: () => plugin.busy() }, Infinity);
      socket.remove();
      process.off("exit", socket.remove);
    },
  };
}

/** What a person has to do to make Terraform use a plugin that runs under a debugger. */
export function reattachInstructions(environmentValue: string): string {
  return [
    "The provider is running. To make Terraform use it, set this variable where you run Terraform.",
    "",
    "In a shell:",
    `  export TF_REATTACH_PROVIDERS='${environmentValue.replaceAll("'", "'\\''")}'`,
    "",
    "In PowerShell:",
    `  $env:TF_REATTACH_PROVIDERS='${environmentValue.replaceAll("'", "''")}'`,
    "",
    "Ctrl-C ends the provider.",
    "",
  ].join("\n");
}

/** Serves a plugin for a debugger: prints the instructions, and ends on Ctrl-C. */
export async function serveForDebugging(options: ReattachOptions): Promise<void> {
  const reattach = await startReattach(options);
  let ending: Promise<void> | undefined;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    // At every signal: a second one, as from a program that passes Ctrl-C on, would end the process before its writes.
    process.on(signal, () => {
      ending ??= reattach.close().then(() => process.exit(0));
    });
  }
  process.stdout.write(reattachInstructions(reattach.environmentValue));
}
