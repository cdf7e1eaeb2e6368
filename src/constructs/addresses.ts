import { Token } from "cdktf";
import type { IConstruct } from "constructs";
import { textToKey } from "./text";
import { userError } from "./user-error";

/** Pattern of a name in Terraform. */
const NAME = String.raw`[\p{ID_Start}_][\p{ID_Continue}\-]*`;
/** Pattern of an index or a key, which may be missing. Terraform accepts no template in a key. */
const INDEX = String.raw`(?:\[(?:\d+|"(?:[^"\\$%\r\n]|\\.|[$%](?!\{)|\$\$\{|%%\{)*")\])?`;
const ADDRESS = String.raw`^(?:module\.${NAME}${INDEX}\.)*${NAME}\.${NAME}${INDEX}$`;

/** Returns a text as the content of a quoted key in an address. References of CDKTF resolve at synth. */
export function addressKeyOf(key: string, construct: IConstruct): string {
  return String(textToKey(key, construct, "moveTo key"));
}

/**
 * Throws if a text is not the address of a resource. CDKTF would write any text unchanged, and in HCL, a line
 * break in the text would end the argument. `called` is the method that got the text.
 */
export function refuseNoAddress(text: string, { node }: IConstruct, called: (id: string) => void): void {
  if (Token.isUnresolved(text) || new RegExp(ADDRESS, "u").test(text)) return;
  throw userError(
    `${called.name} of ${node.path} needs the address of a resource, such as outreach_snippet.opener. A plan shows the ` +
      "addresses of all resources.",
    called,
  );
}
