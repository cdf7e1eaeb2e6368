/**
 * What Terraform makes of a string in a .tf.json file: the part of its template language that the constructs
 * may use, written from the language's rules and not from the escaping under test. `references` has the
 * values of expressions.
 */
export function evaluateTemplate(template: string, references: ReadonlyMap<string, string>): string {
  let result = "";
  let rest = template.replace(/^\ufeff/, "");
  while (rest !== "") {
    const escape = /^([$%])\1\{/.exec(rest);
    const expression = /^\$\{([^}]*)\}/.exec(rest);
    if (escape !== null) {
      result += `${escape[1]}{`;
      rest = rest.slice(3);
    } else if (expression !== null) {
      result += evaluateExpression(expression[1] as string, references);
      rest = rest.slice(expression[0].length);
    } else if (rest.startsWith("${") || rest.startsWith("%{")) {
      throw new Error(`Terraform refuses ${JSON.stringify(rest)} in ${JSON.stringify(template)}`);
    } else {
      result += rest.charAt(0);
      rest = rest.slice(1);
    }
  }
  return result;
}

function evaluateExpression(expression: string, references: ReadonlyMap<string, string>): string {
  // Such a string means in JSON what it means in an expression, but that it is a template, too.
  const quoted = /^"(?:[^"\\{]|\\u[0-9a-f]{4}|\\r|\$\$\{|%%\{|[#&]\{)*"$/.test(expression);
  const value = quoted
    ? (JSON.parse(expression) as string).replace(/([$%])\1\{/g, "$1{")
    : references.get(expression);
  if (value === undefined) throw new Error(`Terraform does not know ${JSON.stringify(expression)}`);
  return value;
}
