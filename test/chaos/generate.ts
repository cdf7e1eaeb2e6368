import { dialectSettings, type Dialect } from "../../src/simulator";
import { randomFaults } from "./faults";
import {
  killPoints,
  type Action,
  type Kill,
  type KillPoint,
  type Name,
  type Outside,
  type Program,
  type Step,
} from "./program";
import { Random } from "./random";

/** Beyond the pool of about six resources, programs change more than they add. */
const MOST_RESOURCES = 6;
const ANY = 1_000;

/** The program of a run: all of it follows from seed and index. */
export function generateProgram(seed: string, index: number): Program {
  return new Generator(new Random(`${seed}/${index}`)).program();
}

class Generator {
  readonly #random: Random;
  /** Nothing in the program has a name twice: the API may refuse it. */
  readonly #unique: boolean;
  #names = 0;
  #added = 0;

  constructor(random: Random) {
    this.#random = random;
    this.#unique = random.chance(0.15);
  }

  program(): Program {
    const random = this.#random;
    const dialect = this.#dialect();
    const first = { ...this.#step(), actions: this.#adds(random.between(2, 3)) };
    const others = Array.from({ length: random.between(2, 5) }, () => this.#step());
    return { dialect, skew: random.pick([0, 0, 0, -30_000, 30_000]), steps: [first, ...others] };
  }

  #dialect(): Partial<Dialect> {
    const random = this.#random;
    const choice: Record<string, unknown> = {};
    for (const [name, setting] of Object.entries(dialectSettings)) {
      if ("values" in setting) choice[name] = random.pick<string>(setting.values);
    }
    // Of a server that stores another text than is declared, no apply ends well: the names and texts here hold nothing of that.
    // A server that cannot clear a description can never be brought to what is declared.
    if (choice["clearDescription"] === "neither") choice["clearDescription"] = "null";
    // Nor where the last object of a kind was deleted outside and no array proves that; a fault answers such lists for a while.
    choice["emptyList"] = "array";
    // What nobody counts, or only a list that the apply does not make, guards no cluster.
    if (["nowhere", "get-zero"].includes(choice["associatedCount"] as string)) {
      choice["associatedCount"] = "list-only";
    }
    choice["duplicateNames"] = this.#unique ? "rejected" : "allowed";
    choice["pageSize"] = random.pick([1, 2, 3, 50]);
    choice["maximumPageSize"] = random.pick([1, 2, 3, 100]);
    return choice as Partial<Dialect>;
  }

  #step(): Step {
    const random = this.#random;
    const between = random.chance(0.3) ? this.#several(() => this.#outside(), [0, 1, 1, 2]) : null;
    return {
      actions: this.#several(() => this.#action(), [0, 1, 1, 2, 3]),
      outside: this.#several(() => this.#outside(), [0, 0, 1, 2]),
      between,
      replace: random.chance(0.12) ? random.between(0, ANY) : null,
      adopts: random.chance(0.6),
      refuses: random.chance(0.1),
      looks: random.chance(0.3),
      parallelism: random.pick([1, 2, 10, 10, 10, 30]),
      faults: random.chance(0.7) ? randomFaults(random) : [],
      kill: random.chance(0.55) ? this.#kill() : null,
    };
  }

  #several<T>(make: () => T, counts: readonly number[]): T[] {
    return Array.from({ length: this.#random.pick(counts) }, make);
  }

  #adds(count: number): Action[] {
    return Array.from({ length: count }, () => this.#add());
  }

  #add(): Action {
    const random = this.#random;
    this.#added += 1;
    return {
      do: "add",
      kind: this.#kind(),
      name: this.#name(0.15),
      text: this.#text(),
      createFirst: !this.#unique && random.chance(0.15),
    };
  }

  #action(): Action {
    const random = this.#random;
    const who = random.between(0, ANY);
    const made = () => ({
      kind: this.#kind(),
      name: this.#freshName(),
      text: this.#text(),
      declared: this.#text(),
    });
    return random.weighted<() => Action>([
      [this.#added < MOST_RESOURCES ? 4 : 0.5, () => this.#add()],
      [2, () => ({ do: "rename", who, name: this.#name(0.1) })],
      [3, () => ({ do: "change", who, text: this.#text() })],
      [1, () => ({ do: "clear", who })],
      [2, () => ({ do: "remove", who })],
      [1, () => ({ do: "readd" })],
      [this.#unique ? 0 : 1, () => ({ do: "readdress", who })],
      [1, () => ({ do: "move", who })],
      [1, () => ({ do: "import", ...made() })],
      [1, () => ({ do: "adopt", ...made() })],
    ])();
  }

  #outside(): Outside {
    const random = this.#random;
    const who = random.between(0, ANY);
    return random.weighted<() => Outside>([
      [2, () => ({ do: "edit", who, field: "text", value: this.#text() })],
      [1, () => ({ do: "edit", who, field: "name", value: this.#freshName() })],
      [1, () => ({ do: "delete", who })],
      [1, () => ({ do: "mailboxes", who, count: random.between(1, 3) })],
      [
        3,
        () => ({
          do: "bystander",
          kind: this.#kind(),
          name: this.#name(0.7),
          text: this.#text(),
          same: random.chance(0.5),
        }),
      ],
    ])();
  }

  #kill(): Kill {
    const random = this.#random;
    const at = random.weighted<KillPoint>(killPoints.map((point) => [point === "planning" ? 0.5 : 1, point]));
    return {
      signal: random.weighted([
        [1, "SIGINT"],
        [1, "SIGTERM"],
        [2, "SIGKILL"],
      ]),
      target: random.weighted([
        [2, "terraform"],
        [2, "group"],
        [1, "provider"],
      ]),
      twice: random.chance(0.2),
      at,
      operation: random.between(0, ANY),
      nth: random.pick([1, 1, 2]),
      afterMs: random.between(0, 1_500),
    };
  }

  #kind(): "cluster" | "snippet" {
    return this.#random.pick(["cluster", "snippet"]);
  }

  #name(likely: number): Name {
    if (!this.#unique && this.#random.chance(likely)) return { like: this.#random.between(0, ANY) };
    return this.#freshName();
  }

  #freshName(): string {
    this.#names += 1;
    // The last one is the same to all lists that cut names.
    const begin = this.#random.pick(["Name", "Größe", "Noe\u0308l", "Welcome sequence, step"]);
    return `${begin} ${this.#names}`;
  }

  /** Every text is new, so that each write shows. Some hold what servers normalise. */
  #text(): string {
    this.#names += 1;
    const end = this.#random.pick(["", "", "\r\nSecond line {first_name}\r\n", "\n", " Gru\u0308\u00dfe"]);
    return `Text ${this.#names}${end}`;
  }
}
