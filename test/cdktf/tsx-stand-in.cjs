// Stands in for tsx, which adds half a second of CPU time to each run of an app: compiles each file of TypeScript
// that is required, runs the program, and ends the process. For programs that only use `import` of CommonJS.
const { resolve } = require("node:path");
const { transformFileSync } = require("@swc/core");
require("./lazy-modules.cjs");

const options = /** @type {const} */ ({
  jsc: { parser: { syntax: "typescript" }, target: "es2022" },
  module: { type: "commonjs" },
  swcrc: false,
});
require.extensions[".ts"] = (/** @type {any} */ module, file) =>
  module._compile(transformFileSync(file, options).code, file);
const [, program = ""] = process.argv;
require(resolve(program));
// Node.js itself cannot load the program, which it would do next.
process.exit();
