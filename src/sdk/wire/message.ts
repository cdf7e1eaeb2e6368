export type ScalarType = "string" | "bytes" | "bool" | "integer";

type FieldRow = readonly [
  name: string,
  number: number,
  type: ScalarType | AnyMessageType,
  occurrence?: "repeated",
];

declare const shape: unique symbol;

/** A message type cannot contain itself. */
export interface MessageType<T> {
  readonly name: string;
  /** Most processes use only a few message types, so a layout is built on first use. */
  readonly layout: () => Layout;
  readonly [shape]?: T;
}

export type AnyMessageType = MessageType<unknown>;

export interface Rpc<Request, Response> {
  readonly path: string;
  readonly request: MessageType<Request>;
  readonly response: MessageType<Response>;
}

export type Outgoing<T> = T extends Uint8Array | string | number | boolean | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Outgoing<Item>[]
    : { readonly [Name in keyof T]?: Outgoing<T[Name]> };

export class WireError extends Error {
  override readonly name = "WireError";
}

export interface Field {
  readonly name: string;
  readonly type: ScalarType | AnyMessageType;
  readonly isRepeated: boolean;
  /** Field number and wire type. Wire type 0 is a varint, and 2 is content after its length. */
  readonly tag: number;
}

interface Layout {
  readonly fields: readonly Field[];
  readonly byNumber: readonly (Field | undefined)[];
  /** In V8, all copies of this object by `{ ...empty }` share a hidden class. */
  readonly empty: Readonly<Record<string, unknown>>;
}

export function message<T>(name: string, rows: () => readonly FieldRow[]): MessageType<T> {
  let layout: Layout | undefined;
  return { name, layout: () => (layout ??= layoutOf(rows())) };
}

const NO_ITEMS: readonly unknown[] = Object.freeze([]);

/** An absent message is undefined. */
const ZEROS = { string: "", bytes: new Uint8Array(0), bool: false, integer: 0 } as const;

function layoutOf(rows: readonly FieldRow[]): Layout {
  const byNumber: (Field | undefined)[] = [];
  const empty: Record<string, unknown> = {};
  const fields = rows.map(fieldOf);
  for (const field of fields) {
    const number = field.tag >>> 3;
    while (byNumber.length < number) byNumber.push(undefined);
    byNumber[number] = field;
    empty[field.name] = emptyValue(field);
  }
  return { fields, byNumber, empty };
}

function fieldOf([name, number, type, occurrence]: FieldRow): Field {
  const isVarint = type === "bool" || type === "integer";
  return { name, type, isRepeated: occurrence === "repeated", tag: number * 8 + (isVarint ? 0 : 2) };
}

function emptyValue({ isRepeated, type }: Field): unknown {
  if (isRepeated) return NO_ITEMS;
  return typeof type === "string" ? ZEROS[type] : undefined;
}
