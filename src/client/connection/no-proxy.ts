import { BlockList, isIP } from "node:net";
import { domainToASCII } from "node:url";

interface Target {
  /** As `URL` normalises it, an IPv6 address without its brackets. */
  readonly host: string;
  readonly port: string;
}

/**
 * True where a list as in NO_PROXY names the host of an address, as Go reads such a list: `*`, IP addresses and their
 * ranges (`10.0.0.0/8`), and domains with everything below them, each with a port where it is for that one only. As in
 * curl, entries may be separated by spaces too, and a leading dot or `*.` makes no difference.
 */
export function isListed(origin: string, list: string): boolean {
  const { hostname, port, protocol } = new URL(origin);
  const target = {
    host: hostname.replace(/^\[(.*)\]$/, "$1"),
    port: port === "" ? { "http:": "80", "https:": "443" }[protocol]! : port,
  };
  return list.split(/[\s,]+/).some((entry) => entry !== "" && names(entry, target));
}

function names(entry: string, { host, port }: Target): boolean {
  if (entry === "*") return true;
  const parts = /^\[(.*)\](?::(\d+))?$/.exec(entry) ?? /^([^:]+):(\d+)$/.exec(entry);
  const [, name = entry, only = port] = parts ?? [];
  if (only !== port) return false;
  if (isIP(host) !== 0) return namesAddress(name, host);
  const domain = domainToASCII(name.replace(/^\*?\./, ""));
  return domain !== "" && (host === domain || host.endsWith(`.${domain}`));
}

function namesAddress(name: string, host: string): boolean {
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
