/** The oldest Node.js that the package supports, as in package.json. */
export const OLDEST_NODE = [20, 18, 1] as const;

/** Reports whether the first `x.y.z` in `version` is at least the version `least`. */
export function isAtLeast(version: string, least: readonly number[]): boolean {
  const parts = (/(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number);
  const different = least.findIndex((part, index) => part !== parts[index]);
  return different === -1 || (parts[different] ?? 0) > least[different]!;
}

/**
 * Reports whether a version satisfies a constraint of required_providers, such as `>= 1.2, != 1.3.0`. The engine reports
 * a constraint that has another form.
 */
export function satisfies(version: string, constraint: string): boolean {
  const given = version.split(/[-.+]/).slice(0, 3).map(Number);
  return constraint.split(",").every((part) => {
    const [match, operator = "=", wanted = ""] =
      /^\s*(=|!=|>=?|<=?|~>)?\s*(\d+(?:\.\d+){0,2}(?:[-+]\S+)?)\s*$/.exec(part) ?? [];
    if (match === undefined) return true;
    // An engine takes a pre-release only if the constraint names it.
    if (version.includes("-") && wanted !== version) return operator === "!=";
    const numbers = wanted
      .replace(/[-+].*/, "")
      .split(".")
      .map(Number);
    const differences = given.map((number, index) => number - (numbers[index] ?? 0));
    const isAfterPrerelease = wanted.includes("-") && wanted !== version;
    const order = differences.find((difference) => difference !== 0) ?? (isAfterPrerelease ? 1 : 0);
    const holds = { "=": order === 0, "!=": order !== 0, ">": order > 0, "<": order < 0, "<=": order <= 0 };
    // `~> 1.2` allows any 1.x from 1.2 on.
    const isSamePrefix = numbers.slice(0, -1).every((number, index) => number === given[index]);
    return holds[operator as keyof typeof holds] ?? (order >= 0 && (operator === ">=" || isSamePrefix));
  });
}
