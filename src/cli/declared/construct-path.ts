import { isObject, type JsonObject } from "../../shared/json";

/** Returns the path that synth writes beside the arguments of a construct; null for other configurations. */
export function constructPathOf(body: JsonObject | undefined): string | null {
  const comment = body?.["//"];
  const metadata = isObject(comment) ? comment.metadata : undefined;
  return isObject(metadata) && typeof metadata.path === "string" ? metadata.path : null;
}
