// Compiles the constructs against CDKTF and against CDK Terrain, the simulator, and the types of the client.
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./sources.mjs";

export function compileLibraries(target) {
  return compile(join(root, "tsconfig.build.json"), ["--outDir", target]);
}

/** Compiles a copy of the constructs that imports cdktn in place of cdktf. Each build loads only one fork. */
export async function compileForTerrain(target) {
  const work = join(target, ".cdktn");
  for (const folder of ["constructs", "placing", "prompts", "util"])
    copyForTerrain(join("src", folder), join(work, "src", folder));
  const tsconfig = join(work, "tsconfig.json");
  const compilerOptions = { rootDir: "src", outDir: "out" };
  const config = { extends: join(root, "tsconfig.build.json"), compilerOptions, include: ["src"] };
  writeFileSync(tsconfig, JSON.stringify(config));
  await compile(tsconfig, []);
  renameSync(join(work, "out/constructs"), join(target, "constructs-cdktn"));
  rmSync(work, { recursive: true });
}

/**
 * The code of the client is one bundled file, so only the declarations that its public module needs are
 * written.
 */
export async function compileClientTypes(target) {
  const work = join(target, ".client");
  mkdirSync(work, { recursive: true });
  const tsconfig = join(work, "tsconfig.json");
  const compilerOptions = {
    ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, stripInternal: true, types: ["node"] },
    ...{ rootDir: join(root, "src"), outDir: "out" },
  };
  const files = ["public.ts", "connection/undici.d.ts"].map((name) => join(root, "src/client", name));
  const config = { extends: join(root, "tsconfig.json"), compilerOptions, include: [], files };
  writeFileSync(tsconfig, JSON.stringify(config));
  await compile(tsconfig, []);
  for (const file of reachable(join(work, "out/client"), "public.d.ts")) {
    const declaration = join(target, "client", file);
    mkdirSync(dirname(declaration), { recursive: true });
    renameSync(join(work, "out/client", file), declaration);
  }
  rmSync(work, { recursive: true });
}

function reachable(folder, start) {
  const found = new Set([start]);
  for (const file of found) {
    const text = readFileSync(join(folder, file), "utf8");
    for (const [, module] of text.matchAll(/\bfrom "(\.{1,2}\/[^"]+)"/g)) {
      const path = join(dirname(file), `${module}.d.ts`);
      if (!path.startsWith("..")) found.add(path);
    }
  }
  return found;
}

function copyForTerrain(from, to) {
  for (const name of readdirSync(join(root, from), { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".ts")) continue;
    const text = readFileSync(join(root, from, name), "utf8");
    const file = join(to, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, name === "fork-name.ts" ? forkName(text) : withTerrainImports(text));
  }
}

function withTerrainImports(text) {
  return text.replaceAll(/(\bfrom ["'])cdktf(?=["'/])/g, "$1cdktn");
}

function forkName(text) {
  return text.replace(/= "cdktf";/, '= "cdktn";');
}

function compile(tsconfig, options) {
  const tsc = join(root, "node_modules/typescript7/bin/tsc");
  const args = [tsc, "-p", tsconfig, ...options];
  return new Promise((/** @type {(value?: undefined) => void} */ done, fail) => {
    const compiler = spawn(process.execPath, args, { cwd: root, stdio: "inherit" });
    compiler.on("error", fail).on("close", (status) => {
      if (status === 0) done();
      else fail(new Error("The constructs or the simulator do not compile, see above."));
    });
  });
}
