import { type IResolvable, type IResolveContext, LazyBase, Token, Tokenization } from "cdktf";

/** What stands for a reference in a string of CDKTF: `${TfToken[…]}`, or for a number one that no program computes. */
const TOKEN = /(\$\{TfToken\[[\w:.-]+\]\}|-8\.1\d+e\+298)/;

/**
 * A text as it goes into the synthesized stack: Terraform reads every string there as a template, so `${` and `%{` are
 * escaped, while references of CDKTF still resolve. It is done at synth and not when a property is set, so that it is
 * done once, whatever way the text came. (cdktf.md, section 4)
 */
class Text implements IResolvable {
  readonly creationStack: string[] = [];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  resolve(context: IResolveContext): unknown {
    return resolveText(this.#text, context);
  }

  toString(): string {
    return Token.asString(this);
  }
}

/** What the generated bindings pass every string argument through. */
export function textToTerraform(argument: string | undefined): IResolvable | undefined {
  return typeof argument === "string" ? new Text(argument) : argument;
}

function resolveText(text: string, context: IResolveContext): unknown {
  // With one group in the pattern, split gives literals at even and tokens at odd places.
  const pieces = text.split(TOKEN);
  if (pieces.length === 3 && pieces[0] === "" && pieces[2] === "") {
    return resolveToken(text, context);
  }
  return pieces
    .map((piece, index) => {
      if (index % 2 === 1) return String(resolveToken(piece, context));
      return index < pieces.length - 1 ? escapeBefore(piece) : escapeText(piece);
    })
    .join("");
}

function resolveToken(token: string, context: IResolveContext): unknown {
  const number = Number(token);
  const [resolvable] = Tokenization.reverse(Number.isNaN(number) ? token : number);
  if (resolvable === undefined) return token;
  // A lazy value is what the caller would have written, only later. Any other token is an expression of Terraform.
  const value: unknown = resolvable instanceof LazyBase ? resolvable.resolve(context) : resolvable;
  return typeof value === "string" ? resolveText(value, context) : context.resolve(value);
}

function escapeText(text: string): string {
  return text.replace(/[$%]\{/g, (opening) => opening.charAt(0) + opening);
}

/** A `$` in front of a reference would escape the reference, so it goes into an expression of its own. */
function escapeBefore(text: string): string {
  const signs = /[$%]+$/.exec(text)?.[0];
  return signs === undefined ? escapeText(text) : `${escapeText(text.slice(0, -signs.length))}\${"${signs}"}`;
}
