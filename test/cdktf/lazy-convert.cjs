/**
 * For `node --require` before cdktf-cli or cdktn-cli: loads their translator from HCL (jsii-rosetta, TypeScript,
 * Prettier) when it is used, and not at the start of every command. Only `convert` uses it, and `get` and `add` a
 * part of it. This saves a third of the CPU time of `synth`.
 */
const Module = /** @type {any} */ (require("node:module"));

const load = Module._load;
Module._load = (request, ...rest) => {
  if (!/^@cdkt[fn]\/hcl2cdk$/.test(request)) return load(request, ...rest);
  // What bundlers ask of each module must not load it.
  const get = (_, name) => (name === "__esModule" ? true : load(request, ...rest)[name]);
  return new Proxy({}, { get });
};
