// Preloaded into a command: kills its process at the step of writing that KILL_AT_STEP names, as kill -9 may.
// A file that is written has two steps, before its first byte and after half of its bytes.
const fs = require("node:fs");

const last = Number(process.env["KILL_AT_STEP"]);
let step = 0;

function die() {
  process.kill(process.pid, "SIGKILL");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

const { writeFileSync } = fs;
for (const name of ["linkSync", "mkdirSync", "renameSync", "rmSync", "rmdirSync", "writeFileSync"]) {
  const original = fs[name];
  fs[name] = (...args) => {
    step += 1;
    if (step === last) die();
    if (name === "writeFileSync") {
      step += 1;
      if (step === last) {
        const bytes = Buffer.from(args[1]);
        writeFileSync(args[0], bytes.subarray(0, bytes.length / 2), args[2]);
        die();
      }
    }
    return original(...args);
  };
}
