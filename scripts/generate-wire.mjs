// Turns the .proto files of src/plugin/wire into TypeScript: interfaces for people, compact tables for the
// codec. `node scripts/generate-wire.mjs` writes the files; with `--check` it writes nothing and fails if one
// is stale.
import { readFileSync, writeFileSync } from "node:fs";
import protobuf from "protobufjs";

const folder = new URL("../src/plugin/wire/", import.meta.url);
const sources = ["tfplugin6", "goplugin", "health"];

// The decoder indexes fields by number in an array, so a number must not make that array long.
const highestFieldNumber = 255;

/** The generated files: path relative to src/plugin/wire, and text. */
function generateWire() {
  return sources.map((name) => ({
    path: `generated/${name}.ts`,
    text: generate(name, readFileSync(new URL(`${name}.proto`, folder), "utf8")),
  }));
}

function generate(name, proto) {
  const root = new protobuf.Root();
  const { package: packageName, imports } = protobuf.parse(proto, root, { alternateCommentMode: true });
  for (const path of imports ?? []) root.addJSON(protobuf.common.get(path)?.nested ?? {});
  root.resolveAll();
  const scope = /** @type {protobuf.Namespace} */ (root.lookup(packageName ?? ""));
  const members = [...wellKnown(scope), ...typesIn(scope)];
  const services = scope.nestedArray.filter((member) => member instanceof protobuf.Service);
  return [
    `// Generated from ${name}.proto by scripts/generate-wire.mjs. Do not edit.`,
    `import { message, type MessageType } from "../message";`,
    "",
    ...members.flatMap((member) =>
      member instanceof protobuf.Enum ? enumLines(member) : messageLines(member),
    ),
    ...services.flatMap((service) => serviceLines(service)),
  ].join("\n");
}

/** Messages of other packages that fields refer to. */
function wellKnown(scope) {
  const found = new Set();
  for (const type of typesIn(scope)) {
    if (!(type instanceof protobuf.Type)) continue;
    for (const { resolvedType } of type.fieldsArray) {
      if (resolvedType !== null && !resolvedType.fullName.startsWith(scope.fullName + "."))
        found.add(resolvedType);
    }
  }
  return [...found];
}

/** Every message and enum below a namespace, parents first. A message that only names a scope is left out. */
function typesIn(namespace) {
  return namespace.nestedArray.flatMap((member) => {
    if (member instanceof protobuf.Enum) return [member];
    if (!(member instanceof protobuf.Type)) return [];
    const isScope = member.fieldsArray.length === 0 && member.nestedArray.length > 0;
    return [...(isScope ? [] : [member]), ...typesIn(member)];
  });
}

/** `.tfplugin6.Schema.Block` becomes `SchemaBlock`: the path without the package. */
function nameOf(type) {
  const parts = [];
  for (let member = type; member instanceof protobuf.Type || member === type; member = member.parent) {
    parts.unshift(member.name);
  }
  return parts.join("");
}

function docLines(member) {
  const lines = member.comment?.trim().split("\n") ?? [];
  return lines.length === 0 || lines[0] === ""
    ? []
    : [`/** ${lines.map((line) => line.trim()).join(" ")} */`];
}

function enumLines(type) {
  const name = nameOf(type);
  return [
    ...docLines(type),
    `export const ${name} = {`,
    ...Object.entries(type.values).map(([key, value]) => `  ${key}: ${value},`),
    `} as const;`,
    `export type ${name} = (typeof ${name})[keyof typeof ${name}];`,
    "",
  ];
}

function messageLines(type) {
  const name = nameOf(type);
  const fields = type.fieldsArray;
  if (fields.length === 0) {
    return [
      ...docLines(type),
      `export type ${name} = Readonly<Record<never, never>>;`,
      `export const ${name}: MessageType<${name}> = /* @__PURE__ */ message("${qualifiedName(type)}", () => []);`,
      "",
    ];
  }
  return [
    ...docLines(type),
    `export interface ${name} {`,
    ...fields.flatMap((field) => [
      ...docLines(field).map((line) => `  ${line}`),
      `  readonly ${field.name}${isOptional(field) ? "?" : ""}: ${typescriptType(field)};`,
    ]),
    `}`,
    `export const ${name}: MessageType<${name}> = /* @__PURE__ */ message("${qualifiedName(type)}", () => [`,
    ...fields.map((field) => `  ${row(field)},`),
    `]);`,
    "",
  ];
}

function qualifiedName(type) {
  return type.fullName.replace(/^\./, "");
}

function isProto3Optional(field) {
  return field.getOption("proto3_optional") === true;
}

function isOptional(field) {
  if (field.repeated || field.map) return false;
  return field.resolvedType instanceof protobuf.Type || field.partOf !== null || isProto3Optional(field);
}

const scalars = {
  string: "string",
  bytes: "Uint8Array",
  bool: "boolean",
  int64: "number",
  int32: "number",
  uint32: "number",
};

function itemType(field) {
  if (field.resolvedType !== null) return nameOf(field.resolvedType);
  const type = scalars[field.type];
  if (type === undefined)
    throw new Error(`${field.fullName}: the codec does not know the type ${field.type}.`);
  return type;
}

function typescriptType(field) {
  if (field.map) return `ReadonlyMap<string, ${itemType(field)}>`;
  if (field.repeated) return `readonly ${itemType(field)}[]`;
  return isOptional(field) ? `${itemType(field)} | undefined` : itemType(field);
}

function row(field) {
  if (field.id > highestFieldNumber)
    throw new Error(`${field.fullName}: field number ${field.id} is too high.`);
  if (field.map && field.keyType !== "string")
    throw new Error(`${field.fullName}: map keys must be strings.`);
  const type =
    field.resolvedType instanceof protobuf.Type
      ? nameOf(field.resolvedType)
      : JSON.stringify(field.resolvedType instanceof protobuf.Enum ? "enum" : field.type);
  const occurrence = occurrenceOf(field);
  const cells = [
    JSON.stringify(field.name),
    field.id,
    type,
    ...(occurrence ? [JSON.stringify(occurrence)] : []),
  ];
  return `[${cells.join(", ")}]`;
}

function occurrenceOf(field) {
  if (field.map) return "map";
  if (field.repeated) return "repeated";
  if (isProto3Optional(field)) return "optional";
  return field.partOf === null ? undefined : `oneof ${field.partOf.name}`;
}

function serviceLines(service) {
  return [
    ...docLines(service),
    `export const ${service.name} = {`,
    ...service.methodsArray.flatMap((method) => [
      `  ${method.name}: {`,
      `    path: "/${qualifiedName(service)}/${method.name}",`,
      `    request: ${nameOf(method.resolvedRequestType)},`,
      `    response: ${nameOf(method.resolvedResponseType)},`,
      `  },`,
    ]),
    `} as const;`,
    "",
  ];
}

const isCheck = process.argv.includes("--check");
for (const { path, text } of generateWire()) {
  const file = new URL(path, folder);
  if (!isCheck) {
    writeFileSync(file, text);
  } else if (readFileSync(file, "utf8") !== text) {
    console.error(`src/plugin/wire/${path} is stale. Run: node scripts/generate-wire.mjs`);
    process.exitCode = 1;
  }
}
