// Stands for the types of both packages, which would add a browser's globals to every file (tsconfig.json).

export function parse(filename: string, contents: string): Promise<Record<string, unknown>>;
