/** An error in an option, a fault rule or a call of the control interface. */
export class InvalidInput extends Error {
  override readonly name = "InvalidInput";
}
