import { type HttpResponse, jsonResponse, withHeaders } from "./http";
import type { Dialect } from "./dialect";

/** The errors of API calls with a fixed status. The status of other errors is a dialect setting. */
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

/** A refused API call. Its message is sent to the caller and names fields, never their values. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly code: ProblemCode,
    message: string,
  ) {
    super(message);
  }
}

/** The error message of servers that do not reveal which ids exist. */
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

/** Returns a response with an error body in the dialect's shape. */
export function errorBody(
  status: number,
  { code, message }: { readonly code: string; readonly message: string },
  dialect: Dialect,
): HttpResponse {
  switch (dialect.errorBody) {
    case "error-object":
      return jsonResponse(status, { error: { code, message } });
    case "message":
      return jsonResponse(status, { message });
    case "error-string":
      return jsonResponse(status, { error: message });
    case "errors-list":
      return jsonResponse(status, { errors: [{ code, message }] });
    case "problem": {
      const problem = jsonResponse(status, { type: "about:blank", title: code, status, detail: message });
      return withHeaders(problem, { "content-type": "application/problem+json" });
    }
    case "text":
      return { status, headers: { "content-type": "text/plain; charset=utf-8" }, body: message };
    case "empty":
      return { status, headers: {}, body: "" };
  }
}
