import { chmodSync, linkSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { createCertificate } from "../../src/sdk/process/certificate";
import { PROVIDER_ADDRESS } from "../../src/provider/address";
import { releaseFolder } from "./release";

/** A place from which an engine installs the provider of the release. */
export interface Mirror {
  /** What the engine needs to use this place alone. */
  readonly env: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

/** Writes a CLI configuration with one installation method. Returns the variable that names it. */
function configuration(folder: string, method: string): Record<string, string> {
  const file = join(folder, "cli.tfrc");
  writeFileSync(file, `provider_installation {\n${method}\n}\n`);
  return { TF_CLI_CONFIG_FILE: file };
}

/** A folder with the zips, which nobody may write to. */
export function packedMirror(folder: string): Promise<Mirror> {
  const mirror = join(folder, "mirror");
  const zips = join(mirror, PROVIDER_ADDRESS);
  mkdirSync(zips, { recursive: true });
  for (const name of readdirSync(releaseFolder()).filter((file) => file.endsWith(".zip"))) {
    copy(join(releaseFolder(), name), join(zips, name));
  }
  chmodSync(zips, 0o555);
  const env = configuration(folder, `  filesystem_mirror {\n    path = "${mirror}"\n  }`);
  return Promise.resolve({ env, close: () => Promise.resolve(chmodSync(zips, 0o755)) });
}

/** A server with HTTPS on this machine that serves the folder of the release. */
export async function networkMirror(folder: string): Promise<Mirror> {
  const { key, certificate } = createCertificate();
  const trusted = join(folder, "certificate.pem");
  writeFileSync(trusted, certificate);
  const files = readdirSync(releaseFolder());
  const server = createServer({ key, cert: certificate }, ({ url = "" }, response) => {
    const name = basename(url);
    if (url !== `/${PROVIDER_ADDRESS}/${name}` || !files.includes(name))
      return void response.writeHead(404).end();
    const type = name.endsWith(".json") ? "application/json" : "application/zip";
    response.writeHead(200, { "content-type": type }).end(readFileSync(join(releaseFolder(), name)));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
  return {
    env: { ...configuration(folder, `  network_mirror {\n    url = "${url}"\n  }`), SSL_CERT_FILE: trusted },
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}

/** Links a file of more than 40 MB, or copies it to another file system. */
function copy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    writeFileSync(to, readFileSync(from));
  }
}
