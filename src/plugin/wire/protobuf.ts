// The codec for the tables under generated/: what the rest of the plugin needs to know of protocol buffers.
export { decode } from "./decode";
export { encode } from "./encode";
export { WireError, type MessageType, type Outgoing, type Rpc } from "./message";
