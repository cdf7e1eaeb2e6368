// The protocol buffers codec for the tables under generated/.
export { decode } from "./decode";
export { encode } from "./encode";
export { WireError, type MessageType, type Outgoing, type Rpc } from "./message";
