import type * as Hcl2Json from "@cdktf/hcl2json";
import type { JsonObject } from "../../shared/json";
import { messageOf } from "../../shared/message-of";

type Parser = typeof Hcl2Json;

/**
 * Converts HCL into Terraform's JSON syntax with HashiCorp's parser. The parser is as large as two copies of
 * this package, and only plain HCL needs it: it is an optional peer dependency (docs/design/export.md).
 * @throws Error naming the file and the place of a syntax error, or how to install the parser
 */
export async function parseHcl(file: string, text: string): Promise<JsonObject> {
  const { parse } = await loadParser(file);
  try {
    return await parse(file, text);
  } catch (error) {
    const reason = messageOf(error).replace(/^parse config: \[(.*)\]$/s, "$1");
    throw new Error(`${file} is not valid HCL: ${reason}`, { cause: error });
  }
}

async function loadParser(file: string): Promise<Parser> {
  for (const load of [() => import("@cdktn/hcl2json"), () => import("@cdktf/hcl2json")]) {
    try {
      const loaded: Parser & { readonly default?: Parser } = await load();
      return loaded.default ?? loaded;
    } catch (error) {
      if (!isNotInstalled(error)) throw error;
    }
  }
  throw new Error(
    `${file} cannot be read without HashiCorp's parser for HCL, which is not installed. Install it beside ` +
      "cdktf-outreach: npm install --save-dev @cdktn/hcl2json",
  );
}

function isNotInstalled(error: unknown): boolean {
  return /^(ERR_)?MODULE_NOT_FOUND$/.test(String((error as NodeJS.ErrnoException).code));
}
