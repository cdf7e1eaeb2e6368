/** The supported scalar types. All are varints on the wire, except `string` and `bytes`. */
export type ScalarType = "string" | "bytes" | "bool" | "int64" | "int32" | "uint32" | "enum";

/** How often a field occurs. Default: one value, omitted when zero. `oneof` is followed by its name. */
type Occurrence = "optional" | "repeated" | "map" | `oneof ${string}`;

/** One field of a message: name in TypeScript, number, type, occurrence. Map keys are always strings. */
type FieldRow = readonly [
  name: string,
  number: number,
  type: ScalarType | AnyMessageType,
  occurrence?: Occurrence,
];

declare const shape: unique symbol;

/** Describes messages of the TypeScript type `T` to `encode` and `decode`. */
export interface MessageType<T> {
  readonly name: string;
  /** Built on first use, because most processes use few of the messages. */
  readonly layout: () => Layout;
  readonly [shape]?: T;
}

/** A message type, whatever its TypeScript type. */
export type AnyMessageType = MessageType<unknown>;

/** A method of a service. */
export interface Rpc<Request, Response> {
  /** `/package.Service/Method`, as in the `:path` of a call. */
  readonly path: string;
  readonly request: MessageType<Request>;
  readonly response: MessageType<Response>;
}

/** A message to encode: every field may be missing. */
export type Outgoing<T> = T extends Uint8Array | string | number | boolean | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Outgoing<Item>[]
    : T extends ReadonlyMap<string, infer Value>
      ? ReadonlyMap<string, Outgoing<Value>>
      : { readonly [Name in keyof T]?: Outgoing<T[Name]> };

/** Bytes or a structure that do not form a valid message. */
export class WireError extends Error {
  override readonly name = "WireError";
}

/** One field, prepared for encoding and decoding. */
export interface Field {
  readonly name: string;
  readonly type: ScalarType | AnyMessageType;
  readonly kind: "single" | "optional" | "repeated" | "map";
  /** Other fields of the same oneof; setting this field clears them. */
  readonly siblings: readonly string[];
  /** 0 for a varint, 2 with a length. Repeated numbers are written unpacked, and read in both forms. */
  readonly wireType: 0 | 2;
  /** Field number and wire type of one occurrence. */
  readonly tag: number;
  /** Field number and wire type of the value in an entry of a map. */
  readonly mapValueTag: number;
}

/** The fields of a message, prepared for encoding and decoding. */
export interface Layout {
  readonly fields: readonly Field[];
  /** Fields by number. */
  readonly byNumber: readonly (Field | undefined)[];
  /** A message without any field set. Spread copies of it share a hidden class in V8. */
  readonly empty: Readonly<Record<string, unknown>>;
  readonly maps: readonly Field[];
}

/** Describes a message. `rows` is called on first use. */
export function message<T>(name: string, rows: () => readonly FieldRow[]): MessageType<T> {
  let layout: Layout | undefined;
  return { name, layout: () => (layout ??= layoutOf(rows())) };
}

/** Returns the value of an absent field without presence. */
export function zeroOf(type: ScalarType): string | Uint8Array | boolean | number {
  switch (type) {
    case "string":
      return "";
    case "bytes":
      return NO_BYTES;
    case "bool":
      return false;
    case "int64":
    case "int32":
    case "uint32":
    case "enum":
      return 0;
  }
}

const NO_ITEMS: readonly unknown[] = Object.freeze([]);
const NO_BYTES = new Uint8Array(0);

function layoutOf(rows: readonly FieldRow[]): Layout {
  const byNumber: (Field | undefined)[] = [];
  const empty: Record<string, unknown> = {};
  const sorted = [...rows].sort((a, b) => a[1] - b[1]);
  const fields = sorted.map((row) => fieldOf(row, rows));
  for (const [index, field] of fields.entries()) {
    const number = (sorted[index] as FieldRow)[1];
    while (byNumber.length < number) byNumber.push(undefined);
    byNumber.push(field);
    empty[field.name] = emptyValue(field);
  }
  return { fields, byNumber, empty, maps: fields.filter((field) => field.kind === "map") };
}

function fieldOf([name, number, type, occurrence]: FieldRow, rows: readonly FieldRow[]): Field {
  const isOneof = occurrence?.startsWith("oneof ") ?? false;
  const hasLength = typeof type !== "string" || type === "string" || type === "bytes";
  const wireType = hasLength || occurrence === "map" ? 2 : 0;
  return {
    name,
    type,
    kind: kindOf(type, occurrence),
    siblings: isOneof
      ? rows.filter((row) => row[3] === occurrence && row[0] !== name).map((row) => row[0])
      : [],
    wireType,
    tag: number * 8 + wireType,
    mapValueTag: 2 * 8 + (hasLength ? 2 : 0),
  };
}

function kindOf(type: FieldRow[2], occurrence: Occurrence | undefined): Field["kind"] {
  if (occurrence === "repeated" || occurrence === "map") return occurrence;
  return occurrence !== undefined || typeof type !== "string" ? "optional" : "single";
}

function emptyValue(field: Field): unknown {
  if (field.kind === "repeated") return NO_ITEMS;
  return field.kind === "single" ? zeroOf(field.type as ScalarType) : undefined;
}
