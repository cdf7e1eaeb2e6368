export function count(number: number, one: string): string {
  return `${number} ${number === 1 ? one : `${one}s`}`;
}

export function sentence(words: string): string {
  return `${capitalized(words)}.`;
}

export function capitalized(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

export function shortened(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length > most ? `${characters.slice(0, most).join("")}…` : text;
}
