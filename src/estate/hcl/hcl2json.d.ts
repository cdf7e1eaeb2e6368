// The types of both packages would declare a browser's globals in all files, so this file replaces them
// (tsconfig.json).

export function parse(filename: string, contents: string): Promise<Record<string, unknown>>;
