import { keepInspectorClosed } from "../../shared/inspector";
import { serveForDebugging } from "./reattach";
import { createHost, serve, type ServeOptions } from "./serve";

/**
 * What the main file of a provider calls, once: Terraform or OpenTofu has started this process, or a person has with `--debug`, for
 * Terraform to attach to it.
 */
export function run(options: ServeOptions): void {
  keepInspectorClosed();
  const { address, load } = options;
  if (!process.argv.includes("--debug")) void serve(options);
  else void serveForDebugging({ address, load, host: createHost(address) });
}
