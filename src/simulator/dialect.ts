import { escapeMarkup } from "../render/markup";
import { members, object, oneOf, type Shape, wholeFrom } from "../util/shape";
import { read } from "./common";

const STORED = {
  "as-sent": (text) => text,
  "line-feeds": (text) => text.replaceAll("\r\n", "\n"),
  "trim-newline": (text) => text.replace(/[\r\n]+$/, ""),
  trim: (text) => text.trim(),
  nfc: (text) => text.normalize("NFC"),
  nfd: (text) => text.normalize("NFD"),
  nfkc: (text) => text.normalize("NFKC"),
  "html-escaped": (text) => text.replace(/[&<>"']/g, (character) => escapeMarkup(character)),
  "smart-quotes": curly,
  "no-emoji": (text) => text.replace(/\p{Extended_Pictographic}[\ufe0f\u200d\p{Emoji_Modifier}]*/gu, ""),
  "no-invisible": (text) => text.replace(/\p{Default_Ignorable_Code_Point}/gu, ""),
} as const satisfies Readonly<Record<string, (text: string) => string>>;

/** A quote after a letter, digit or punctuation mark becomes a closing quote. */
function curly(text: string): string {
  return text
    .replace(/(?<=[\p{L}\p{N}.,!?])["']/gu, (quote) => (quote === '"' ? "\u201d" : "\u2019"))
    .replace(/["']/g, (quote) => (quote === '"' ? "\u201c" : "\u2018"));
}

type Words<S extends string> = S extends `${infer First} ${infer Rest}` ? First | Words<Rest> : S;

/** The first of `words` is the default. */
function setting<S extends string>(words: S, doc: string) {
  return { values: words.split(" ") as unknown as readonly Words<S>[], doc };
}

const STYLES = Object.keys(STORED) as (keyof typeof STORED)[];

/** Behaviour of the server that outreach-api.md does not describe. The defaults are guesses. */
export const dialectSettings = {
  errorBody: setting(
    "error-object message error-string errors-list problem text empty",
    "Shape of an error body: {error:{code,message}}, {message}, {error:message}, {errors:[{code,message}]}, RFC 9457 problem details, plain text, or nothing.",
  ),
  badRequest: setting(
    "400 422 200-error",
    "A request that breaks the contract; 200-error is 200 with an error body.",
  ),
  unauthorized: setting(
    "401 403 400 404 200-error",
    "A user id, a workspace id or a token that is not accepted.",
  ),
  notFound: setting(
    "404 400 200-error 200-null 200-empty 401 403 400-denied 404-denied 200-denied",
    "An id that is not in the workspace: an error, or 200 with null or {}. With 401, 403 and the values ending in -denied, the error does not say whether the object or the right is missing.",
  ),
  updateMissing: setting("error success", "An update of a missing object."),
  deleteMissing: setting("error success", "A delete of a missing object."),
  duplicateNames: setting("allowed rejected", "A second object with the same name; if rejected, with 409."),
  unknownFields: setting("rejected ignored", "Body fields that the operation does not have."),
  createStatus: setting("200 201", "Status of a successful create."),
  deleteClusterAnswer: setting(
    "empty-object identifiers no-content",
    "Delete of a cluster: {}, the same ids as after an update, or 204.",
  ),
  absentDescription: setting(
    "null absent empty",
    'A cluster without a description: null, no such field, or "".',
  ),
  clearDescription: setting(
    "empty-or-null empty null neither",
    'The value that clears a description: "", null, both or none.',
  ),
  storedText: {
    values: STYLES,
    doc: "How names, descriptions and prompts are stored: unchanged, with CRLF as LF, without line breaks or blanks at the end or at both ends, in a Unicode form, with HTML entities, with curly quotes, without emoji or without invisible characters.",
  },
  noOpUpdate: setting(
    "touched untouched",
    "Whether an update without changes sets the time of the last update.",
  ),
  timestamps: setting(
    "milliseconds seconds offset",
    "Form of a time: 12:00:00.000Z, 12:00:00Z or 12:00:00.000+00:00.",
  ),
  authorization: setting(
    "ignored required",
    "If required, a request needs a bearer token: the one of the credentials, else any.",
  ),
  listOrder: setting("created created-descending name id", "Order of a list."),
  listedNames: setting("whole cut ellipsis", "Names of more than 20 characters in lists."),
  sortOrder: setting("ignored by-name by-creation", "What sortOrder (asc, desc) of the snippet list does."),
  emptyList: setting("array null absent", "An empty list: an empty array, null, or no such field."),
  associatedCount: setting(
    "everywhere list-only get-only list-zero get-zero nowhere",
    "Responses with the associated count of a cluster. With list-zero, lists always show 0; with get-zero, get does.",
  ),
  pageSize: { default: 50, doc: "Items per page if the request has no maxItems." },
  maximumPageSize: { default: 100, doc: "Maximum items per page." },
};

type DialectSetting =
  | { readonly values: readonly string[]; readonly doc: string }
  | { readonly default: number; readonly doc: string };

type Settings = typeof dialectSettings;

export type Dialect = {
  readonly [K in keyof Settings]: Settings[K] extends { readonly values: readonly (infer V)[] } ? V : number;
};

const table: Readonly<Record<string, DialectSetting>> = dialectSettings;

function mapped<T>(change: (setting: DialectSetting) => T, ending = ""): Record<string, T> {
  return Object.fromEntries(
    Object.entries(table).map(([name, setting]) => [`${name}${ending}`, change(setting)]),
  );
}

export const defaultDialect = mapped((setting) =>
  "values" in setting ? setting.values[0] : setting.default,
) as unknown as Dialect;

const dialectShape = members(
  mapped<Shape>((setting) => ("values" in setting ? oneOf(setting.values) : wholeFrom(1)), "?"),
);

/**
 * Numbers may be texts, as on the command line.
 * @throws InvalidInput
 */
export function parseDialect(input: unknown, place = "dialect"): Partial<Dialect> {
  const given = Object.entries(read(place, input, object)).filter(([, value]) => value !== undefined);
  const settings = given.map(([name, value]) => {
    const isNumber = name.toLowerCase().endsWith("pagesize") && /^\d+$/.test(String(value));
    return [name, isNumber ? Number(value) : value];
  });
  return read<object>(place, Object.fromEntries(settings), dialectShape);
}

export function textStoredAs(text: string, style: Dialect["storedText"]): string {
  return STORED[style](text);
}

const MAX_LISTED_LENGTH = 20;

export function listedName(name: string, { listedNames }: Dialect): string {
  const characters = [...name];
  if (listedNames === "whole" || characters.length <= MAX_LISTED_LENGTH) return name;
  if (listedNames === "cut") return characters.slice(0, MAX_LISTED_LENGTH).join("");
  return `${characters.slice(0, MAX_LISTED_LENGTH - 1).join("")}\u2026`;
}
