// Each process of a measured provider loads this file, which writes the CPU time and memory when the process
// ends.
const { readFileSync, writeFileSync } = require("node:fs");

/**
 * Returns KiB. On Linux, `maxRSS` includes the memory of Terraform before the exec, but VmHWM is the peak of
 * this program alone.
 */
function peak() {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}

const folder = process.env.OUTREACH_BENCH_PROBE;
if (folder !== undefined) {
  process.on("exit", () => {
    const { userCPUTime, systemCPUTime } = process.resourceUsage();
    const usage = { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMiB: peak() / 1024 };
    writeFileSync(`${folder}/${process.pid}.json`, JSON.stringify(usage));
  });
}
