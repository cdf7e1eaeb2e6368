export const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
/** The bytes of a text that `hex` returned, with spaces anywhere. */
export const bytes = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");
export const ascii = (text: string) => Buffer.from(text).toString("hex");
