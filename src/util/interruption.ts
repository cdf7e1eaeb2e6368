/** The error of a command that a signal of the operating system has ended. */
export class Interruption extends Error {
  override readonly name = "Interruption";

  constructor(signal: NodeJS.Signals) {
    super(`Interrupted by ${signal}.`);
  }
}
