import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { doctorBench } from "./doctor-bench";

const bench = doctorBench();

const found = (environment: NodeJS.ProcessEnv) => bench.found("network", { environment });

const valid = ["ok: The proxy, certificate and TLS settings are valid."];

const unusable = (name: string) => `${name} is not the address of a proxy.`;

test.each([
  [{ HTTPS_PROXY: "https://user:secret@proxy.example", http_proxy: "[::1]:3128" }, []],
  [{ HTTPS_PROXY: "user:secret@proxy:8080", http_proxy: "" }, []],
  [{ HTTPS_PROXY: "http://", https_proxy: "proxy:8080" }, []],
  [{ HTTPS_PROXY: "ftp://secret@proxy" }, [unusable("HTTPS_PROXY")]],
  [
    { https_proxy: "user:secret@", HTTP_PROXY: "http://a:99999" },
    ["https_proxy", "HTTP_PROXY"].map(unusable),
  ],
])(
  "the proxies %j are an error if the client cannot use one, which does not repeat it",
  async (env, faults) => {
    const error = `error: ${faults.join(" ")} Write it as http://host:port, or unset it.`;
    expect(await found(env)).toEqual(faults.length === 0 ? valid : [error]);
  },
);

describe("NODE_EXTRA_CA_CERTS", () => {
  const pem = rootCertificates[0]!;
  const error = (file: string, problem: string) => [
    expect.stringContaining(`error: NODE_EXTRA_CA_CERTS names ${file}, which ${problem}`),
  ];
  const found1 = (file: string) => found({ NODE_EXTRA_CA_CERTS: file });

  test("with certificates in PEM format is valid, with comments and several certificates too", async () => {
    const file = bench.write("ca.pem", `# Ours\n${pem}\n\n${rootCertificates[1]}\n`);
    expect(await found1(file)).toEqual(valid);
  });

  test.each([
    ["no certificate", "not a certificate"],
    ["a certificate in DER format", Buffer.from(pem.replace(/-----.*-----|\s/g, ""), "base64")],
    ["a damaged second certificate", `${pem}\n${pem.replace(/\n.{8}/, "\nAAAAAAAA")}`],
  ])("with %s is an error, because Node.js ignores it", async (_, contents) => {
    const file = bench.write("ca.pem", contents);
    expect(await found1(file)).toEqual(error(file, "cannot be read as certificates in PEM format: "));
  });

  test("that does not exist, is a folder or a pipe, or cannot be read is an error", async () => {
    expect(await found1("/nowhere/ca.pem")).toEqual(
      error("/nowhere/ca.pem", "cannot be read as certificates"),
    );
    expect(await found1(bench.folder())).toEqual(error(bench.folder(), "cannot be read as certificates"));
    const pipe = join(bench.folder(), "pipe");
    execFileSync("mkfifo", [pipe]);
    expect(await found1(pipe)).toEqual(error(pipe, "cannot be read as certificates"));
    const loop = bench.link("loop", "loop");
    expect(await found1(loop)).toEqual([
      expect.stringMatching(/, which cannot be read as certificates .*ELOOP/),
    ]);
  });

  test("that is relative is a warning, because the provider runs in the folder of a stack", async () => {
    expect(await found1("ca.pem")).toEqual([
      expect.stringMatching(/^warning: .* is a relative path: .* Write an absolute path/),
    ]);
  });
});

test("NODE_TLS_REJECT_UNAUTHORIZED=0 is a warning", async () => {
  expect(await found({ NODE_TLS_REJECT_UNAUTHORIZED: "0" })).toEqual([
    expect.stringMatching(/^warning: NODE_TLS_REJECT_UNAUTHORIZED=0 turns off certificate checks/),
  ]);
});
