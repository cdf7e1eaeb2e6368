import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run as check } from "../../../src/commands/check";
import { run as exportOrSettle } from "../../../src/commands/export";
import { run as pull } from "../../../src/commands/pull";
import type { FaultRule, Simulator } from "../../../src/simulator";
import type {
  CommandProgram,
  CommandStep,
  Edit,
  Lie,
  OtherExport,
  OthersChange,
  Run,
} from "../../programs/commands";
import { waits } from "../../provider/quick-waits";
import { credentials } from "../../programs/credentials";
import { checkCrashes, checkSecrets, Violation } from "../../programs/invariants";
import { choose } from "../../programs/world";
import { expectedOf, isImported, ownIn, type Scene, statusOf, wantedIn } from "./expected";
import {
  eachIsAdopted,
  goneOnlyWithProof,
  noPersonsByteIsLost,
  noResourceLacksItsImport,
  nothingIsLeftOut,
  type Ran,
  statusIsTrue,
} from "./invariants";
import { Person } from "./person";
import { asOther, type Event, runCommand } from "./process";
import { Project, type Resource } from "./project";
import { differencesIn, reportIn, unknownIn } from "./reports";
import { Saves } from "./saves";
import { plain } from "./texts";
import { ELSEWHERE, HERE, type Workspaces } from "./world";

const LISTS = { cluster: "ListClusters", snippet: "ListSnippet" } as const;

/** Runs a program of commands within this process, and checks what must hold after each run. */
export class Execution {
  readonly story: string[] = [];
  readonly #folder = realpathSync(mkdtempSync(join(tmpdir(), "cdktf-outreach-program-")));
  readonly #project: Project;
  readonly #person: Person;
  /** The workspace that the export belongs to. */
  #owner: string | undefined;

  constructor(
    readonly simulator: Simulator,
    readonly workspaces: Workspaces,
    readonly program: CommandProgram,
  ) {
    this.#project = new Project(join(this.#folder, "project"), program.form, simulator.url);
    this.#person = new Person(this.#project, workspaces);
    // In place of the engine: prints the state in the folder of the configuration.
    const script =
      '#!/bin/sh\nif [ "$1" = state ] && [ -e terraform.tfstate ]; then cat terraform.tfstate; fi\n';
    writeFileSync(join(this.#folder, "engine"), script, { mode: 0o755 });
  }

  async execute(): Promise<void> {
    this.simulator.setDialect(this.program.dialect);
    for (const step of this.program.steps) await this.#step(step);
  }

  end(): void {
    rmSync(this.#folder, { recursive: true });
  }

  async #step(step: CommandStep): Promise<void> {
    const { workspaces } = this;
    const isLagging = step.lies.some((lie) => lie.do === "lag");
    workspaces.isRecent = isLagging;
    workspaces.begin();
    for (const change of step.before) this.#happens(change);
    this.#project.flush();
    // A read that lags may show any moment of this step, any other read only the moments of the run.
    if (!isLagging) workspaces.begin();
    const hidden = this.#trouble(step);
    const run = this.#runOf(step);
    const { ran, wanted } = await this.#run(run, step);
    this.simulator.clearFaults();
    this.#check(ran, step, { hidden, wanted });
    if (ran.ended.isKilled) await this.#complete(run);
    if (run.command !== "check" && !run.isDry) {
      for (const change of step.between) this.#happens(change);
      this.#project.flush();
      await this.#complete(run);
      await this.#again(run);
    }
    for (const id of workspaces.age()) this.#recordDates(id);
    this.#project.flush();
  }

  /** After a kill or a fault, the same run without trouble completes what the run before has begun. */
  async #complete(run: Run): Promise<Ran> {
    this.workspaces.begin();
    const calm = { faults: [], lies: [], during: [], ending: { do: "finish" } } as const;
    this.story.push("  again");
    const { ran, wanted } = await this.#run(run, calm);
    this.#check(ran, calm, { hidden: new Set(), wanted });
    return ran;
  }

  /** A command is repeatable: after a whole run, the next changes no file. */
  async #again(run: Run): Promise<void> {
    const { changes } = await this.#complete(run);
    const changed = changes.find(({ left, found }) => !(left ?? Buffer.of()).equals(found ?? Buffer.of()));
    if (changed !== undefined) throw new Violation(`A second ${run.command} changed ${changed.file}.`);
  }

