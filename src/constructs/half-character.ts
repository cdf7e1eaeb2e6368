/**
 * Returns what is wrong with a text that holds half of a character, as the end of a sentence without its full stop; undefined
 * for any other text. UTF-8 has no half characters: Terraform would read U+FFFD in its place and send that to the API.
 */
export function halfCharacterIn(text: string): string | undefined {
  const [half] = /\p{Surrogate}/u.exec(text) ?? [];
  if (half === undefined) return undefined;
  return (
    `holds half of a character (\\u${half.charCodeAt(0).toString(16)}), as is left of an emoji where code cuts a text. ` +
    "Cut it by characters, with Array.from(text), for example"
  );
}
