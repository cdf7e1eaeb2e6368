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

/** Makes straight quotes curly. A quote after a letter, digit or punctuation mark becomes a closing one. */
function curly(text: string): string {
  return text
    .replace(/(?<=[\p{L}\p{N}.,!?])["']/gu, (quote) => (quote === '"' ? "\u201d" : "\u2019"))
    .replace(/["']/g, (quote) => (quote === '"' ? "\u201c" : "\u2018"));
}

/** Settings for what outreach-api.md leaves open. The first of `values` is the default, which is a guess. */
export const dialectSettings = {
  errorBody: {
    values: ["error-object", "message", "error-string", "errors-list", "problem", "text", "empty"],
    doc: "Shape of an error body: {error:{code,message}}, {message}, {error:message}, {errors:[{code,message}]}, RFC 9457 problem details, plain text, or nothing.",
  },
  badRequest: {
    values: ["400", "422", "200-error"],
    doc: "Status of a request that breaks the contract; 200-error is status 200 with an error body.",
  },
  unauthorized: {
    values: ["401", "403", "400", "404", "200-error"],
    doc: "Status for a user id, a workspace id or a token that is not accepted.",
  },
  notFound: {
    values: [
      "404",
      "400",
      "200-error",
      "200-null",
      "200-empty",
      "401",
      "403",
      "400-denied",
      "404-denied",
      "200-denied",
    ],
    doc: "Response to an id that is not in the workspace: a status with an error body, or status 200 with null or {}. With 401, 403 and the values ending in -denied, the error says that the caller is not authorised or the object does not exist.",
  },
  updateMissing: {
    values: ["error", "success"],
    doc: "Whether an update of a missing object is an error or looks like a success.",
  },
  deleteMissing: {
    values: ["error", "success"],
    doc: "Whether a delete of a missing object is an error or looks like a success.",
  },
  duplicateNames: {
    values: ["allowed", "rejected"],
    doc: "Whether a workspace may have two objects of one kind with the same name; if rejected, the status is 409.",
  },
  unknownFields: {
    values: ["rejected", "ignored"],
    doc: "What happens to body fields that the operation does not have.",
  },
  createStatus: { values: ["200", "201"], doc: "Status of a successful create." },
  deleteClusterAnswer: {
    values: ["empty-object", "identifiers", "no-content"],
    doc: "Response to the delete of a cluster: {}, the same ids as after an update, or status 204 without a body.",
  },
  absentDescription: {
    values: ["null", "absent", "empty"],
    doc: 'How a response shows a cluster without a description: null, no such field, or "".',
  },
  clearDescription: {
    values: ["empty-or-null", "empty", "null", "neither"],
    doc: 'Which value of an update clears a description: "", null, both or none. An update with the other value leaves the description unchanged.',
  },
  storedText: {
    values: Object.keys(STORED) as (keyof typeof STORED)[],
    doc: "What happens to names, descriptions and prompts before they are stored: nothing, CRLF to LF, trailing line breaks removed, spaces at both ends removed, Unicode NFC, NFD or NFKC, & < > \" ' as HTML entities, straight quotes made curly, emoji or invisible characters (zero-width, direction marks) removed.",
  },
  noOpUpdate: {
    values: ["touched", "untouched"],
    doc: "Whether an update without changes sets the time of the last update.",
  },
  timestamps: {
    values: ["milliseconds", "seconds", "offset"],
    doc: "Form of the ISO 8601 timestamps: 12:00:00.000Z, 12:00:00Z or 12:00:00.000+00:00.",
  },
  authorization: {
    values: ["ignored", "required"],
    doc: "Whether the Authorization header is checked. If required, the request needs a bearer token; if a token is configured for the user, it must be that token.",
  },
  listOrder: { values: ["created", "created-descending", "name", "id"], doc: "Order of a list." },
  listedNames: {
    values: ["whole", "cut", "ellipsis"],
    doc: "How lists show names of more than 20 characters: the whole name, the first 20 characters, or the first 19 characters and an ellipsis.",
  },
  sortOrder: {
    values: ["ignored", "by-name", "by-creation"],
    doc: "What the field sortOrder of the snippet list does. If the list is sorted by it, the values asc and desc are accepted in upper or lower case.",
  },
  emptyList: {
    values: ["array", "null", "absent"],
    doc: "What a list without objects contains in place of its array: an empty array, null, or no such field.",
  },
  associatedCount: {
    values: ["everywhere", "list-only", "get-only", "list-zero", "get-zero", "nowhere"],
    doc: "Which responses have a cluster's associated count: list and get, one of them, or neither. With list-zero, list always shows 0; with get-zero, get always shows 0.",
  },
  pageSize: { default: 50, doc: "Items per page if the request has no maxItems." },
  maximumPageSize: {
    default: 100,
    doc: "Maximum items per page; a request for more items gets this number.",
  },
} as const satisfies Record<string, DialectSetting>;

type DialectSetting =
  | { readonly values: readonly string[]; readonly doc: string }
  | { readonly default: number; readonly doc: string };

type Settings = typeof dialectSettings;

/** The value of each setting. */
export type Dialect = {
  readonly [K in keyof Settings]: Settings[K] extends { readonly values: readonly (infer V)[] } ? V : number;
};

const table: Readonly<Record<string, DialectSetting>> = dialectSettings;

function mapped<T>(change: (setting: DialectSetting) => T, ending = ""): Record<string, T> {
  return Object.fromEntries(
    Object.entries(table).map(([name, setting]) => [`${name}${ending}`, change(setting)]),
  );
}

/** The defaults of all settings. */
export const defaultDialect = mapped((setting) =>
  "values" in setting ? setting.values[0] : setting.default,
) as unknown as Dialect;

const dialectShape = members(
  mapped<Shape>((setting) => ("values" in setting ? oneOf(setting.values) : wholeFrom(1)), "?"),
);

/** Returns the checked settings. A number may be a text, as on the command line. @throws InvalidInput */
export function parseDialect(input: unknown, place = "dialect"): Partial<Dialect> {
  const given = Object.entries(read(place, input, object)).filter(([, value]) => value !== undefined);
  const settings = given.map(([name, value]) => {
    const isNumber = name.toLowerCase().endsWith("pagesize") && /^\d+$/.test(String(value));
    return [name, isNumber ? Number(value) : value];
  });
  return read<object>(place, Object.fromEntries(settings), dialectShape);
}

/** Returns a text as a server stores it with this value of the setting `storedText`. */
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
