import { DEFAULT_VISIBILITY_TIMEOUT } from "../../provider/settings/configuration";
import type { Behaviour, ProbeAdvice } from "../../simulator";

/** Half of the default of `request_timeout`: slower servers need a longer one. In milliseconds. */
const SLOW_MS = 30_000;

/** Returns what to set; empty if the defaults suit the server. `wasRefused`: the probe itself got a 429. */
export function adviceFor(
  { dialect, lagMs = 0, latencyMs = 0 }: Behaviour,
  requestsPerSecond: number | undefined,
  wasRefused: boolean,
): ProbeAdvice[] {
  const visibility = Math.ceil((3 * lagMs) / 1_000);
  const all: (ProbeAdvice | false)[] = [
    visibility > DEFAULT_VISIBILITY_TIMEOUT && {
      set: `visibility_timeout = ${visibility}`,
      why: `reads and lists show a write after up to ${lagMs} ms; the default is ${DEFAULT_VISIBILITY_TIMEOUT} s`,
    },
    requestsPerSecond !== undefined && {
      set: `requests_per_second = ${requestsPerSecond}`,
      why: "the server limits the rate of requests",
    },
    requestsPerSecond === undefined &&
      wasRefused && {
        set: "requests_per_second",
        why: "the server refused calls for their rate; cdktf-outreach probe --rate measures the limit",
      },
    latencyMs > SLOW_MS && {
      set: `request_timeout = ${Math.ceil((4 * latencyMs) / 1_000)}`,
      why: `a response takes ${latencyMs} ms; the default is 60 s`,
    },
    dialect.authorization === "required" && {
      set: "authorization_token (OUTREACH_AUTHORIZATION_TOKEN)",
      why: "the server requires the Authorization header",
    },
    dialect.duplicateNames === "rejected" && {
      set: 'existing_name = "fail"',
      why: "the server refuses a second object with the same name, so the plan should say so before",
    },
  ];
  return all.filter((one) => one !== false);
}
