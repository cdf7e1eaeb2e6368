// Generated from goplugin.proto by scripts/generate-wire.mjs. Do not edit.
import { message, type MessageType } from "../message";

/** Also stands for google.protobuf.Empty, which is the same on the wire. */
export type Empty = Readonly<Record<never, never>>;
export const Empty: MessageType<Empty> = /* @__PURE__ */ message("plugin.Empty", () => []);

/** What the plugin printed. We keep this stream silent: logs go to standard error. */
export interface StdioData {
  readonly channel: StdioDataChannel;
  readonly data: Uint8Array;
}
export const StdioData: MessageType<StdioData> = /* @__PURE__ */ message("plugin.StdioData", () => [
  ["channel", 1, "enum"],
  ["data", 2, "bytes"],
]);

export const StdioDataChannel = {
  INVALID: 0,
  STDOUT: 1,
  STDERR: 2,
} as const;
export type StdioDataChannel = (typeof StdioDataChannel)[keyof typeof StdioDataChannel];

/** An offer of a further connection. No Terraform provider makes one. */
export interface ConnInfo {
  readonly serviceId: number;
  readonly network: string;
  readonly address: string;
  readonly knock?: ConnInfoKnock | undefined;
}
export const ConnInfo: MessageType<ConnInfo> = /* @__PURE__ */ message("plugin.ConnInfo", () => [
  ["serviceId", 1, "uint32"],
  ["network", 2, "string"],
  ["address", 3, "string"],
  ["knock", 4, ConnInfoKnock],
]);

export interface ConnInfoKnock {
  readonly knock: boolean;
  readonly ack: boolean;
  readonly error: string;
}
export const ConnInfoKnock: MessageType<ConnInfoKnock> = /* @__PURE__ */ message("plugin.ConnInfo.Knock", () => [
  ["knock", 1, "bool"],
  ["ack", 2, "bool"],
  ["error", 3, "string"],
]);

export const GRPCController = {
  Shutdown: {
    path: "/plugin.GRPCController/Shutdown",
    request: Empty,
    response: Empty,
  },
} as const;

export const GRPCStdio = {
  StreamStdio: {
    path: "/plugin.GRPCStdio/StreamStdio",
    request: Empty,
    response: StdioData,
  },
} as const;

export const GRPCBroker = {
  StartStream: {
    path: "/plugin.GRPCBroker/StartStream",
    request: ConnInfo,
    response: ConnInfo,
  },
} as const;
