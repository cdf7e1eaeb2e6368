import { createServer, type AddressInfo } from "node:net";
import { encodeHeaders, type Headers } from "../../../src/sdk/transport/http2/hpack";
import { ServerSession, type ServerStream } from "../../../src/sdk/transport/http2/session";
import { onCleanUp } from "./harness";

export const ok = encodeHeaders({ ":status": "200" });

export interface Seen {
  readonly headers: Headers;
  readonly chunks: Buffer[];
  readonly body: Buffer;
  isEnded: boolean;
  isClosed: boolean;
}

/** A server on 127.0.0.1 that notes the requests and answers as told when they have ended. */
export async function serveHttp2(answer: (stream: ServerStream, seen: Seen) => void) {
  const requests: Seen[] = [];
  const errors: unknown[] = [];
  const sessions: ServerSession[] = [];
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on("error", () => undefined);
    onCleanUp(() => socket.destroy());
    const session = new ServerSession(socket, {
      onStream(stream, headers) {
        const chunks: Buffer[] = [];
        const seen: Seen = {
          headers,
          chunks,
          get body() {
            return Buffer.concat(chunks);
          },
          isEnded: false,
          isClosed: false,
        };
        requests.push(seen);
        stream.listener = {
          onData: (chunk) => chunks.push(chunk),
          onEnd: () => {
            seen.isEnded = true;
            answer(stream, seen);
          },
          onClose: () => (seen.isClosed = true),
        };
      },
      onError: (error) => errors.push(error),
      onClose: () => undefined,
    });
    sessions.push(session);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onCleanUp(() => server.close());
  return { port: (server.address() as AddressInfo).port, requests, errors, sessions };
}

/** Sends headers, data and trailers. */
export function respond(stream: ServerStream, data: Buffer): void {
  stream.sendHeaders(ok);
  stream.finish(encodeHeaders({ "x-end": "1" }), data);
}

export const echo = (stream: ServerStream, { body }: Seen) => {
  respond(stream, body);
};
