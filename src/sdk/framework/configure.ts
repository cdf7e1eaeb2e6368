import { listAttributes, type NamedAttribute, type Problem } from "../schema";
import { isWhollyKnown, type ObjectValue, type Value } from "../values";
import type { Diagnostic, DynamicValue } from "../wire/generated/tfplugin6";
import type { DataSource, HookCall } from "./definitions";
import type { ProviderRuntime } from "./runtime";
import { diagnosticsToWire, type Handler, objectFromWire, type Serve } from "./wire-value";

export const validateProviderConfig = validating(({ definition }) => definition);
export const validateResourceConfig = validating((runtime, type) => runtime.resource(type));
export const validateDataResourceConfig = validating((runtime, type) => runtime.dataSource(type));

type Validated = Pick<DataSource<unknown>, "schema" | "validate">;

function validating(find: (runtime: ProviderRuntime, typeName: string) => Validated) {
  const handler: Serve<
    { readonly typeName?: string; readonly config?: DynamicValue | undefined },
    { readonly diagnostics: readonly Diagnostic[] }
  > = (runtime, { typeName = "", config: wire }, context) => {
    const call = runtime.call(context);
    call.diagnostics.attemptSync("validate", () => {
      const definition = find(runtime, typeName);
      const config = objectFromWire(definition.schema, wire);
      if (config !== null) validateConfig(definition, config, call);
    });
    return { diagnostics: diagnosticsToWire(call.diagnostics.all) };
  };
  return handler;
}

export const configureProvider: Handler<"ConfigureProvider"> = async (runtime, request, context) => {
  const call = runtime.call(context);
  const { definition } = runtime;
  await call.diagnostics.attempt("configure", async () => {
    const config = objectFromWire(definition.schema, request.config) ?? {};
    // Values may have been unknown in the first validation.
    validateConfig(definition, config, call);
    if (call.diagnostics.hasError) return;
    const { terraformVersion } = request;
    const { secrets, stopped } = runtime;
    await runtime.configure(() =>
      definition.configure(config, Object.assign(call, { terraformVersion, secrets, stopped })),
    );
  });
  return { diagnostics: diagnosticsToWire(call.diagnostics.all) };
};

export const stopProvider: Handler<"StopProvider"> = (runtime) => {
  runtime.log.info("Terraform asked the provider to stop. Writes in flight still finish.");
  runtime.stop();
  return {};
};

/** The definition's `validate` hook runs only if no attribute has an error. */
function validateConfig(definition: Validated, config: ObjectValue, call: HookCall): void {
  for (const named of listAttributes(definition.schema.attributes)) {
    const problem = attributeProblem(named, config[named.name] ?? null);
    if (problem === undefined) continue;
    const { severity = "error", summary, detail } = problem;
    call.diagnostics.add({ severity, summary, detail, attribute: named.name });
  }
  if (!call.diagnostics.hasError) definition.validate?.(config, call);
}

function attributeProblem({ name, attribute }: NamedAttribute, value: Value): Problem | undefined {
  const { mode, options } = attribute;
  if (value === null) {
    // Terraform only checks that the configuration contains the argument, which may be null.
    if (mode !== "required") return undefined;
    return {
      summary: `${name} is required, and its value is null`,
      detail: "The value may come from a variable or another resource. Set it to a value that is not null.",
    };
  }
  if (mode !== "computed") return isWhollyKnown(value) ? options.validate?.(value) : undefined;
  // Terraform itself would accept a value for a computed attribute. A configured id would make the resource
  // manage another object.
  return {
    summary: `${name} cannot be set`,
    detail: "The provider decides its value. Remove it from the configuration.",
  };
}
