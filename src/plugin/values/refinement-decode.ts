import { MAX_REFINEMENT_BYTES, REFINED_UNKNOWN, RefinementKey } from "./msgpack-format";
import { MsgpackReader } from "./msgpack-reader";
import { ValueError } from "./path";
import type { Type } from "./types";
import { type NumberBound, type Refinement, Unknown, unknown } from "./value";

type MutableRefinement = { -readonly [Key in keyof Refinement]: Refinement[Key] };

/**
 * Reads an unknown value: an extension of any code (Terraform's object wire format). A malformed refinement
 * is ignored, because refinements are hints; one that is too long is an error, as it is for Terraform.
 */
export function readUnknown(reader: MsgpackReader, type: Type): Unknown {
  const { code, payload } = reader.readExtension();
  if (code !== REFINED_UNKNOWN) return unknown;
  if (payload.length > MAX_REFINEMENT_BYTES) {
    throw new ValueError(`the refinement of an unknown value is longer than ${MAX_REFINEMENT_BYTES} bytes`);
  }
  try {
    const refinement = readRefinement(new MsgpackReader(payload), type);
    return Object.keys(refinement).length === 0 ? unknown : new Unknown(refinement);
  } catch (error) {
    if (error instanceof ValueError) return unknown;
    throw error;
  }
}

function readRefinement(reader: MsgpackReader, type: Type): Refinement {
  const refinement: MutableRefinement = {};
  const isCollection = type.kind === "list" || type.kind === "set" || type.kind === "map";
  for (let pending = reader.readMapLength("a map"); pending > 0; pending -= 1) {
    const key = reader.readNumber();
    if (key === RefinementKey.nullness) {
      refinement.nullness = reader.readBool() ? "null" : "notNull";
    } else if (key === RefinementKey.prefix && type.kind === "string") {
      refinement.prefix = reader.readString();
    } else if (key === RefinementKey.lower && type.kind === "number") {
      refinement.lower = readBound(reader);
    } else if (key === RefinementKey.upper && type.kind === "number") {
      refinement.upper = readBound(reader);
    } else if (key === RefinementKey.minLength && isCollection) {
      refinement.minLength = readLength(reader);
    } else if (key === RefinementKey.maxLength && isCollection) {
      refinement.maxLength = readLength(reader);
    } else {
      reader.skipValue();
    }
  }
  return refinement;
}

function readBound(reader: MsgpackReader): NumberBound {
  if (reader.readArrayLength("a bound") !== 2) throw new ValueError("a bound must be a number and a bool");
  return { value: reader.readNumber(), inclusive: reader.readBool() };
}

function readLength(reader: MsgpackReader): number {
  const length = reader.readNumber();
  if (typeof length !== "number" || !Number.isSafeInteger(length) || length < 0) {
    throw new ValueError("a length must be a whole number");
  }
  return length;
}
