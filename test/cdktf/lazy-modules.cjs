/**
 * Loads some packages when they are used, and not when they are required: the translator of cdktf-cli and cdktn-cli
 * from HCL (jsii-rosetta, TypeScript, Prettier), their WebAssembly that reads and formats HCL, and what CDKTF packs
 * folders of assets with. Only `convert` uses the translator, and `get` and `add` a part of it. This saves half of the
 * CPU time of `cdktf synth`, and a fifth of that of an app.
 */
const Module = /** @type {any} */ (require("node:module"));

const LAZY = /^(@cdkt[fn]\/(hcl2cdk|hcl2json|hcl-tools)|archiver)$/;

const load = Module._load;
Module._load = (request, ...rest) => {
  if (!LAZY.test(request)) return load(request, ...rest);
  return new Proxy(() => undefined, {
    // What bundlers ask of each module must not load it.
    get: (_, name) => (name === "__esModule" ? true : load(request, ...rest)[name]),
    apply: (_, self, args) => Reflect.apply(load(request, ...rest), self, args),
  });
};
