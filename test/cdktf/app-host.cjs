/**
 * Runs the apps of projects one after the other, as `node main.js` does. Most of the CPU time of such a process
 * loads CDKTF, which is loaded once here. All other modules are loaded anew for each app. Node.js remembers which
 * packages a folder lacks, so a package that is added after a run is not found. The parent sends `{ cwd, env }`, and
 * gets what the process of the app would have ended with.
 */
const { realpathSync } = require("node:fs");
const { createRequire } = require("node:module");
const { join, sep } = require("node:path");

const home = process.cwd();
const dependencies = realpathSync(join(__dirname, "../../node_modules")) + sep;
require("./lazy-modules.cjs");
// Before the first app, because it keeps its tokens in a global.
require("cdktf");
const globals = new Set(Reflect.ownKeys(globalThis));

function enter(cwd, env) {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
}

/** Removes the modules and globals of an app. */
function forget() {
  for (const file of Object.keys(require.cache)) {
    if (!file.startsWith(dependencies)) delete require.cache[file];
  }
  for (const name of Reflect.ownKeys(globalThis)) {
    if (!globals.has(name)) Reflect.deleteProperty(globalThis, name);
  }
}

function run({ cwd, env }) {
  enter(cwd, env);
  try {
    const file = join(cwd, "main.js");
    createRequire(file)(file);
    return { status: 0, stdout: "", stderr: "" };
  } catch (error) {
    return { status: 1, stdout: "", stderr: error instanceof Error ? error.stack : String(error) };
  } finally {
    forget();
    process.chdir(home);
  }
}

process.on("message", (order) => void process.send?.(run(/** @type {any} */ (order))));
