// Generates TypeScript from src/sdk/wire/tfplugin6.proto. With `--check`, writes nothing and fails if the
// generated file is out of date.
import { readFileSync, writeFileSync } from "node:fs";
import protobuf from "protobufjs";

const source = new URL("../src/sdk/wire/tfplugin6.proto", import.meta.url);
const target = new URL("../src/sdk/wire/generated/tfplugin6.ts", import.meta.url);

// The decoder keeps fields in an array by number, so a high number would make the array long.
const highestFieldNumber = 255;

function generate(proto) {
  const root = new protobuf.Root();
  const { package: packageName } = protobuf.parse(proto, root, { alternateCommentMode: true });
  root.resolveAll();
  const scope = /** @type {protobuf.Namespace} */ (root.lookup(packageName ?? ""));
  const services = scope.nestedArray.filter((member) => member instanceof protobuf.Service);
  return [
    "// Generated from tfplugin6.proto by scripts/generate-wire.mjs. Do not edit.",
    `import { message, type MessageType } from "../message";`,
    "",
    ...typesIn(scope).flatMap((member) =>
      member instanceof protobuf.Enum ? enumLines(member) : messageLines(member),
    ),
    ...services.flatMap((service) => serviceLines(service)),
  ].join("\n");
}

/** Parents come first. Omits messages that only hold other messages. */
function typesIn(namespace) {
  return namespace.nestedArray.flatMap((member) => {
    if (member instanceof protobuf.Enum) return [member];
    if (!(member instanceof protobuf.Type)) return [];
    const isScope = member.fieldsArray.length === 0 && member.nestedArray.length > 0;
    return [...(isScope ? [] : [member]), ...typesIn(member)];
  });
}

/** `.tfplugin6.Schema.Block` becomes `SchemaBlock`. */
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

function isOptional(field) {
  return !field.repeated && field.resolvedType instanceof protobuf.Type;
}

const scalars = { string: "string", bytes: "Uint8Array", bool: "boolean", int64: "number" };

function itemType(field) {
  if (field.resolvedType !== null) return nameOf(field.resolvedType);
  const type = scalars[field.type];
  if (type === undefined)
    throw new Error(`${field.fullName}: the codec does not know the type ${field.type}.`);
  return type;
}

function typescriptType(field) {
  if (field.repeated) return `readonly ${itemType(field)}[]`;
  return isOptional(field) ? `${itemType(field)} | undefined` : itemType(field);
}

function row(field) {
  if (field.id > highestFieldNumber)
    throw new Error(`${field.fullName}: field number ${field.id} is too high.`);
  if (field.map || field.partOf !== null)
    throw new Error(`${field.fullName}: the codec knows no maps, oneofs and optional scalars.`);
  if (field.repeated && tableType(field) === '"integer"')
    throw new Error(`${field.fullName}: the codec does not know packed numbers.`);
  const cells = [
    JSON.stringify(field.name),
    field.id,
    tableType(field),
    ...(field.repeated ? [JSON.stringify("repeated")] : []),
  ];
  return `[${cells.join(", ")}]`;
}

function tableType({ resolvedType, type }) {
  if (resolvedType instanceof protobuf.Type) return nameOf(resolvedType);
  return JSON.stringify(resolvedType !== null || type === "int64" ? "integer" : type);
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

const text = generate(readFileSync(source, "utf8"));
if (!process.argv.includes("--check")) {
  writeFileSync(target, text);
} else if (readFileSync(target, "utf8") !== text) {
  console.error("src/sdk/wire/generated/tfplugin6.ts is stale. Run: npm run generate:wire");
  process.exitCode = 1;
}
