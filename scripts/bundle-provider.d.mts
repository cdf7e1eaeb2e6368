import { type BuildOptions } from "esbuild";

export function bundleProvider(entry: string, folder: string, options?: BuildOptions): Promise<void>;
