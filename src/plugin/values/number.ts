import { ValueError } from "./path";

/**
 * Any number Terraform can hold. Decoders give integers within ±(2^53-1) as `number`, other integers as `bigint`,
 * and what is left (a fraction, or an integer too long to write out) as `Decimal`. An author may also hand over a
 * `number` with a fraction: it means its shortest decimal text, so `0.1` is exactly 0.1. The infinities are legal,
 * NaN is not.
 */
export type NumberValue = number | bigint | Decimal;

/**
 * The longest integer, and the longest run of zeros after a decimal point, that is written out. It covers every
 * 64-bit float (309 digits) and 1e400, and keeps a text such as `1e999999999` from filling the memory.
 */
const MAX_WRITTEN_DIGITS = 1024;
const FIRST_UNWRITTEN = 10n ** BigInt(MAX_WRITTEN_DIGITS);

/** The engine keeps a 32-bit exponent: a number beyond it can neither come from there nor go there. */
const MAX_EXPONENT = 2 ** 31 - 1;

const NUMBER_TEXT = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;
const SAFE_INTEGER_TEXT = /^-?\d{1,15}$/;

/** A decimal number, exactly: sign, digits and a power of ten. Normalised, so that equal numbers have equal fields. */
export class Decimal {
  private constructor(
    readonly negative: boolean,
    /** Without leading and trailing zeros; empty for zero. */
    readonly digits: string,
    /** The power of ten with which the digits, read as an integer, are multiplied. */
    readonly exponent: number,
  ) {}

  /** Reads `12`, `-0.5`, `.5` or `1e-7`; throws ValueError for anything else, such as `0x1f` or `Infinity`. */
  static fromText(text: string): Decimal {
    const [, sign, whole = "", fraction = "", power = "0"] = NUMBER_TEXT.exec(text) ?? [];
    const written = whole + fraction;
    if (written === "") throw new ValueError("this text is not a decimal number");
    let end = written.length;
    while (end > 0 && written.charCodeAt(end - 1) === ZERO) end -= 1;
    if (end === 0) return new Decimal(false, "", 0);
    const exponent = Number(power) - fraction.length + (written.length - end);
    if (Math.abs(exponent) > MAX_EXPONENT) {
      throw new ValueError(`the exponent of a number is beyond ±${MAX_EXPONENT}`);
    }
    return new Decimal(sign === "-", written.slice(written.search(/[^0]/), end), exponent);
  }

  /** The one text of this number: plain digits, or `<digits>e<exponent>` where plain digits would be very long. */
  toText(): string {
    const sign = this.negative ? "-" : "";
    const point = this.digits.length + this.exponent;
    if (this.digits === "") return "0";
    if (point > MAX_WRITTEN_DIGITS || -point > MAX_WRITTEN_DIGITS) {
      return this.exponent === 0 ? sign + this.digits : `${sign}${this.digits}e${this.exponent}`;
    }
    if (this.exponent >= 0) return sign + this.digits + "0".repeat(this.exponent);
    return point > 0
      ? `${sign}${this.digits.slice(0, point)}.${this.digits.slice(point)}`
      : `${sign}0.${"0".repeat(-point)}${this.digits}`;
  }
}

const ZERO = "0".charCodeAt(0);

/** Reads a decimal text without loss; throws ValueError where `Decimal.fromText` does. */
export function parseNumber(text: string): NumberValue {
  // Adding zero turns -0 into 0, the only zero Terraform knows.
  return SAFE_INTEGER_TEXT.test(text) ? Number(text) + 0 : canonicalNumber(Decimal.fromText(text));
}

/** The one representation of a number, as the decoders give it; throws ValueError for NaN. */
export function canonicalNumber(value: NumberValue): NumberValue {
  if (typeof value === "number") {
    if (Number.isSafeInteger(value)) return value;
    if (Number.isNaN(value)) throw new ValueError("NaN is not a number Terraform can hold");
    return Number.isFinite(value) ? canonicalNumber(Decimal.fromText(String(value))) : value;
  }
  if (typeof value === "bigint") {
    if (value > -FIRST_UNWRITTEN && value < FIRST_UNWRITTEN) {
      const float = Number(value);
      return Number.isSafeInteger(float) ? float : value;
    }
    return Decimal.fromText(value.toString());
  }
  const isWritten = value.exponent >= 0 && value.digits.length + value.exponent <= MAX_WRITTEN_DIGITS;
  return isWritten ? canonicalNumber(BigInt(value.toText())) : value;
}

/** A number's one decimal text, the same for equal numbers and valid in JSON unless the number is infinite. */
export function numberText(value: NumberValue): string {
  const canonical = canonicalNumber(value);
  return canonical instanceof Decimal ? canonical.toText() : canonical.toString();
}

/**
 * The value of a 64-bit float: a whole one with all of its digits, any other by the shortest decimal that leads to it.
 * Terraform compares the same way, and holds 0.1 of a function or of another provider as a float, and 0.1 of a
 * configuration as a decimal: with the float's own digits, 0.1000000000000000055511151231…, they would differ.
 */
export function numberFromFloat(float: number): NumberValue {
  return canonicalNumber(Number.isInteger(float) ? BigInt(float) : float);
}
