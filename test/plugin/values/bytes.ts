export const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
/** Of what `hex` gives, with spaces anywhere. */
export const bytes = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");
export const ascii = (text: string) => Buffer.from(text).toString("hex");
