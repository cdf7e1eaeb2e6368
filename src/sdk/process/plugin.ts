import type { Logger } from "../framework";
import type { Methods } from "../transport/method";
import type { GrpcServer } from "../transport/server";
import type { Redactor } from "./log";

export interface Host {
  readonly log: Logger;
  readonly redactor: Redactor;
}

export interface Plugin {
  /** The methods of `tfplugin6.Provider`. The process adds go-plugin's own services. */
  readonly methods: Methods;
  stop(): void;
  /** True while a write runs. The process must not end before the write returns. */
  busy(): boolean;
  /** Releases connections if the process goes on without this plugin. */
  close(): Promise<void>;
}

/** The plugin is loaded after the handshake, because its imports would delay the handshake. */
export type LoadPlugin = (host: Host) => Plugin | Promise<Plugin>;

const POLL_INTERVAL_MS = 20;

/** Waits until running writes have their responses. Other calls get at most `graceMs` milliseconds. */
export async function windDown(
  server: Pick<GrpcServer, "close">,
  plugin: Pick<Plugin, "stop" | "busy">,
  graceMs: number,
): Promise<void> {
  plugin.stop();
  const responded = server.close();
  await untilIdle(() => plugin.busy());
  await (graceMs === Infinity ? responded : Promise.race([responded, delay(graceMs)]));
}

export async function untilIdle(busy: () => boolean): Promise<void> {
  while (busy()) await delay(POLL_INTERVAL_MS);
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
