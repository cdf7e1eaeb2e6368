import { parseArgs } from "node:util";
import { cleanUpAtTheEnd } from "./scratch";
import { Stack } from "./stack";

const { values } = parseArgs({
  options: { count: { type: "string", default: "1000" }, rounds: { type: "string", default: "5" } },
});

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
}

async function main(): Promise<void> {
  cleanUpAtTheEnd();
  const count = Number(values.count);
  const ours = await Stack.create("ours", count);
  const floor = await Stack.create("floor", count);
  await ours.apply();
  await floor.apply();
  const echo = await Stack.echoOf(ours);
  const ratios = {
    wall: [] as number[],
    cpu: [] as number[],
    echoWall: [] as number[],
    echoCpu: [] as number[],
  };
  for (let round = 0; round < Number(values.rounds); round++) {
    const [a, b, c] = [await floor.plan(), await ours.plan(), await echo.plan()];
    ratios.wall.push(b.seconds / a.seconds);
    ratios.cpu.push(b.cpuSeconds / a.cpuSeconds);
    ratios.echoWall.push(b.seconds / c.seconds);
    ratios.echoCpu.push(b.cpuSeconds / c.cpuSeconds);
    for (const [name, m] of Object.entries({ floor: a, ours: b, echo: c })) {
      console.log(
        `round ${round} ${name}: ${m.seconds.toFixed(2)} s, ${m.cpuSeconds.toFixed(2)} CPU s, provider`,
        m.provider,
      );
    }
  }
  console.log("ours / floor: wall", median(ratios.wall).toFixed(2), "CPU", median(ratios.cpu).toFixed(2));
  console.log(
    "ours / echo: wall",
    median(ratios.echoWall).toFixed(2),
    "CPU",
    median(ratios.echoCpu).toFixed(2),
  );
  process.exit(0);
}

void main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
