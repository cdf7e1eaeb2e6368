import { handshakeLine, isStartedAsPlugin } from "../../../src/sdk/process/handshake";

it.each([{}, { TF_PLUGIN_MAGIC_COOKIE: "" }, { TF_PLUGIN_MAGIC_COOKIE: "d602" }])(
  "the environment %j without the host's cookie shows that no host started the program",
  (environment) => expect(isStartedAsPlugin(environment)).toBe(false),
);

describe("the handshake line", () => {
  const socket = { network: "unix", address: "/tmp/tf-a/s" } as const;

  it("has six fields, the last one with the certificate, or empty without TLS", () => {
    expect(handshakeLine(socket)).toBe("1|6|unix|/tmp/tf-a/s|grpc|\n");
    expect(handshakeLine(socket, "MIIB")).toBe("1|6|unix|/tmp/tf-a/s|grpc|MIIB\n");
  });
});
