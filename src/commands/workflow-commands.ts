/** Each CI system that reads commands in a step's output sets one of these variables. */
const READS_COMMANDS = ["GITHUB_ACTIONS", "GITEA_ACTIONS", "FORGEJO_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"];

/** An invisible character that is no white space, so that a command after it does not start the line. */
const WORD_JOINER = "\u2060";

/**
 * Keeps a CI system from reading texts of prompts and names as commands: `::error::` at the start of a line,
 * and `##[group]`, `##vso[…]` and `##teamcity[…]` anywhere. GitLab's section markers contain control
 * characters, which no command prints.
 */
export function neutraliseCommands(
  streams: readonly Pick<NodeJS.WriteStream, "write">[],
  environment: NodeJS.ProcessEnv,
): void {
  if (!READS_COMMANDS.some((name) => (environment[name] ?? "") !== "")) return;
  for (const stream of streams) {
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
    const neutralise = neutraliser();
    stream.write = (text: unknown, ...rest: unknown[]) =>
      write(typeof text === "string" ? neutralise(text) : text, ...rest);
  }
}

export function neutraliser(): (part: string) => string {
  // True if the output so far ends at the start of a line, or in white space there.
  let isAtStart = true;
  return (part) => {
    // .NET counts \x85 as white space, too.
    const start = isAtStart ? /(^|[\r\n])((?:\x85|[^\S\r\n])*)(?=:)/g : /([\r\n])((?:\x85|[^\S\r\n])*)(?=:)/g;
    const last = /[^\r\n]*$/.exec(part)![0];
    isAtStart = /^[\x85\s]*$/.test(last) && (isAtStart || last.length < part.length);
    return part.replace(start, `$1$2${WORD_JOINER}`).replace(/##(?=\w*\[)/g, `#${WORD_JOINER}#`);
  };
}
