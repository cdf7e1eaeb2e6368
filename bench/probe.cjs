// Preloaded into every process of a measured provider: writes what the process has used when it ends.
const { writeFileSync } = require("node:fs");

const folder = process.env.OUTREACH_BENCH_PROBE;
if (folder !== undefined) {
  process.on("exit", () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const usage = { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMiB: maxRSS / 1024 };
    writeFileSync(`${folder}/${process.pid}.json`, JSON.stringify(usage));
  });
}
