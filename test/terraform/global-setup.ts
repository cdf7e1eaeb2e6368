import { findEngine } from "../../src/estate/engine/find-engine";

/**
 * Run by Jest before the tests that need an engine: all of them, and cdktf with its matchers, use the one it
 * finds.
 */
async function useOneEngine(): Promise<void> {
  // Terraform would ask its maker for a newer version.
  process.env["CHECKPOINT_DISABLE"] = "1";
  // A command of the engine ends within seconds: a third of its CPU time would go to Go's garbage collection.
  process.env["GOGC"] = "off";
  process.env["GOMEMLIMIT"] = "512MiB";
  try {
    process.env["TERRAFORM_BINARY_NAME"] = (await findEngine(new AbortController().signal)).program;
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

export = useOneEngine;
