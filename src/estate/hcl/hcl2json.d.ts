// Stands for the types of both packages, which would add a browser's globals to every file (tsconfig.json).

/** Converts HCL into Terraform's JSON syntax. Rejects with the place of a syntax error. */
export function parse(filename: string, contents: string): Promise<Record<string, unknown>>;
