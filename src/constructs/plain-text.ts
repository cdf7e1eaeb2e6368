import { withoutTokens } from "./verbatim";

/**
 * Returns a text in which CDKTF resolves nothing: what looks like one of its tokens, such as `${TfToken[TOKEN.0]}`, stays
 * text. For texts that come from elsewhere, as those of `cdktf-outreach export` do; `promptFile` does it by itself.
 */
export function plainText(text: string): string {
  return withoutTokens(text);
}
