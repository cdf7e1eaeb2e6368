/** One step from a value to a value inside it: the name of an attribute, or the index in a list. */
type PathStep = string | number;

/** A malformed value. The message has the path and the expected type, never the value: it may be secret. */
export class ValueError extends Error {
  override readonly name = "ValueError";

  constructor(
    /** What is wrong, without the path. */
    readonly reason: string,
    readonly path: readonly PathStep[] = [],
  ) {
    super(path.length === 0 ? reason : `${formatPath(path)}: ${reason}`);
  }
}

/** Returns a path in Terraform's syntax, such as `rules[2].name`. */
function formatPath([first, ...rest]: readonly PathStep[]): string {
  const steps = rest.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`));
  return [typeof first === "number" ? `[${first}]` : first, ...steps].join("");
}

/** Returns the error with `step` added at the start of its path. Only a ValueError has a path. */
export function inside(step: PathStep, error: unknown): unknown {
  return error instanceof ValueError ? new ValueError(error.reason, [step, ...error.path]) : error;
}
