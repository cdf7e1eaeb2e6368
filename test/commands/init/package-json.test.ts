import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Fork, packageJson } from "../../../src/commands/init/package-json";
import { type JsonObject, parseJson } from "../../../src/util/json";

const own = parseJson(readFileSync(join(__dirname, "../../../package.json"), "utf8"))!.value as JsonObject;

interface Made {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly overrides?: unknown;
}

/** As npm reads it: without what is undefined. */
function made(fork: Fork, isMusl = false): Made {
  return JSON.parse(JSON.stringify(packageJson(fork, own, isMusl))) as Made;
}

test("only a project of CDKTF overrides node-pty, and not on Alpine, where the other build does not run", () => {
  expect(made("cdktf").overrides).toEqual({ "@cdktf/node-pty-prebuilt-multiarch": expect.anything() });
  expect(made("cdktf", true).overrides).toBeUndefined();
  expect(made("cdktn").overrides).toBeUndefined();
});

test.each(["cdktf", "cdktn"] as const)("a project of %s has a version for each package", (fork) => {
  const { dependencies, devDependencies } = made(fork);
  expect(Object.keys(dependencies).sort()).toEqual([fork, "cdktf-outreach", "constructs"].sort());
  expect(Object.keys(devDependencies).sort()).toEqual(
    [`${fork}-cli`, "@types/node", "tsx", "typescript"].sort(),
  );
  for (const version of Object.values({ ...dependencies, ...devDependencies }))
    expect(version).toMatch(/^(\^|>=)\d+\.\d+\.\d+/);
});
