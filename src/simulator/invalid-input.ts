/** Something a person or test handed to the simulator itself (an option, a fault rule, an admin call) is wrong. */
export class InvalidInput extends Error {
  override readonly name = "InvalidInput";
}
