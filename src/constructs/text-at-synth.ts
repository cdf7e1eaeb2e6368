import {
  DefaultTokenResolver,
  type IPostProcessor,
  type IResolvable,
  type IResolveContext,
  StringConcat,
  Tokenization,
} from "cdktf";
import type { IConstruct } from "constructs";
import { isLazy, isNothing, isPlain, joinTexts, piecesOf } from "./pieces";
import { LateValue } from "./tokens";

/** Stands for a value that only Terraform knows. No check reads these braces as a placeholder. */
export const REFERENCE = "${}";

/** Returns a text as far as synth knows it; null if the value is missing, or is neither text nor number. */
export function textAtSynth(scope: IConstruct, text: unknown): string | null {
  if (typeof text === "string" && isPlain(text)) return text;
  const value = typeof text === "string" ? new LateValue((context) => knownText(text, context)) : text;
  const resolved = resolveAtSynth(scope, value, new LazyResolver(new StringConcat()));
  return typeof resolved === "string" || typeof resolved === "number" ? String(resolved) : null;
}

/** Returns what synth writes for a value. A reference becomes a Terraform expression. */
export function resolveAtSynth(
  scope: IConstruct,
  value: unknown,
  resolver = new DefaultTokenResolver(new StringConcat()),
): unknown {
  return Tokenization.resolve(value, { scope, resolver, preparing: false });
}

/** Returns the attributes that have a value at synth. The generated bindings write only these as HCL. */
export function setAtSynth<A extends { readonly value: unknown }>(
  scope: IConstruct,
  attributes: Readonly<Record<string, A>>,
): Record<string, A> {
  const isSet = ({ value }: A) => resolveAtSynth(scope, value) !== undefined;
  return Object.fromEntries(Object.entries(attributes).filter(([, attribute]) => isSet(attribute)));
}

/** Returns a text with `REFERENCE` for each reference; undefined if it contains a list or an object. */
function knownText(text: string, context: IResolveContext): string | undefined {
  const found = piecesOf(text, context);
  const pieces = joinTexts(found.filter((piece) => !isNothing(piece)));
  if (pieces.length === 0 && found.some(isNothing)) return undefined;
  const texts = pieces.map((piece) => ("text" in piece ? piece.text : piece.value));
  return texts.some((part) => typeof part === "object") ? undefined : texts.join("");
}

/** Resolves lazy values, and returns `REFERENCE` for any other token. */
class LazyResolver extends DefaultTokenResolver {
  override resolveToken(
    token: IResolvable,
    context: IResolveContext,
    postProcessor: IPostProcessor,
  ): unknown {
    // Calls the token itself, because `super` would resolve the result again.
    if (token instanceof LateValue) return token.resolve(context);
    if (!isLazy(token)) return REFERENCE;
    // Synth leaves out null as well as undefined values.
    return super.resolveToken(token, context, postProcessor) ?? undefined;
  }
}
