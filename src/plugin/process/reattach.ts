import { reportCrashes } from "./crash";
import { untilIdle, windDown } from "./ending";
import { PROTOCOL_VERSION } from "./handshake";
import type { Host, LoadPlugin, Plugin } from "./plugin";
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
 * Serves plugins within this process, for tests and debuggers. The connection is plaintext, because the host
 * builds no TLS for such plugins; the socket is private to this user. No step of Terraform shuts the process down. Each
 * connection is a plugin of its own, as each is a process where Terraform starts them: every step and every alias of a
 * provider has one, and configures it.
 */
export async function startReattach({ address, load, host }: ReattachOptions): Promise<Reattach> {
  // Not imported above: a provider that Terraform starts has this file in the bundle that it reads before its handshake.
  const { startGrpcServer, hostServices, masker } = await import("./serving");
  host.redactor.searchWith(masker);
  const socket = chooseSocket({});
  process.on("exit", socket.remove);
  const plugins = new Plugins(() => load(host));
  const server = await startGrpcServer({
    methods: async (over) =>
      new Map([...hostServices(() => undefined), ...(await plugins.add(over)).methods]),
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
      await windDown({ server, stop: () => plugins.stop(), busy: () => plugins.busy }, Infinity);
      await plugins.released();
      socket.remove();
      process.off("exit", socket.remove);
    },
  };
}

/** The plugins of the open connections. */
class Plugins {
  readonly #load: () => Plugin | Promise<Plugin>;
  /** Each with the promise of its end. */
  readonly #served = new Map<Plugin, Promise<void>>();

  constructor(load: () => Plugin | Promise<Plugin>) {
    this.#load = load;
  }

  get busy(): boolean {
    return [...this.#served.keys()].some((plugin) => plugin.busy());
  }

  /** A new plugin, for a connection that resolves `over`. */
  async add(over: Promise<void>): Promise<Plugin> {
    const plugin = await this.#load();
    this.#served.set(
      plugin,
      over.then(() => this.#release(plugin)),
    );
    return plugin;
  }

  stop(): void {
    for (const plugin of this.#served.keys()) plugin.stop();
  }

  async released(): Promise<void> {
    await Promise.all(this.#served.values());
  }

  /** After its last write, which goes on where the host is gone. */
  async #release(plugin: Plugin): Promise<void> {
    plugin.stop();
    await untilIdle(() => plugin.busy());
    this.#served.delete(plugin);
    await plugin.close();
  }
}

/** What a person has to do to make Terraform use a plugin that runs under a debugger. */
export function reattachInstructions(environmentValue: string): string {
  return [
    "The provider is running. To make Terraform use it, set this variable where you run Terraform.",
    "The environment variables of the provider itself count here, where it also logs.",
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

/**
 * Serves a plugin for a debugger: prints the instructions, and ends on Ctrl-C or with its terminal. What code prints
 * comes as it is: nobody parses it here.
 */
export async function serveForDebugging(options: ReattachOptions): Promise<void> {
  reportCrashes(options.host.redactor);
  const reattach = await startReattach(options);
  let ending: Promise<void> | undefined;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    // At every signal: a second one, as from a program that passes Ctrl-C on, would end the process before its writes.
    process.on(signal, () => {
      ending ??= reattach.close().then(() => process.exit(0));
    });
  }
  process.stdout.write(reattachInstructions(reattach.environmentValue));
}
