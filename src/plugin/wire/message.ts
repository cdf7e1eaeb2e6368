/** The scalar types our protocols use. Every one is a varint on the wire, except `string` and `bytes`. */
export type ScalarType = "string" | "bytes" | "bool" | "int64" | "int32" | "uint32" | "enum";

/** How a field may occur. The default is one value, left out when it is zero. `oneof` is followed by its name. */
type Occurrence = "optional" | "repeated" | "map" | `oneof ${string}`;

/** One row of a message's table: name in TypeScript, number, type, occurrence. Map keys are always strings. */
type FieldRow = readonly [
  name: string,
  number: number,
  type: ScalarType | AnyMessageType,
  occurrence?: Occurrence,
];

declare const shape: unique symbol;

/** What `encode` and `decode` need to know about a message of the shape `T`. */
export interface MessageType<T> {
  readonly name: string;
  /** Built on first use and kept: a process that never sees a message never pays for its table. */
  readonly layout: () => Layout;
  readonly [shape]?: T;
}

/** A message type whose shape does not matter here. */
export type AnyMessageType = MessageType<unknown>;

/** A method of a service. */
export interface Rpc<Request, Response> {
  /** As in the `:path` of a call: `/package.Service/Method`. */
  readonly path: string;
  readonly request: MessageType<Request>;
  readonly response: MessageType<Response>;
}

/** A message as a writer gives it: every field may be left out. */
export type Outgoing<T> = T extends Uint8Array | string | number | boolean | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Outgoing<Item>[]
    : T extends ReadonlyMap<string, infer Value>
      ? ReadonlyMap<string, Outgoing<Value>>
      : { readonly [Name in keyof T]?: Outgoing<T[Name]> };

/** Bytes, text or a structure that is not valid protocol buffers, or not the message it should be. */
export class WireError extends Error {
  override readonly name = "WireError";
}

export interface Field {
  readonly name: string;
  readonly type: ScalarType | AnyMessageType;
  readonly kind: "single" | "optional" | "repeated" | "map";
  /** Other fields of the same oneof: setting this one clears them. */
  readonly rivals: readonly string[];
  /** 0 for a varint, 2 for what has a length. Repeated numbers are written, and may be read, unpacked. */
  readonly wireType: 0 | 2;
  /** The key of one occurrence: field number and wire type. */
  readonly tag: number;
  /** The key of the value inside an entry, if this is a map. */
  readonly mapValueTag: number;
}

export interface Layout {
  readonly fields: readonly Field[];
  /** By field number; the generator guarantees that numbers stay small. */
  readonly byNumber: readonly (Field | undefined)[];
  /** A message without any field set, to be spread: copies of one object share their hidden class. */
  readonly empty: Readonly<Record<string, unknown>>;
  readonly maps: readonly Field[];
}

/** Describes a message. `rows` is called when the message is first encoded or decoded. */
export function message<T>(name: string, rows: () => readonly FieldRow[]): MessageType<T> {
  let layout: Layout | undefined;
  return { name, layout: () => (layout ??= layoutOf(rows())) };
}

/** What a field without presence holds when it is absent. */
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
    rivals: isOneof
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
