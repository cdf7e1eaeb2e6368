import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { withoutTokens } from "./verbatim";

/**
 * Returns the text of a prompt file in UTF-8, without a byte order mark and otherwise unchanged. What looks like one of
 * CDKTF's tokens in the file, such as `${TfToken[TOKEN.0]}`, is text to CDKTF and Terraform; in the returned string a token
 * stands for these characters. A relative path starts at the working directory, which is the folder of cdktf.json when the
 * cdktf command runs the app; in tests that run elsewhere, give an absolute path. Throws where the file cannot be read or is
 * not UTF-8.
 */
export function promptFile(path: string): string {
  const file = resolve(path);
  const bytes = read(path, file);
  try {
    return withoutTokens(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Error(`promptFile(${JSON.stringify(path)}): ${file} is not UTF-8 text. Save it as UTF-8.`);
  }
}

function read(path: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "there is no such file" : `it cannot be read (${code})`;
    throw new Error(
      `promptFile(${JSON.stringify(path)}): ${file}: ${reason}. A relative path starts at the working directory, which is the folder of cdktf.json where cdktf runs the app.`,
      { cause: error },
    );
  }
}
