import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findEngine } from "../../../src/cli/review/engine";

const folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A folder with programs that end with a status. */
function binaries(name: string, programs: Readonly<Record<string, number>>): NodeJS.ProcessEnv {
  const bin = join(folder, name);
  mkdirSync(bin);
  for (const [program, status] of Object.entries(programs)) {
    writeFileSync(join(bin, program), `#!/bin/sh\nexit ${status}\n`, { mode: 0o755 });
  }
  return { PATH: bin };
}

describe("the engine", () => {
  it("is terraform, and tofu where there is only that", () => {
    expect(findEngine(binaries("both", { terraform: 0, tofu: 0 }))).toBe("terraform");
    expect(findEngine(binaries("tofu", { tofu: 0 }))).toBe("tofu");
    expect(findEngine(binaries("broken", { terraform: 1, tofu: 0 }))).toBe("tofu");
  });

  it("is what TERRAFORM_BINARY_NAME names, and nothing else then", () => {
    const environment = binaries("named", { terraform: 0, mine: 0 });
    expect(findEngine({ ...environment, TERRAFORM_BINARY_NAME: "mine" })).toBe("mine");
    expect(findEngine({ ...environment, TERRAFORM_BINARY_NAME: "" })).toBe("terraform");
    expect(() => findEngine({ ...environment, TERRAFORM_BINARY_NAME: "other" })).toThrow(
      'TERRAFORM_BINARY_NAME names "other", which does not run.',
    );
  });

  it("is asked for in a sentence where there is none", () => {
    expect(() => findEngine(binaries("none", {}))).toThrow(
      /^Neither terraform nor tofu is on PATH: install Terraform \(https:.*\) or OpenTofu \(https:.*\), or name .*\.$/,
    );
  });
});
