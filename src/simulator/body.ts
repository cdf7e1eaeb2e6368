import type { IncomingMessage } from "node:http";

/** A guess: section 8 shows no size limit. */
const LARGEST_BODY = 10 * 1024 * 1024;
/** The error for a larger body. */
export const TOO_LARGE = `The body must not be larger than ${LARGEST_BODY} bytes.`;

/** Reads the body of a request; undefined if it is too large. */
export function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  request.on("data", (piece: Buffer) => {
    size += piece.length;
    if (size <= LARGEST_BODY) pieces.push(piece);
    else pieces.length = 0;
  });
  return new Promise((resolve, reject) => {
    request.once("error", reject);
    request.once("end", () => resolve(size <= LARGEST_BODY ? whole(pieces) : undefined));
  });
}

function whole(pieces: readonly Buffer[]): Buffer {
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
}
