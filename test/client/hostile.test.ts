import { fc } from "../fast-check";

import { isTimestamp, operations, type Field, type Operation, type OperationName } from "../../src/api";
import { readResponse, type Reading } from "../../src/client/messages/read-response";
import { lineRedactor } from "../../src/client/errors/redact-line";
import { anyText } from "../any-text";

const SECRET = "s3cret-value";
const names = Object.keys(operations) as OperationName[];
const table: Readonly<Record<OperationName, Operation>> = operations;

/** Ordinary texts and hostile ones. */
const text = fc.oneof(
  anyText(),
  fc.constantFrom("", "\ud800", "a\udc00b", "__proto__", "\u0000", "cafe\u0301", "x".repeat(5_000), SECRET),
);
const anything = fc.oneof(
  text,
  fc.jsonValue(),
  fc.constantFrom<unknown>(null, 0, -0, 1.5, 2 ** 53, true, [], {}, [[[]]]),
);

function sample({ type }: Field): fc.Arbitrary<unknown> {
  const good = type === "integer" ? fc.integer() : fc.string({ minLength: 1 });
  return fc.oneof(
    { weight: 8, arbitrary: good as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: anything },
  );
}

function objectOf(fields: Readonly<Record<string, Field>>): fc.Arbitrary<Record<string, unknown>> {
  const known = Object.values(fields).map((field) => [field.wire, sample(field)] as const);
  const more = fc.dictionary(fc.oneof(fc.constant("__proto__"), fc.string()), anything, { maxKeys: 2 });
  return fc.tuple(fc.record(Object.fromEntries(known)), more).map(
    // Parsed, because only JSON makes "__proto__" a name like any other.
    ([own, others]) =>
      JSON.parse(`{${[others, own].map(inside).filter(Boolean).join(",")}}`) as Record<string, unknown>,
  );
}

const inside = (value: object) => JSON.stringify(value).slice(1, -1);

/** Bodies that are close to what the operation promises. */
function close({ response }: Operation): fc.Arbitrary<unknown> {
  if ("item" in response) {
    const items = fc.array(objectOf(response.item), { maxLength: 3 });
    return fc.record({ [response.list]: fc.oneof({ weight: 8, arbitrary: items }, anything as never) });
  }
  return "fields" in response ? objectOf(response.fields) : anything;
}

const body = (operation: Operation): fc.Arbitrary<Buffer> =>
  fc
    .tuple(fc.oneof({ weight: 4, arbitrary: close(operation) }, anything), fc.option(fc.nat(), { freq: 3 }))
    .map(([value, cut]) => {
      const bytes = Buffer.from(JSON.stringify(value));
      return cut === null ? bytes : bytes.subarray(0, cut % (bytes.length + 1));
    });

const exchange = fc.constantFrom(...names).chain((name) =>
  fc.record({
    name: fc.constant(name),
    id: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
    status: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(200, 201, 204) },
      fc.integer({ min: 200, max: 599 }),
    ),
    headers: fc.dictionary(fc.constantFrom("retry-after", "location", "content-type", "x-request-id"), text),
    body: fc.oneof(
      { weight: 3, arbitrary: body(table[name]) },
      fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    ),
  }),
);

function texts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(texts) : [];
}

/** Lists what is wrong with a reading. */
function flaws(reading: Reading, { response }: Operation, json: () => unknown): string[] {
  if ("failure" in reading) {
    const shown = texts(reading.failure).join();
    return [shown.includes(SECRET) && "a secret", /\p{Cs}/u.test(shown) && "a broken text"].filter(
      (one) => one !== false,
    );
  }
  const value = reading.value as Readonly<Record<string, unknown>>;
  if ("item" in response) {
    const source = (json() as Record<string, unknown>)[response.list] as Record<string, unknown>[];
    const items = value["items"] as Record<string, unknown>[];
    return items.flatMap((item, index) => wrongFields(item, response.item, source[index]!));
  }
  const fields = "fields" in response ? response.fields : {};
  return Object.keys(fields).length === 0 ? Object.keys(value) : wrongFields(value, fields, json() as never);
}

function wrongFields(
  value: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, Field>>,
  source: Readonly<Record<string, unknown>>,
): string[] {
  const wrong = Object.entries(fields).filter(([name, { wire, type, nullable }]) => {
    const read = value[name];
    const given = source[wire] ?? null;
    if (nullable === true && read === null) {
      return given !== null && !(type === "timestamp" && typeof given === "string" && !isTimestamp(given));
    }
    const fits =
      type === "integer" ? Number.isSafeInteger(read) : typeof read === "string" && !/\p{Cs}/u.test(read);
    return !fits || read !== source[wire];
  });
  const extra = Object.keys(value).filter((name) => !Object.hasOwn(fields, name));
  return [...wrong.map(([name]) => name), ...extra];
}

describe("any response", () => {
  it("gives its exact values if it keeps the contract, and otherwise a failure without secrets", () => {
    const redact = lineRedactor([SECRET]);
    let values = 0;
    fc.assert(
      fc.property(exchange, ({ name, id, headers, ...rest }) => {
        const response = { ...rest, header: (header: string) => headers[header] };
        const reading = readResponse({ operation: table[name], id, response, redact }, 0);
        values += "value" in reading ? 1 : 0;
        expect(flaws(reading, table[name], () => JSON.parse(response.body.toString()))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
    // Both outcomes are common, so that neither is tested for nothing.
    expect(values).toBeGreaterThan(70);
  });
});
