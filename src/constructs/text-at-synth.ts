import {
  DefaultTokenResolver,
  type IPostProcessor,
  type IResolvable,
  type IResolveContext,
  StringConcat,
  Tokenization,
} from "cdktf";
import type { IConstruct } from "constructs";
import { isLazy } from "./pieces";
import { isNothing, joinTexts, piecesOf } from "./pieces";

/** What stands for a value that Terraform fills in later: braces that no check takes for a placeholder. */
export const REFERENCE = "${}";

/** A text as it is known at synth; null for none, and for what is no text. Terraform makes a text of a number. */
export function textAtSynth(scope: IConstruct, text: unknown): string | null {
  const value = typeof text === "string" ? new KnownText(text) : text;
  const resolved = resolveAtSynth(scope, value, new LazyResolver(new StringConcat()));
  return typeof resolved === "string" || typeof resolved === "number" ? String(resolved) : null;
}

/** The same for an argument. Null also where an override takes its place, which may be any expression of Terraform. */
export function argumentAtSynth(
  scope: IConstruct,
  overrides: Readonly<Record<string, unknown>>,
  argument: string,
  text: unknown,
): string | null {
  return argument in overrides ? null : textAtSynth(scope, text);
}

/** What synth writes for a value; a reference becomes an expression of Terraform. */
export function resolveAtSynth(
  scope: IConstruct,
  value: unknown,
  resolver = new DefaultTokenResolver(new StringConcat()),
): unknown {
  return Tokenization.resolve(value, { scope, resolver, preparing: false });
}

/** Those of a block's attributes that have a value at synth: the generated bindings write no others as HCL. */
export function setAtSynth<A extends { readonly value: unknown }>(
  scope: IConstruct,
  attributes: Readonly<Record<string, A>>,
): Record<string, A> {
  const isSet = ({ value }: A) => resolveAtSynth(scope, value) !== undefined;
  return Object.fromEntries(Object.entries(attributes).filter(([, attribute]) => isSet(attribute)));
}

/** A text with `REFERENCE` in place of each reference; nothing where it has lists or objects in it. */
class KnownText implements IResolvable {
  readonly creationStack: string[] = [];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  resolve(context: IResolveContext): string | undefined {
    const found = piecesOf(this.#text, context);
    const pieces = joinTexts(found.filter((piece) => !isNothing(piece)));
    if (pieces.length === 0 && found.some(isNothing)) return undefined;
    const texts = pieces.map((piece) => ("text" in piece ? piece.text : piece.value));
    return texts.some((text) => typeof text === "object") ? undefined : texts.join("");
  }
}

/** Resolves what is a value at synth, and nothing else. */
class LazyResolver extends DefaultTokenResolver {
  override resolveToken(
    token: IResolvable,
    context: IResolveContext,
    postProcessor: IPostProcessor,
  ): unknown {
    // CDKTF would resolve its result once more.
    if (token instanceof KnownText) return token.resolve(context);
    if (!isLazy(token)) return REFERENCE;
    // As undefined, null is left out of what synth writes.
    return super.resolveToken(token, context, postProcessor) ?? undefined;
  }
}
