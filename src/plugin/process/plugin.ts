import type { Logger } from "../framework";
import type { Methods } from "../transport";
import type { Redactor } from "./redact";

/** What a process provides to the plugin that it serves. */
export interface Host {
  readonly log: Logger;
  /** Receives the configuration's secrets and keeps them out of logs and crash reports. */
  readonly redactor: Redactor;
}

/** A provider in the form that a process can serve. */
export interface Plugin {
  /** The methods of `tfplugin6.Provider`; the process adds the services of go-plugin. */
  readonly methods: Methods;
  /** Ends waits and reads, and begins no new work; writes in flight finish. */
  stop(): void;
  /** Reports whether a write is in flight: the process must not end before the write returns. */
  busy(): boolean;
  /** Releases connections and other resources. Called when the process continues without this plugin. */
  close(): Promise<void>;
}

/** Creates a plugin. Called after the handshake, so that the plugin's imports do not delay the handshake. */
export type LoadPlugin = (host: Host) => Plugin | Promise<Plugin>;
