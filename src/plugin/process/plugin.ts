import type { Methods } from "../transport";
import type { Log } from "./log";
import type { Redactor } from "./redact";

/** What the process gives to the plugin that it serves. */
export interface Host {
  readonly log: Log;
  /** Told the secrets of the configuration, it keeps them out of logs and crash reports. */
  readonly redactor: Redactor;
}

/** What the process serves. */
export interface Plugin {
  /** The methods of `tfplugin6.Provider`; those of the plugin host are added. */
  readonly methods: Methods;
  /** Begin nothing new and end waits, but let running writes finish. */
  stop(): void;
  /** True while a write is in flight: the process must not end now. */
  busy(): boolean;
  /** Ends what it holds open, such as connections, where the process goes on without it. */
  close(): Promise<void>;
}

/** Makes a plugin. It is called after the process has announced itself, so what it imports delays nobody. */
export type LoadPlugin = (host: Host) => Plugin | Promise<Plugin>;
