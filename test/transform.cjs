const { createHash } = require("node:crypto");
const { version } = require("@swc/core");
const { createTransformer } = require("@swc/jest");

/** @type {import("@swc/core").Options} */
const options = {
  jsc: { parser: { syntax: "typescript" }, target: "es2022" },
  module: { type: "commonjs" },
};

/**
 * Compiles TypeScript for Jest. The key of its cache has no part of the project: with that of @swc/jest, each project
 * compiles every file of src again.
 */
module.exports = {
  ...createTransformer(options),
  getCacheKey: (source, filename, { instrument }) =>
    createHash("sha1")
      .update([version, JSON.stringify(options), String(instrument), filename, source].join("\0"))
      .digest("hex"),
};
