import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { examine } from "../../../src/commands/doctor";
import type { Facts, Finding, Place } from "../../../src/commands/doctor/context";
import { placedFolder, placeProvider } from "../../../src/placing/place-provider";
import type { ProviderPackage } from "../../../src/placing/provider-package";
import { placementBench } from "../../placing/placement-bench";

type Given = Partial<Omit<Facts, "provider">>;

/** A project for each test, on a machine without faults: a home directory, Node.js 22 and Terraform. */
export function doctorBench() {
  const { providerOf } = placementBench();
  let folder: string;
  let provider: ProviderPackage;
  let places: Place[];
  beforeAll(() => (provider = providerOf("1.2.0", "code")));
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "cdktf-outreach-doctor-")));
    places = [];
    mkdirSync(join(folder, "home"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function write(file: string, contents: string | Buffer): string {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
    return path;
  }

  return {
    provider: () => provider,
    providerOf,
    folder: () => folder,
    write,
    writeJson: (file: string, value: unknown) => write(file, JSON.stringify(value)),
    link(target: string, file: string): string {
      const path = join(folder, file);
      mkdirSync(dirname(path), { recursive: true });
      symlinkSync(target, path);
      return path;
    },

    /** Installs a package, by default into the project. */
    installPackage(
      name: string,
      version: string,
      { at = ".", ...manifest }: { at?: string } & object = {},
    ): void {
      const files = join(at, "node_modules", name);
      write(join(files, "package.json"), JSON.stringify({ name, version, main: "index.js", ...manifest }));
    },

    /** Adds a synthesized stack with the provider, and returns its folder. */
    stack(name: string): string {
      const stack = { name: `cdktf.out/stacks/${name}`, folder: join(folder, "cdktf.out/stacks", name) };
      const required = { outreach: { source: provider.address, version: provider.version } };
      const terraform = { required_providers: required, backend: { local: {} } };
      write(`${stack.name}/cdk.tf.json`, JSON.stringify({ terraform }));
      placeProvider(provider, stack.folder);
      places.push(stack);
      return stack.folder;
    },

    /** The files of the provider in a stack, for one platform. */
    placed: (stack: string, platform = "linux_amd64") => placedFolder(provider, stack, platform),

    facts(given: Given = {}): Facts {
      return {
        folder,
        signal: new AbortController().signal,
        provider,
        node: { status: 0, stdout: "v22.19.0\n", stderr: "" },
        engine: { program: join(folder, "no-engine"), version: "Terraform v1.11.4", platform: "linux_amd64" },
        places,
        ...given,
        environment: { HOME: join(folder, "home"), ...given.environment },
      };
    },

    /** Returns the findings of the named check. */
    async found(check: string, given: Given = {}): Promise<string[]> {
      return (await examine(this.facts(given), [check])).map(lineOf);
    },

    /** Returns the findings of all checks, but those that are ok and those about the API. */
    async problems(given: Given = {}): Promise<string[]> {
      const findings = await examine(this.facts(given));
      return findings.filter(({ status, check }) => status !== "ok" && check !== "API").map(lineOf);
    },
  };
}

/** Returns the status, the text and the cure. */
export function lineOf({ status, text, cure = "" }: Finding): string {
  return `${status}: ${text} ${cure}`.trim();
}