  /** In one folder of HCL, the file of `export --adopt` would decide what the other commands find in the code. */
  #runOf({ run }: CommandStep): Run {
    const isAdopting = run.command === "adopt" && this.program.form === "hcl";
    return isAdopting ? { ...run, command: "export" } : run;
  }

  #happens(change: CommandStep["before"][number]): void {
    const told = isOthers(change)
      ? this.workspaces.change(change, (id) => this.#isFixed(id))
      : this.#person.change(change);
    this.story.push(`  ${told ?? `(nothing to ${change.do})`}`);
  }

  /** Without a creation time in the state, no program can tell an object from its successor. */
  #isFixed(id: string): boolean {
    return this.#project.resources.some((one) => one.id === id && one.createdAt === null);
  }

  #recordDates(id: string): void {
    const { createdAt, lastUpdatedAt } = this.workspaces.raw(id);
    const uid = this.workspaces.find(id)?.uid;
    for (const one of this.#project.resources) {
      if (one.id === id && one.uid === uid && one.createdAt !== null)
        Object.assign(one, { createdAt, lastUpdatedAt });
    }
  }

  /** Adds the faults and lies of a step. Returns the objects that no list shows. */
  #trouble({ faults, lies, run }: Pick<CommandStep, "faults" | "lies" | "run">): Set<string> {
    const rules = lies.map((lie) => this.#ruleOf(lie, workspaceOf(run)));
    for (const rule of [...faults, ...rules.flatMap(({ rule: one }) => one ?? [])])
      this.simulator.addFault(rule);
    return new Set(rules.flatMap(({ hidden }) => hidden));
  }

  #ruleOf(lie: Lie, workspaceId: string): { readonly rule?: FaultRule; readonly hidden: readonly string[] } {
    const objects = this.workspaces.objects();
    if (lie.do === "omit") {
      const id = choose(objects, lie.who)?.id;
      if (id === undefined) return { hidden: [] };
      return { rule: { operation: Object.values(LISTS), effect: { type: "omit", ids: [id] } }, hidden: [id] };
    }
    if (lie.do === "empty") {
      // The empty list would be true.
      if (!objects.some((one) => one.kind === lie.kind && one.workspaceId === workspaceId))
        return { hidden: [] };
      const body = { [`${lie.kind}s`]: [], nextToken: null };
      const rule: FaultRule = { operation: LISTS[lie.kind], effect: { type: "status", status: 200, body } };
      return { rule, hidden: objects.filter(({ kind }) => kind === lie.kind).map(({ id }) => id) };
    }
    // A lag hides writes of this step only: an older one has become visible.
    const own = this.workspaces.writes.filter((one) => one === workspaceId);
    const writes = Math.min(lie.writes, own.length);
    if (writes === 0) return { hidden: [] };
    const operation = [...Object.values(LISTS), "GetCluster", "GetSnippet"] as const;
    return { rule: { operation, times: lie.times, effect: { type: "stale", writes } }, hidden: [] };
  }

  async #run(run: Run, step: Pick<CommandStep, "during" | "ending">) {
    const project = this.#project;
    const before = project.files();
    const scene: Scene = {
      ...{ run, project, rows: project.rowsInCode(), files: before, objects: this.workspaces.objects() },
      states: project.statesFor(run),
      workspaceId: workspaceOf(run),
      dialect: this.simulator.dialect,
      owner: this.#owner,
    };
    const wanted = run.command === "export" ? wantedIn(scene).added : [];
    const saves = new Saves(this.#person, before);
    waits.begun = () => {
      asOther(() => saves.unlock());
      return undefined;
    };
    const ended = await runCommand(commandOf(run), argumentsOf(run, project), {
      folder: project.folder,
      environment: this.#environment(scene.workspaceId),
      events: this.#events(step, run, saves),
    });
    saves.end();
    if (this.#owner === undefined && project.exists(project.dataFile)) this.#owner = scene.workspaceId;
    this.story.push(
      `  ${JSON.stringify(run)} ended with ${ended.isKilled ? "a kill" : ended.status}: ${ended.stderr}${ended.stdout}`,
    );
    const ran: Ran = { scene, ended, moments: this.workspaces.moments, changes: saves.all() };
    return { ran, wanted };
  }

  #environment(workspaceId: string): Record<string, string> {
    return {
      OUTREACH_BASE_URL: this.simulator.url,
      OUTREACH_USER_ID: credentials.user_id,
      OUTREACH_WORKSPACE_ID: workspaceId,
      OUTREACH_AUTHORIZATION_TOKEN: credentials.authorization_token,
      OUTREACH_MAX_RETRIES: "1",
      OUTREACH_VISIBILITY_TIMEOUT: "2",
      TERRAFORM_BINARY_NAME: join(this.#folder, "engine"),
    };
  }

  #events(
    { during, ending }: Pick<CommandStep, "during" | "ending">,
    { command }: Run,
    saves: Saves,
  ): Event[] {
    const isLocking = command === "export" || command === "settle";
    const act = (change: Edit | OthersChange | OtherExport) => () => {
      if (isOthers(change)) return this.#happens(change);
      if (change.do !== "other export") saves.edit(change);
      // Pull and check need no lock.
      else if (!isLocking || !saves.lock(change.who)) return;
      this.story.push(`  meanwhile: ${change.do}`);
    };
    return [
      ...during.map(({ moment, change }) => ({ moment, act: act(change) })),
      ...(ending.do === "finish" ? [] : [{ moment: ending.moment, act: ending.do }]),
    ];
  }

  #check(
    ran: Ran,
    { faults, lies, during }: Pick<CommandStep, "faults" | "lies" | "during">,
    { hidden, wanted }: { hidden: ReadonlySet<string>; wanted: ReturnType<typeof wantedIn>["added"] },
  ): void {
    const { ended } = ran;
    const output = `${ended.stdout}\n${ended.stderr}`;
    // The id of a workspace that is not configured is no secret of the command.
    if (!ran.scene.run.isElsewhere) checkSecrets("The command", output);
    checkCrashes("The command", output);
    noPersonsByteIsLost(ran);
    noResourceLacksItsImport(ran);
    goneOnlyWithProof(ran);
    eachIsAdopted(ran);
    if (ran.scene.run.command === "adopt") return;
    const isEdited = during.some(({ change }) => !isOthers(change));
    const isLagging = lies.some((lie) => lie.do === "lag");
    if (isLagging || isEdited || during.length > 1) return;
    statusIsTrue(ran, hidden);
    if (during.length === 0) nothingIsLeftOut(ran, hidden, wanted);
    if (faults.length + lies.length === 0 && !ended.isDisturbed) this.#checkCalm(ran, wanted);
  }

  /** Without any trouble, the report says exactly what is true. */
  #checkCalm({ scene, ended }: Ran, wanted: ReturnType<typeof wantedIn>["added"]): void {
    const expected = expectedOf(scene);
    if (ended.status !== statusOf(expected))
      throw new Violation(
        `The status is ${ended.status}, and should be ${statusOf(expected)}: ${JSON.stringify(expected)}`,
      );
    const report = scene.run.isJson ? reportIn(ended) : undefined;
    const { command, isDry } = scene.run;
    if (report !== undefined && command !== "settle") {
      isSame("differences", differencesIn(report), expected.differences);
      const named = expected.unknowns.filter((one) => /^(unknown|error|failed) /.test(one));
      isSame("unknown objects", unknownIn(report), named);
    }
    if (report !== undefined && command === "export")
      isSame(
        "added objects",
        (report.added ?? []).map(({ id }) => id),
        wanted.map(({ id }) => id),
      );
    if (isDry || ended.status === 1) return;
    for (const [file, text] of expected.files ?? []) {
      const found = this.#project.read(file);
      if (plain(found) !== plain(text)) throw new Violation(`${file} should be:\n${text}\nIt is:\n${found}`);
    }
    if (command === "settle") this.#checkSettled(scene);
  }

  #checkSettled(scene: Scene): void {
    const isProof = ({ workspaceId, isDeposed, isSeenElsewhere }: Resource) =>
      workspaceId === scene.workspaceId && !isDeposed && !isSeenElsewhere;
    const held = ownIn(scene).filter(isProof);
    for (const kind of ["cluster", "snippet"] as const) {
      const open = this.#project
        .rows()
        [kind].find(
          (row) => isImported(row) && held.some((one) => one.kind === kind && one.id === row.objectId),
        );
      if (open !== undefined)
        throw new Violation(`The row of ${open.id} is not settled, although a state holds it.`);
    }
  }
}

