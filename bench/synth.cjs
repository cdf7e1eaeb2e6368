// Synthesizes stacks with the built constructs or with cdktf's own, and prints how long that took, in
// seconds.
//
//   node bench/synth.cjs <ours | plain> <stacks> <resources in each>
const { App, TerraformProvider, TerraformResource, TerraformStack } = require("cdktf");
const { OutreachProvider, OutreachSnippet } = require("../dist/constructs");

/** Equals the bindings that cdktf generates. */
class PlainSnippet extends TerraformResource {
  constructor(scope, id, config) {
    super(scope, id, { terraformResourceType: "outreach_snippet" });
    this.config = config;
  }

  /** @override */
  synthesizeAttributes() {
    return this.config;
  }
}

class PlainProvider extends TerraformProvider {
  constructor(scope, id) {
    super(scope, id, { terraformResourceType: "outreach" });
  }
}

const [kind, stacks, resources] = process.argv.slice(2);
const [Provider, Snippet] =
  kind === "ours" ? [OutreachProvider, OutreachSnippet] : [PlainProvider, PlainSnippet];

const begin = performance.now();
const app = new App();
for (let number = 0; number < Number(stacks); number++) {
  const stack = new TerraformStack(app, `stack-${number}`);
  new Provider(stack, "outreach", {});
  for (let index = 0; index < Number(resources); index++) {
    const prompt = `Number ${index}: {first_name} of {company} reads one line like this. `.repeat(2);
    new Snippet(stack, `s${index}`, { name: `Snippet ${index}`, prompt });
  }
}
app.synth();
console.log((performance.now() - begin) / 1000);
