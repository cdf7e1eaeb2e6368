import { type Answer, jsonAnswer } from "./answer";
import type { Dialect } from "./dialect";

/** What can be wrong with an API call, and the status where no dialect setting decides it. */
const fixedStatus = {
  Forbidden: 403,
  UnknownPath: 404,
  MethodNotAllowed: 405,
  Conflict: 409,
  BodyTooLarge: 413,
  UnsupportedMediaType: 415,
  InternalError: 500,
} as const;

type ProblemCode = keyof typeof fixedStatus | "BadRequest" | "Unauthorized" | "NotFound";

/** A refused API call. The message goes to the caller: it names fields, never their values. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly code: ProblemCode,
    message: string,
  ) {
    super(message);
  }
}

/** What a server says that does not tell callers which ids there are. */
const DENIED = "You are not authorised to see this, or it does not exist.";

export function errorAnswer(error: ApiError, dialect: Dialect): Answer {
  const [status = "500", body = "error"] = styleOf(error.code, dialect).split("-");
  if (error.code === "NotFound" && (body === "denied" || status === "401" || status === "403")) {
    return errorBody(Number(status), "AccessDenied", DENIED, dialect);
  }
  if (body === "null") return jsonAnswer(Number(status), null);
  if (body === "empty") return jsonAnswer(Number(status), {});
  return errorBody(Number(status), error.code, error.message, dialect);
}

/** Where the simulator itself fails. The reason is a warning of the process, for whoever runs it. */
export function failureAnswer(call: string, error: unknown, dialect: Dialect): Answer {
  process.emitWarning(`The simulator could not carry out ${call}: ${String(error)}`);
  return errorAnswer(new ApiError("InternalError", "The simulator could not carry out the call."), dialect);
}

function styleOf(code: ProblemCode, dialect: Dialect): string {
  switch (code) {
    case "BadRequest":
      return dialect.badRequest;
    case "Unauthorized":
      return dialect.unauthorized;
    case "NotFound":
      return dialect.notFound;
    default:
      return String(fixedStatus[code]);
  }
}

/** An error body in the dialect's shape. */
export function errorBody(status: number, code: string, message: string, dialect: Dialect): Answer {
  switch (dialect.errorBody) {
    case "error-object":
      return jsonAnswer(status, { error: { code, message } });
    case "message":
      return jsonAnswer(status, { message });
    case "error-string":
      return jsonAnswer(status, { error: message });
    case "errors-list":
      return jsonAnswer(status, { errors: [{ code, message }] });
    case "problem": {
      const problem = jsonAnswer(status, { type: "about:blank", title: code, status, detail: message });
      return { ...problem, headers: { "content-type": "application/problem+json" } };
    }
    case "text":
      return { status, headers: { "content-type": "text/plain; charset=utf-8" }, body: message };
    case "empty":
      return { status, headers: {}, body: "" };
  }
}