function isOthers(change: { readonly do: string }): change is OthersChange {
  return ["create", "edit", "undo", "rename", "delete", "recreate"].includes(change.do);
}

function isSame(what: string, found: readonly string[], expected: readonly string[]): void {
  const [one, other] = [found, expected].map((list) => [...list].sort().join("\n"));
  if (one !== other) throw new Violation(`The ${what} of the report are:\n${one}\nThey should be:\n${other}`);
}

function workspaceOf({ isElsewhere }: Run): string {
  return isElsewhere ? ELSEWHERE : HERE;
}

function commandOf({ command }: Run): (args: string[]) => Promise<number> {
  return command === "check" ? check : command === "pull" ? pull : exportOrSettle;
}

function argumentsOf(
  { command, isDry, isJson, kind, match, exclude, hasExtra }: Run,
  { form }: Project,
): string[] {
  const option = (name: string, value: string | null) => (value === null ? [] : [name, value]);
  const json = isJson ? ["--json"] : [];
  if (command === "pull") return [...(isDry ? ["--dry-run"] : []), ...json];
  if (command === "adopt")
    return [
      ...["--adopt", ...option("--kind", kind), ...(hasExtra ? ["--state", "extra.tfstate"] : [])],
      ...[...json, ...(isDry ? ["--dry-run"] : [])],
    ];
  const selecting = [...option("--kind", kind), ...option("--match", match), ...option("--exclude", exclude)];
  // --settle refuses the options that select objects.
  const all = [
    ...(command === "settle" ? [] : selecting),
    ...(hasExtra ? ["--state", "extra.tfstate"] : []),
    ...json,
  ];
  if (command === "check") return all;
  const place = form === "hcl" ? ["--format", "hcl", "--out", "."] : [];
  return [...all, ...place, ...(isDry ? ["--dry-run"] : []), ...(command === "settle" ? ["--settle"] : [])];
}
