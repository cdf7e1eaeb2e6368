const { existsSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const { constants, Script } = require("node:vm");

const PARAMETERS = "require, module, exports, __filename, __dirname, process";

/**
 * Returns the script of a bundle in CommonJS. Its value is a function that evaluates every module of the bundle
 * anew. With V8's code cache, a process takes 0.04 s of CPU less.
 */
function scriptOf(bundle, codeCache) {
  const code = readFileSync(bundle, "utf8").replace(/^#!.*/, "");
  return new Script(`(function (${PARAMETERS}) {${code}\n})`, {
    filename: bundle,
    // V8 ignores a cache that was made with other flags.
    ...(isFile(codeCache) && { cachedData: readFileSync(codeCache) }),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
}

/** Writes the code cache with the functions that have run, for later processes, unless there is one. */
function saveCode(script, codeCache) {
  if (codeCache === undefined || isFile(codeCache)) return;
  const temporary = `${codeCache}.${process.pid}`;
  writeFileSync(temporary, script.createCachedData());
  renameSync(temporary, codeCache);
}

function isFile(path) {
  return path !== undefined && existsSync(path);
}

module.exports = { scriptOf, saveCode };
