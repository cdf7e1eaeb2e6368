import { BlockList, isIP } from "node:net";
import { domainToASCII } from "node:url";

interface Target {
  /** The host name as `URL` returns it, but without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: string;
}

/** Reports whether the list in NO_PROXY includes an origin, as in Go and curl (docs/design/client.md). */
export function isListed(origin: string, list: string): boolean {
  const { hostname, port, protocol } = new URL(origin);
  const target = {
    host: hostname.replace(/^\[(.*)\]$/, "$1"),
    port: port === "" ? { "http:": "80", "https:": "443" }[protocol]! : port,
  };
  return list.split(/[\s,]+/).some((entry) => entry !== "" && matches(entry, target));
}

function matches(entry: string, { host, port }: Target): boolean {
  if (entry === "*") return true;
  const parts = /^\[(.*)\](?::(\d+))?$/.exec(entry) ?? /^([^:]+):(\d+)$/.exec(entry);
  const [, name = entry, only = port] = parts ?? [];
  if (only !== port) return false;
  if (isIP(host) !== 0) return matchesAddress(name, host);
  const domain = domainToASCII(name.replace(/^\*?\./, ""));
  return domain !== "" && (host === domain || host.endsWith(`.${domain}`));
}

function matchesAddress(name: string, host: string): boolean {
  const [address = "", bits] = name.split("/");
  const version = isIP(address);
  if (version === 0) return false;
  const family = familyOf(version);
  const listed = new BlockList();
  if (bits === undefined) listed.addAddress(address, family);
  else if (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)) {
    listed.addSubnet(address, Number(bits), family);
  }
  return listed.check(host, familyOf(isIP(host)));
}

function familyOf(version: number): "ipv4" | "ipv6" {
  return version === 4 ? "ipv4" : "ipv6";
}
