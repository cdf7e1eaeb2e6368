import { type AppliedVariant, Stack } from "./stack";

/** Applied stacks, created once and shared by all figures that only plan. */
export class Stacks {
  readonly #made = new Map<string, Promise<Stack>>();

  floor(count: number): Promise<Stack> {
    return this.#once(`floor ${count}`, () => applied("floor", count));
  }

  leanFloor(count: number): Promise<Stack> {
    return this.#once(`lean floor ${count}`, () => applied("lean floor", count));
  }

  ours(count: number): Promise<Stack> {
    return this.#once(`ours ${count}`, () => applied("ours", count));
  }

  echo(count: number): Promise<Stack> {
    return this.#once(`echo ${count}`, async () => Stack.echoOf(await this.ours(count)));
  }

  #once(key: string, make: () => Promise<Stack>): Promise<Stack> {
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.#made.set(key, made);
    return made;
  }
}

async function applied(variant: AppliedVariant, count: number): Promise<Stack> {
  const stack = await Stack.create(variant, count);
  await stack.applyByCopy();
  await stack.api?.calls();
  return stack;
}
