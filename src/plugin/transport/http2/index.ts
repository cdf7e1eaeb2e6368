export { ConnectionError, ErrorCode } from "./errors";
export { encodeHeaders, type Headers } from "./hpack";
export { ServerSession } from "./session";
export { ServerStream, type StreamListener } from "./stream";
