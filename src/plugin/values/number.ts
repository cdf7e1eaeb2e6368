import { ValueError } from "./path";

/**
 * Any number of Terraform. Decoders return integers within ±(2^53-1) as `number`, other integers as `bigint`,
 * and fractions and very long integers as `Decimal`. Provider code may also pass a fraction as `number`. That
 * fraction stands for its shortest decimal text: `0.1` is exactly 0.1. Infinities are valid, NaN is not.
 */
export type NumberValue = number | bigint | Decimal;

/**
 * Most digits, and most zeros after the point, of a number that is written without exponent: enough for every
 * 64-bit float (309 digits), and `1e999999999` cannot exhaust the memory.
 */
const MAX_WRITTEN_DIGITS = 1024;
const FIRST_UNWRITTEN = 10n ** BigInt(MAX_WRITTEN_DIGITS);

/** Terraform's exponents have 32 bits. */
const MAX_EXPONENT = 2 ** 31 - 1;

const NUMBER_TEXT = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;
const SAFE_INTEGER_TEXT = /^-?\d{1,15}$/;

/** An exact decimal number in normal form: equal numbers have equal fields. */
export class Decimal {
  private constructor(
    readonly negative: boolean,
    /** The digits of the number, without leading and trailing zeros; empty for zero. */
    readonly digits: string,
    /** The number is `digits` as an integer, times ten to this power. */
    readonly exponent: number,
  ) {}

  /** Parses `12`, `-0.5`, `.5` or `1e-7`; throws ValueError for other text such as `0x1f` or `Infinity`. */
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

  /** Returns the canonical text: plain digits, or `<digits>e<exponent>` if the digits would be very long. */
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

/** Parses a decimal text without loss; throws ValueError like `Decimal.fromText`. */
export function parseNumber(text: string): NumberValue {
  // Adding zero turns -0 into 0: Terraform has no negative zero.
  return SAFE_INTEGER_TEXT.test(text) ? Number(text) + 0 : canonicalNumber(Decimal.fromText(text));
}

/** Returns the canonical form of a number, as decoders return it; throws ValueError for NaN. */
export function canonicalNumber(value: NumberValue): NumberValue {
  if (typeof value === "number") {
    if (Number.isSafeInteger(value)) return value;
    if (Number.isNaN(value)) throw new ValueError("NaN is not a number that Terraform can represent");
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

/** Returns the canonical decimal text of a number. The text is valid JSON unless the number is infinite. */
export function numberText(value: NumberValue): string {
  const canonical = canonicalNumber(value);
  return canonical instanceof Decimal ? canonical.toText() : canonical.toString();
}

/** Returns the value of a float; a fraction's is its shortest decimal (docs/design/protocol-sdk.md). */
export function numberFromFloat(float: number): NumberValue {
  return canonicalNumber(Number.isInteger(float) ? BigInt(float) : float);
}
