const { stdout, env } = process;
const hasColours = stdout.isTTY === true && (env.NO_COLOR ?? "") === "";
const paint = (code, text) => (hasColours ? `\u001B[${code}m${text}\u001B[0m` : text);

export const bold = (text) => paint(1, text);
export const dim = (text) => paint(2, text);
export const yellow = (text) => paint(33, text);

export function say(text = "") {
  stdout.write(`${text}\n`);
}

export function heading(number, title, why) {
  say(`\n${bold(`━━━ ${number}  ${title}`)}\n${why}`);
}
