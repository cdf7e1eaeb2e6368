/**
 * For `node --require`: gives the process the cheap digest of a workspace, and starts a bundle with the code cache that
 * `CODE_CACHE` names.
 */
const Module = require("node:module");
const { dirname } = require("node:path");
const { scriptOf } = require("./compiled-bundle.cjs");

require("node:crypto").scryptSync = require("../quick-crypto.cjs").scryptSync;

const { CODE_CACHE } = process.env;
delete process.env.CODE_CACHE;

/** @type {Record<string, (module: NodeModule, file: string) => void>} */
const extensions = /** @type {any} */ (Module)._extensions;

extensions[".cjs"] = (module, file) => {
  if (module.id !== ".") return extensions[".js"]?.(module, file);
  const evaluate = scriptOf(file, CODE_CACHE).runInThisContext();
  evaluate(Module.createRequire(file), module, module.exports, file, dirname(file), process);
};
