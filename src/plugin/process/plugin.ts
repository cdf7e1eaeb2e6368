import type { Methods } from "../transport";
import type { Log } from "./log";
import type { Redactor } from "./redact";

/** The services of a process for the plugin that it serves. */
export interface Host {
  readonly log: Log;
  /** Receives the configuration's secrets and keeps them out of logs and crash reports. */
  readonly redactor: Redactor;
}

/** What a process serves. */
export interface Plugin {
  /** The methods of `tfplugin6.Provider`; the process adds the services of go-plugin. */
  readonly methods: Methods;
  /** Ends waits and reads and begins no new work; writes in flight finish. */
  stop(): void;
  /** Reports whether a write is in flight: the process must not end before it returns. */
  busy(): boolean;
  /** Releases connections and other resources when the process continues without this plugin. */
  close(): Promise<void>;
}

/** Creates a plugin. Called after the handshake, so that its imports do not delay it. */
export type LoadPlugin = (host: Host) => Plugin | Promise<Plugin>;
