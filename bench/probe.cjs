// Preloaded into every process of a measured provider: when a process ends, writes its CPU time and memory.
const { readFileSync, writeFileSync } = require("node:fs");

/**
 * Returns the peak memory in KiB. On Linux, `maxRSS` includes the memory of the parent, Terraform, before the
 * exec. The kernel's high-water mark (VmHWM) is that of this program alone.
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
