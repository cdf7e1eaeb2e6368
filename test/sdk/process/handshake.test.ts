import { handshakeLine, readHandshakeRequest } from "../../../src/sdk/process/handshake";

const cookie = {
  TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
};

describe("the handshake request of the host", () => {
  it.each([{}, { TF_PLUGIN_MAGIC_COOKIE: "" }, { TF_PLUGIN_MAGIC_COOKIE: "d602" }])(
    "the environment %j without the host's cookie contains no request",
    (environment) => expect(readHandshakeRequest(environment)).toBeUndefined(),
  );

  it.each([
    ["10000", "25000", { min: 10000, max: 25000 }],
    ["0", "65535", { min: 0, max: 65535 }],
    ["0", "65536", undefined],
    ["-1", "20", undefined],
    ["25000", "10000", undefined],
    ["10000", undefined, undefined],
    ["", "25000", undefined],
    ["1.5", "20", undefined],
    ["ten", "20", undefined],
  ])("has the port range from PLUGIN_MIN_PORT=%s and PLUGIN_MAX_PORT=%s", (min, max, ports) => {
    const environment = { ...cookie, PLUGIN_MIN_PORT: min, PLUGIN_MAX_PORT: max };
    expect(readHandshakeRequest(environment)?.ports).toEqual(ports);
  });

  it("contains socket folder, certificate and network", () => {
    const environment = {
      ...cookie,
      PLUGIN_CLIENT_CERT: "pem",
      PLUGIN_UNIX_SOCKET_DIR: "/run/x",
      PLUGIN_NETWORK: "tcp",
    };
    expect(readHandshakeRequest(environment)).toMatchObject({
      clientCertificate: "pem",
      directory: "/run/x",
      network: "tcp",
    });
  });

  it("ignores empty variables and unknown values", () => {
    const empty = {
      PLUGIN_CLIENT_CERT: "",
      PLUGIN_UNIX_SOCKET_DIR: "",
      PLUGIN_NETWORK: "unix",
    };
    expect(readHandshakeRequest({ ...cookie, ...empty })).toEqual({
      clientCertificate: undefined,
      network: undefined,
      ports: undefined,
      directory: undefined,
    });
  });
});

describe("the handshake line", () => {
  const socket = { network: "unix", address: "/tmp/tf-a/s" } as const;

  it("has six fields, the last one empty without TLS", () => {
    expect(handshakeLine(socket)).toBe("1|6|unix|/tmp/tf-a/s|grpc|\n");
  });

  it("contains the certificate", () => {
    expect(handshakeLine(socket, "MIIB")).toBe("1|6|unix|/tmp/tf-a/s|grpc|MIIB\n");
  });
});
