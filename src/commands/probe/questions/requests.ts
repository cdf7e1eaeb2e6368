import type { RawResponse } from "../../../client";
import { KINDS } from "../../../objects/kinds";
import { isObject } from "../../../util/json";
import type { Dialect } from "../../../simulator";
import { API, bodyOf } from "../api";
import { certain, isPassing, likely, notSeen, refusedWith, type Question } from "../question";

const NO_ERRORS = "Section 7: error shape, status codes and error codes are not shown.";

/** Returns the shape of an error body as a setting; undefined for a shape that no setting has. */
export function errorShape({ text, json }: RawResponse): Dialect["errorBody"] | undefined {
  if (text.trim() === "") return "empty";
  if (json === undefined) return "text";
  if (!isObject(json)) return undefined;
  if (isObject(json["error"])) return "error-object";
  if (Array.isArray(json["errors"])) return "errors-list";
  if (typeof json["error"] === "string") return "error-string";
  if (typeof json["title"] === "string") return "problem";
  return typeof json["message"] === "string" ? "message" : undefined;
}

/** Returns the status of a refusal as a setting names it; undefined for another status. */
function statusAs<S extends string>({ status }: RawResponse, known: readonly S[]): S | undefined {
  const name = status >= 200 && status < 300 ? "200-error" : String(status);
  return known.find((one) => one === name);
}

const badRequest: Question = {
  id: "bad-request",
  title: "request without a required field",
  document: NO_ERRORS,
  calls: () => 1,
  async ask({ server }) {
    const reply = await server.call("GetSnippet");
    const errorBody = errorShape(reply);
    const badRequest = statusAs(reply, ["400", "422", "200-error"]);
    const seen = `status ${reply.status}, error body: ${errorBody ?? "another shape"}`;
    if (errorBody === undefined && badRequest === undefined) return notSeen(seen);
    return certain(seen, { ...(errorBody && { errorBody }), ...(badRequest && { badRequest }) });
  },
};

const unknownFields: Question = {
  id: "unknown-field",
  title: "unknown field in a request",
  document: "Section 4: not shown.",
  calls: () => 1,
  async ask({ server }) {
    const reply = await server.call("ListSnippet", { cdktfOutreachProbe: true });
    if (reply.error === undefined) return certain("ignored", { unknownFields: "ignored" });
    if (isPassing(reply)) return notSeen(refusedWith(reply));
    return certain(refusedWith(reply), { unknownFields: "rejected" });
  },
};

/** Wrong identities, from the most ordinary to one that every server refuses. */
const WRONG: readonly (readonly [what: string, identity: (random: string) => object])[] = [
  ["an unknown user id", (random) => ({ userId: random })],
  ["an unknown workspace id", (random) => ({ workspaceId: random })],
  ["an empty user id", () => ({ userId: "" })],
];

const credentials: Question = {
  id: "wrong-credentials",
  title: "wrong credentials",
  document: NO_ERRORS,
  calls: () => WRONG.length,
  async ask({ server, own }) {
    const random = own.nameOf("nobody").replaceAll(" ", "-");
    const accepted: string[] = [];
    for (const [what, identity] of WRONG) {
      const reply = await server.call("ListSnippet", { ...identity(random) });
      if (reply.error === undefined) {
        accepted.push(what);
        continue;
      }
      if (isPassing(reply)) return notSeen(`${what} is ${refusedWith(reply)}`);
      const unauthorized = statusAs(reply, ["401", "403", "400", "404", "200-error"]);
      const before = accepted.map((one) => `${one} is accepted`);
      const seen = [...before, `${what} is ${refusedWith(reply)}`].join(", ");
      return (accepted.length === 0 ? certain : likely)(seen, unauthorized && { unauthorized });
    }
    return notSeen(`${accepted.join(", ")}: all are accepted`);
  },
};

const authorization: Question = {
  id: "authorization-header",
  title: "Authorization header",
  document: "Section 5, rule 6: some samples have it; whether it is checked is not shown.",
  calls: () => 1,
  async ask({ server }) {
    if (!server.hasToken)
      return certain("not required: calls without it succeed", { authorization: "ignored" });
    const reply = await server.call("ListSnippet", {}, { authorized: false });
    if (reply.error === undefined)
      return certain("not required: a call without it succeeds", { authorization: "ignored" });
    if (isPassing(reply)) return notSeen(refusedWith(reply));
    return certain(`required: a call without it is ${refusedWith(reply)}`, { authorization: "required" });
  },
};

const emptyList: Question = {
  id: "empty-list",
  title: "list without objects",
  document: "Section 7: not shown.",
  calls: () => KINDS.length,
  async ask({ server }) {
    for (const kind of KINDS) {
      const reply = await server.call(API[kind].list);
      if (reply.error !== undefined) return notSeen(refusedWith(reply));
      const { [API[kind].array]: list, nextToken } = bodyOf(reply);
      if ((Array.isArray(list) && list.length > 0) || (nextToken ?? "") !== "") continue;
      if (Array.isArray(list)) return certain("an empty array", { emptyList: "array" });
      return list === null
        ? certain("null in place of the array", { emptyList: "null" })
        : certain("no array", { emptyList: "absent" });
    }
    return notSeen("the workspace has objects of both kinds");
  },
};

/** Questions about requests. They come before the first create, and change nothing. */
export const requests = [emptyList, badRequest, unknownFields, credentials, authorization];
