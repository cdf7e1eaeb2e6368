// The codec for protocol buffers. The tables under generated/ describe the messages.
export { decode } from "./decode";
export { encode } from "./encode";
export { WireError, type MessageType, type Outgoing, type Rpc } from "./message";
