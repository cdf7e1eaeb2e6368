// Preloaded into every process of a measured provider: writes what the process has used when it ends.
const { readFileSync, writeFileSync } = require("node:fs");

/**
 * In KiB. What the system counts as a process's maximum starts, on Linux, with that of the program it was
 * forked from, which is Terraform's; the kernel's high-water mark is of this program alone.
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
