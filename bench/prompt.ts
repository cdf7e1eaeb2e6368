/** The text is as long as a short prompt. */
export function promptOf(number: number, revision: number): string {
  const sentence = `Number ${number}, revision ${revision}: {first_name} of {company} reads one line like this. `;
  return sentence.repeat(2);
}
