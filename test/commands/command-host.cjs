/**
 * Runs commands one after the other, each with its own arguments, environment, folder and output. A Node.js
 * process costs 0.2 s of CPU, and a command in this process a tenth of that. The parent sends
 * `{ bundle, codeCache, args, cwd, env }`, and gets what the process of the command would have ended with.
 */
const Module = require("node:module");
const { dirname } = require("node:path");
const { Writable } = require("node:stream");
const { saveCode, scriptOf } = require("./compiled-bundle.cjs");

/** A warning of Node.js 20 about how this host lets the bundle import modules. A process of the command has none. */
const LOADER_WARNING = "vm.USE_MAIN_CONTEXT_DEFAULT_LOADER";

const home = process.cwd();
const bundles = new Map();

/** Returns the script of a bundle, and the function that evaluates it. */
function compiled(bundle, codeCache) {
  if (!bundles.has(bundle)) {
    const script = scriptOf(bundle, codeCache);
    bundles.set(bundle, { script, evaluate: script.runInThisContext() });
  }
  return bundles.get(bundle);
}

/** Returns a stream, and a function that returns what was written to it. */
function capture() {
  const chunks = [];
  const stream = new Writable({
    decodeStrings: true,
    write(chunk, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString("utf8") };
}

/** Returns `process` with the members of one command. The command has ended when it sets its exit status. */
function processOf(own, ended) {
  return new Proxy(process, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return own[name];
      const value = target[name];
      return typeof value === "function" ? value.bind(target) : value;
    },
    set(target, name, value) {
      if (name !== "exitCode") return Reflect.set(target, name, value);
      own.exitCode = value;
      // After the warnings that Node.js emits in a later turn, and after an exit.
      setImmediate(() => ended());
      return true;
    },
  });
}

function enter(cwd, env) {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
}

/** The listeners of the process by event. */
const listeners = () => new Map(process.eventNames().map((name) => [name, process.rawListeners(name)]));

/** Removes the listeners that a command would have kept until the end of its process. */
function removeListeners(before) {
  for (const [name, all] of listeners()) {
    const added = all.filter((listener) => !before.get(name)?.includes(listener));
    for (const listener of added) process.off(name, /** @type {() => void} */ (listener));
  }
}

async function run({ bundle, codeCache, args, cwd, env }) {
  const [stdout, stderr] = [capture(), capture()];
  const warn = ({ message, stack }) => {
    if (!message.includes(LOADER_WARNING)) stderr.stream.write(`${stack}\n`);
  };
  const before = listeners();
  process.on("warning", warn);
  enter(cwd, env);
  const own = {
    argv: [process.execPath, bundle, ...args],
    stdout: stdout.stream,
    stderr: stderr.stream,
    exitCode: undefined,
  };
  const { script, evaluate } = compiled(bundle, codeCache);
  await new Promise((resolve) => {
    own.exit = () => setImmediate(resolve);
    const module = { exports: {} };
    const globals = [Module.createRequire(bundle), module, module.exports, bundle, dirname(bundle)];
    evaluate(...globals, processOf(own, resolve));
  });
  removeListeners(before);
  process.chdir(home);
  saveCode(script, codeCache);
  return {
    status: own.exitCode,
    signal: null,
    stdout: stdout.text(),
    stderr: stderr.text(),
  };
}

let last = Promise.resolve();
process.on("message", (order) => {
  last = last.then(async () => void process.send?.(await run(/** @type {any} */ (order))));
});
