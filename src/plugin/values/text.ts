const BEYOND_ASCII = /[^\0-\x7f]/;
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * A text in Unicode normalisation form C. The engine normalises every string it decodes, map keys and attribute names
 * included (go-cty, `cty.NormalizeString`); a provider that compared or returned another form would see a difference
 * where the engine sees none. Plain ASCII is its own normal form and is not worth the call.
 */
export function normaliseText(text: string): string {
  return BEYOND_ASCII.test(text) ? text.normalize("NFC") : text;
}

/** Whether a text holds half of a surrogate pair, which UTF-8 cannot carry. */
export function hasLoneSurrogate(text: string): boolean {
  return LONE_SURROGATE.test(text);
}
