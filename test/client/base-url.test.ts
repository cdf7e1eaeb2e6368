import { parseBaseUrl } from "../../src/client";

describe("parseBaseUrl", () => {
  it.each([
    ["https://api.example.com", "https://api.example.com", ""],
    ["https://api.example.com/", "https://api.example.com", ""],
    ["HTTPS://API.example.com:443/v1//", "https://api.example.com", "/v1"],
    ["http://[::1]:8080/a/b", "http://[::1]:8080", "/a/b"],
  ])("returns the origin and the path of %s", (text, origin, pathPrefix) => {
    expect(parseBaseUrl(text)).toMatchObject({ origin, pathPrefix });
  });

  it.each([
    ["http://localhost:1", true],
    ["http://api.localhost", true],
    ["http://127.0.0.1", true],
    ["http://127.9.9.9", true],
    ["http://0x7f.1", true],
    ["http://[::1]", true],
    ["http://0.0.0.0", false],
    ["http://127.0.0.1.example.com", false],
    ["http://localhost.example.com", false],
    ["https://api.example.com", false],
  ])("reports whether %s is of this machine", (text, loopback) => {
    expect(parseBaseUrl(text).loopback).toBe(loopback);
  });

  it("reports whether the scheme is https", () => {
    expect(parseBaseUrl("https://a").secure).toBe(true);
    expect(parseBaseUrl("http://a").secure).toBe(false);
  });
});
