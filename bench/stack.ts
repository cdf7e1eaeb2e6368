import { randomUUID } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROVIDER_ADDRESS } from "../src/provider/address";
import { PROVIDER_VERSION } from "../src/provider/version";
import { Api } from "./api";
import { measure, plainEnvironment, type Measure } from "./measure";
import { echoBundle, installProvider, readUsage, type Usage } from "./provider";
import { promptOf } from "./prompt";
import { scratchFolder } from "./scratch";

/**
 * `floor`: terraform_data, which needs no provider process, with the content of a snippet. `lean floor`:
 * terraform_data with the prompt only. `ours`: this package's snippet. `echo`: the snippet with the provider
 * of echo.ts.
 */
export type Variant = AppliedVariant | "echo";
export type AppliedVariant = "floor" | "lean floor" | "ours";

export interface StackMeasure extends Measure {
  /** Usage of the provider; zero for the floor. */
  readonly provider: Usage;
}

const STATE = "terraform.tfstate";

interface State {
  readonly resources: readonly StoredResource[];
}

interface StoredResource {
  readonly name: string;
  readonly instances: readonly StoredInstance[];
}

export interface StoredInstance {
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Private state in Base64. */
  readonly private?: string;
}

/** A stack of equal resources that do not depend on each other, in separate blocks as CDKTF writes them. */
export class Stack {
  readonly #folder: string;
  readonly #probe: string;
  readonly #env: NodeJS.ProcessEnv;

