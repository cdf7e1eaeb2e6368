/** An error in an option, a fault rule or a call of the control interface. */
export class InvalidInput extends Error {
  override readonly name = "InvalidInput";
}

/** A check of a field's value. In error messages, `takes` describes the valid values. */
export interface Check {
  readonly takes: string;
  accepts(value: unknown): boolean;
}

/** The checks of fields, by name; a name that ends in `?` is optional. */
export type Checks = Readonly<Record<string, Check>>;

export function check(takes: string, accepts: (value: unknown) => boolean): Check {
  return { takes, accepts };
}

export function wholeFrom(least: number, most = Number.MAX_SAFE_INTEGER): Check {
  return check(
    `a whole number from ${least}${most < Number.MAX_SAFE_INTEGER ? ` to ${most}` : ""}`,
    (value) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
  );
}

export function oneOf(values: readonly string[]): Check {
  return check(`one of ${values.join(", ")}`, (value) => values.some((candidate) => candidate === value));
}

/** Refuses unknown fields, missing fields and wrong values. @throws InvalidInput */
export function checkFields(what: string, input: Readonly<Record<string, unknown>>, checks: Checks): void {
  const known = Object.keys(checks).map((name) => name.replace("?", ""));
  const unknown = Object.keys(input).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new InvalidInput(
      `A ${what} has no field ${JSON.stringify(unknown)}. It has: ${known.join(", ") || "none"}.`,
    );
  }
  for (const [key, { takes, accepts }] of Object.entries(checks)) {
    const name = key.replace("?", "");
    const value = input[name];
    if (value === undefined ? !key.endsWith("?") : !accepts(value)) {
      throw new InvalidInput(`The field ${name} of a ${what} takes ${takes}.`);
    }
  }
}
