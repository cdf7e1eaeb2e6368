// Replaces the types of both packages, which would declare a browser's globals in all files (tsconfig.json).

export function parse(filename: string, contents: string): Promise<Record<string, unknown>>;