  private constructor(
    readonly variant: Variant,
    readonly count: number,
    /** Only the variant `ours` calls an API. */
    readonly api: Api | undefined,
  ) {
    this.#folder = scratchFolder(`${variant.replace(" ", "-")}-${count}`);
    this.#probe = join(this.#folder, "probe");
    for (const name of ["probe", "home", "tmp"]) mkdirSync(join(this.#folder, name));
    this.#env = {
      ...plainEnvironment(),
      HOME: join(this.#folder, "home"),
      TMPDIR: join(this.#folder, "tmp"),
      CHECKPOINT_DISABLE: "1",
      TF_IN_AUTOMATION: "1",
      ...api?.settings,
      OUTREACH_BENCH_PROBE: this.#probe,
    };
  }

  get isFloor(): boolean {
    return this.variant === "floor" || this.variant === "lean floor";
  }

  /** The stack is initialised, but not applied. */
  static async create(variant: AppliedVariant, count: number): Promise<Stack> {
    const stack = new Stack(variant, count, variant === "ours" ? await Api.start() : undefined);
    if (variant === "ours") installProvider(stack.#folder);
    await stack.#initialise();
    return stack;
  }

  /** Copies a stack and its state. The copy uses the provider that does nothing. */
  static async echoOf(applied: Stack): Promise<Stack> {
    const stack = new Stack("echo", applied.count, undefined);
    installProvider(stack.#folder, await echoBundle());
    await stack.#initialise();
    copyFileSync(join(applied.#folder, STATE), join(stack.#folder, STATE));
    return stack;
  }

  async #initialise(): Promise<void> {
    this.configure(1);
    await this.#terraform("init");
  }

  /** Writes `count` resources. Another revision changes every text. */
  configure(revision: number, count = this.count, settings: Readonly<Record<string, number>> = {}): void {
    const contents = Array.from({ length: count }, (_, index) => this.#contentOf(index, revision));
    this.#write(contents, settings);
  }

  /** Adds a line to each prompt. `edits` is the number of different lines. */
  editPrompts(edits: number): void {
    const contents = Array.from({ length: this.count }, (_, index) => {
      const { prompt, ...content } = this.#contentOf(index, 1);
      return { ...content, prompt: `Rule ${index % edits}: be warm.\n${String(prompt)}` };
    });
    this.#write(contents, {});
  }

  #write(contents: readonly object[], settings: Readonly<Record<string, number>>): void {
    const resources = contents.map((content, index) => [`s${index}`, content] as const);
    const type = this.isFloor ? "terraform_data" : "outreach_snippet";
    const source = { source: PROVIDER_ADDRESS, version: PROVIDER_VERSION };
    const configuration = {
      ...(!this.isFloor && {
        terraform: { required_providers: { outreach: source } },
        // Synth sets this number in a real project.
        provider: { outreach: { declared_snippets: resources.length, ...settings } },
      }),
      resource: { [type]: Object.fromEntries(resources) },
    };
    writeFileSync(join(this.#folder, "main.tf.json"), JSON.stringify(configuration, null, 2));
  }

  #contentOf(index: number, revision: number): Readonly<Record<string, unknown>> {
    const content = { name: `Snippet ${index}`, prompt: promptOf(index, revision) };
    if (this.variant === "lean floor") return { input: content.prompt };
    return this.isFloor ? { input: content } : content;
  }

  /** Throws if the plan has changes. */
  plan(): Promise<StackMeasure> {
    return this.#terraform("plan", "-detailed-exitcode", "-lock=false");
  }

  refreshOnly(): Promise<StackMeasure> {
    return this.#terraform("plan", "-refresh-only", "-detailed-exitcode", "-lock=false");
  }

  apply(): Promise<StackMeasure> {
    return this.#terraform("apply", "-auto-approve");
  }

  destroy(): Promise<StackMeasure> {
    return this.#terraform("destroy", "-auto-approve");
  }

  /** An apply of the file makes no second plan. */
  planToFile(...args: string[]): Promise<StackMeasure> {
    return this.#terraform("plan", "-out=plan", ...args);
  }

  async showFile(): Promise<{ readonly file: string; readonly measured: Measure }> {
    const command = ["terraform", "show", "-no-color", "-json", "plan"] as const;
    const measured = await measure({ command, folder: this.#folder, env: this.#env });
    const file = join(this.#folder, "plan.json");
    copyFileSync(join(this.#folder, "output.txt"), file);
    return { file, measured };
  }

  applyFile(): Promise<StackMeasure> {
    return this.#terraform("apply", "plan");
  }

  /**
   * Makes all resources look applied, to Terraform and to the API. Terraform writes the whole state after
   * each apply of a resource, which takes minutes for thousands, so only the first resource is applied, and
   * the others are copies.
   */
  async applyByCopy(): Promise<void> {
    this.configure(1, 1);
    await this.apply();
    const state = this.#state();
    const [first] = state.resources;
    const [instance] = first!.instances;
    const copies = Array.from({ length: this.count - 1 }, (_, place) => {
      return { ...first!, name: `s${place + 1}`, instances: [this.#copyOf(instance!, place + 1)] };
    });
    await this.api?.seed(copies.map(({ instances }) => instances[0]!.attributes));
    await this.api?.warmUp();
    const resources = [first!, ...copies];
    writeFileSync(join(this.#folder, STATE), JSON.stringify({ ...state, resources }, null, 2));
    this.configure(1);
  }

  #copyOf({ attributes, ...rest }: StoredInstance, index: number): StoredInstance {
    const id = randomUUID();
    const content = this.#contentOf(index, 1);
    if (!this.isFloor) return { ...rest, attributes: { ...attributes, ...content, id } };
    // `input` has no fixed type: the state holds the type beside the value.
    const value = { ...(attributes["input"] as object), value: content["input"] };
    return { ...rest, attributes: { ...attributes, id, input: value, output: value } };
  }

  instances(): StoredInstance[] {
    return this.#state().resources.flatMap(({ instances }) => instances);
  }

  #state(): State {
    return JSON.parse(readFileSync(join(this.#folder, STATE), "utf8")) as State;
  }

  /** Resets state and API without a destroy. */
  async forget(): Promise<void> {
    for (const file of [STATE, `${STATE}.backup`]) rmSync(join(this.#folder, file), { force: true });
    await this.api?.reset();
  }

  async #terraform(...args: string[]): Promise<StackMeasure> {
    const [name, ...rest] = args;
    const command = ["terraform", name!, "-no-color", "-input=false", ...rest] as const;
    const measured = await measure({ command, folder: this.#folder, env: this.#env });
    return { ...measured, provider: readUsage(this.#probe) };
  }
}
