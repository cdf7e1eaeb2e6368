import type { IncomingMessage } from "node:http";
import type { Dialect } from "./dialect";

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export function jsonResponse(status: number, value: unknown): HttpResponse {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

export function textResponse(status: number, body: string): HttpResponse {
  return { status, headers: { "content-type": "text/plain; charset=utf-8" }, body };
}

export function withHeaders(response: HttpResponse, headers: HttpResponse["headers"] = {}): HttpResponse {
  return { ...response, headers: { ...response.headers, ...headers } };
}

/** Size in bytes. The API document names no limit, so this limit is a guess. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
export const TOO_LARGE = `The body must not be larger than ${MAX_BODY_BYTES} bytes.`;

export function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  request.on("data", (piece: Buffer) => {
    size += piece.length;
    if (size <= MAX_BODY_BYTES) pieces.push(piece);
    else pieces.length = 0;
  });
  return new Promise((resolve, reject) => {
    request.once("error", reject);
    request.once("end", () => resolve(size <= MAX_BODY_BYTES ? Buffer.concat(pieces) : undefined));
  });
}

/** A more deeply nested body may overflow the stack. The API document names no limit. */
export const DEEPEST = 500;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Returns undefined if the body is not UTF-8, not JSON or nested too deep. */
export function parseBody(body: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(utf8.decode(body));
    return isTooDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** A value that contains itself is too deep. */
export function isTooDeep(value: unknown, levels = DEEPEST): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isTooDeep(item, levels - 1));
}

export function isJsonType(contentType: string | undefined): boolean {
  return contentType?.split(";")[0]?.trim().toLowerCase() === "application/json";
}

const loopbackName = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/** Returns why a request from a web page is refused (docs/design/simulator.md). */
export function refusedFor({ headers }: IncomingMessage): string | undefined {
  const { host = "", origin } = headers;
  if (!loopbackName.test(host))
    return "The Host header must name a loopback host: 127.0.0.1, localhost or [::1].";
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
    return "Requests from other sites are refused.";
  }
  return undefined;
}

const fixedStatus = {
  Forbidden: "403",
  UnknownPath: "404",
  MethodNotAllowed: "405",
  Conflict: "409",
  BodyTooLarge: "413",
  UnsupportedMediaType: "415",
  InternalError: "500",
} as const;

type ProblemCode = keyof typeof fixedStatus | "BadRequest" | "Unauthorized" | "NotFound";

/** The caller receives the message, which names fields, but never their values. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly code: ProblemCode,
    message: string,
  ) {
    super(message);
  }
}

const DENIED = "You are not authorised to see this, or it does not exist.";

export function errorResponse(error: ApiError, dialect: Dialect): HttpResponse {
  const { badRequest, unauthorized, notFound } = dialect;
  const styles = { ...fixedStatus, BadRequest: badRequest, Unauthorized: unauthorized, NotFound: notFound };
  const [status, body = "error"] = styles[error.code].split("-");
  if (error.code === "NotFound" && (body === "denied" || status === "401" || status === "403")) {
    return errorBody(Number(status), { code: "AccessDenied", message: DENIED }, dialect);
  }
  if (body === "null") return jsonResponse(Number(status), null);
  if (body === "empty") return jsonResponse(Number(status), {});
  return errorBody(Number(status), error, dialect);
}

interface ErrorText {
  readonly code: string;
  readonly message: string;
}

const BODIES: Readonly<Record<Dialect["errorBody"], (error: ErrorText, status: number) => object | string>> =
  {
    "error-object": ({ code, message }) => ({ error: { code, message } }),
    message: ({ message }) => ({ message }),
    "error-string": ({ message }) => ({ error: message }),
    "errors-list": ({ code, message }) => ({ errors: [{ code, message }] }),
    problem: ({ code, message }, status) => ({ type: "about:blank", title: code, status, detail: message }),
    text: ({ message }) => message,
    empty: () => "",
  };

export function errorBody(status: number, error: ErrorText, dialect: Dialect): HttpResponse {
  const body = BODIES[dialect.errorBody](error, status);
  if (body === "") return { status, headers: {}, body };
  if (typeof body === "string") return textResponse(status, body);
  const isProblem = dialect.errorBody === "problem";
  const response = jsonResponse(status, body);
  return isProblem ? withHeaders(response, { "content-type": "application/problem+json" }) : response;
}
