/** Returns the number of linked resources in words (section 2.1). A negative number is invalid. */
export function linkedTo(count: number): string {
  if (count < 0) return `an unknown number of linked mailboxes and other resources (the API counts ${count})`;
  return count === 1 ? "1 linked mailbox or other resource" : `${count} linked mailboxes and other resources`;
}

export function lossOf(count: number): string {
  return `${linkedTo(count)} ${count === 1 ? "loses its" : "lose their"} cluster`;
}
