import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { doctorBench } from "./doctor-bench";

const bench = doctorBench();

const found = (environment: NodeJS.ProcessEnv) => bench.found("network", { environment });

const valid = ["ok: The proxy, certificate and TLS settings are valid."];

describe("a proxy", () => {
  test.each(["https://user:secret@proxy.example", "proxy:8080", "user:secret@proxy:8080", "[::1]:3128", ""])(
    "%j is one that the client can use",
    async (proxy) => {
      expect(await found({ HTTPS_PROXY: proxy, http_proxy: proxy })).toEqual(valid);
    },
  );

  test.each(["user:secret@", "ftp://secret@proxy", "http://proxy:99999"])(
    "%j is an error that does not repeat it",
    async (proxy) => {
      expect(await found({ HTTPS_PROXY: proxy })).toEqual([
        "error: HTTPS_PROXY is not the address of a proxy. Write it as http://host:port, or unset it.",
      ]);
    },
  );

  test("that is the same in two variables is one error", async () => {
    const all = { HTTPS_PROXY: "http://", https_proxy: "http://", HTTP_PROXY: "http://" };
    expect(await found(all)).toEqual([
      "error: https_proxy is not the address of a proxy. HTTP_PROXY is not the address of a proxy. Write it as " +
        "http://host:port, or unset it.",
    ]);
  });

  test("in upper case does not matter if the lower-case variable is set", async () => {
    expect(await found({ HTTPS_PROXY: "http://", https_proxy: "proxy:8080" })).toEqual(valid);
  });
});

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
    ["no certificate", "not a certificate", "contains no certificate in PEM format"],
    [
      "a certificate in DER format",
      Buffer.from(pem.replace(/-----.*-----|\s/g, ""), "base64"),
      "contains no certificate in PEM format",
    ],
    [
      "a damaged second certificate",
      `${pem}\n${pem.replace(/\n.{8}/, "\nAAAAAAAA")}`,
      "has a certificate (number 2) that cannot be parsed",
    ],
    ["nothing", "", "contains no certificate in PEM format"],
  ])("with %s is an error, because Node.js ignores it", async (_, contents, problem) => {
    const file = bench.write("ca.pem", contents);
    expect(await found1(file)).toEqual(error(file, problem));
  });

  test("that does not exist, and that is a folder or a pipe, is an error", async () => {
    expect(await found1("/nowhere/ca.pem")).toEqual(error("/nowhere/ca.pem", "does not exist."));
    expect(await found1(bench.folder())).toEqual(error(bench.folder(), "is not a file."));
    const pipe = join(bench.folder(), "pipe");
    execFileSync("mkfifo", [pipe]);
    expect(await found1(pipe)).toEqual(error(pipe, "is not a file."));
  });

  test("that cannot be read is an error that says why", async () => {
    const loop = bench.link("loop", "loop");
    expect(await found1(loop)).toEqual([expect.stringMatching(/, which cannot be read \(.*ELOOP/)]);
  });

  test("that is relative is looked for in the stacks, where the provider runs", async () => {
    for (const name of ["one", "two"]) bench.stack(name);
    bench.write("ca.pem", pem);
    expect(await found1("ca.pem")).toEqual([
      "error: NODE_EXTRA_CA_CERTS names ca.pem, which does not exist in cdktf.out/stacks/one, cdktf.out/stacks/two, where " +
        "the provider runs. Write an absolute path.",
    ]);
    expect(await found1("../../../ca.pem")).toEqual(valid);
  });

  test("that is relative is a warning before the first synth", async () => {
    bench.write("ca.pem", pem);
    expect(await found1("ca.pem")).toEqual([
      expect.stringMatching(/^warning: .*there is none yet\. Write an absolute path/),
    ]);
  });
});

test("NODE_TLS_REJECT_UNAUTHORIZED=0 is a warning", async () => {
  expect(await found({ NODE_TLS_REJECT_UNAUTHORIZED: "0" })).toEqual([
    expect.stringMatching(/^warning: NODE_TLS_REJECT_UNAUTHORIZED=0 turns off certificate checks/),
  ]);
});
