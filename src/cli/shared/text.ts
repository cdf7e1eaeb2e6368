export function count(number: number, one: string): string {
  return `${number} ${number === 1 ? one : `${one}s`}`;
}

/** Words as a sentence of their own. */
export function sentence(words: string): string {
  return `${capitalized(words)}.`;
}

export function capitalized(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
