import type * as Cdktf from "cdktf";
import { TerraformStack, Testing } from "cdktf";
import type { IConstruct } from "constructs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OutreachProvider, type OutreachProviderConfig } from "../../src/constructs";

/** A temporary folder that is removed after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-constructs-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An empty stack. CDKTF would make a folder for each app and leave it behind. */
export function stackIn(outdir: string): TerraformStack {
  return new TerraformStack(Testing.app({ outdir }), "stack");
}

export function stackWithProvider(outdir: string, config?: OutreachProviderConfig): TerraformStack {
  const stack = stackIn(outdir);
  new OutreachProvider(stack, "outreach", config);
  return stack;
}

/** What cdktf prints about a construct at synth, diff and deploy. */
export function warningsOf({ node }: IConstruct): string[] {
  return node.metadata.filter(({ type }) => type === "@cdktf/warn").map(({ data }) => String(data));
}

/** What an app loads where links give it another copy of cdktf than the constructs. */
export function secondCdktf(): typeof Cdktf {
  let copy!: typeof Cdktf;
  jest.isolateModules(() => (copy = jest.requireActual<typeof Cdktf>("cdktf")));
  return copy;
}

interface Synthesized {
  readonly terraform: { readonly required_providers: Record<string, { source: string; version: string }> };
  readonly provider: Record<string, Record<string, unknown>[]>;
  readonly resource: Record<string, Record<string, Record<string, unknown>>>;
  readonly data: Record<string, Record<string, Record<string, unknown>>>;
  readonly import: { readonly to: string; readonly id: string }[];
}

export function synth(stack: TerraformStack): Synthesized {
  return JSON.parse(Testing.synth(stack)) as Synthesized;
}
