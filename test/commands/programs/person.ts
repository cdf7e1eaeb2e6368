import { isUtf8 } from "node:buffer";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Applied, type Edit, type PersonsChange, STACKS } from "../../programs/commands";
import { choose } from "../../programs/world";
import { isSameText } from "../../programs/invariants";
import { adoptionsOf, codeAddress, type Project, type Resource, type Row } from "./project";
import { firstText, hasMarkers, lineOf, promptIn, resolved, slotOf, withLine, withSlot } from "./texts";
import { HERE, type There, type Workspaces } from "./world";

/** A file and its new contents, or without them a file to remove; nothing if there is no such file. */
type Edited = readonly [file?: string, contents?: string | Buffer];

/** A person who works on a project, as the model knows it. */
export class Person {
  #count = 0;

  constructor(
    readonly project: Project,
    readonly workspaces: Workspaces,
  ) {}

  /** Carries out a change before a run. Returns what happened; undefined if nothing did. */
  change(change: PersonsChange): string | undefined {
    switch (change.do) {
      case "apply":
        return this.#apply(change);
      case "apply again":
        return this.#applyAgain(change);
      case "share object":
        return this.#shareObject(change.who, this.#stackOf(change.stack));
      case "share file":
        return this.#shareFile(change.who, change.isPart);
      case "deploy export":
        return this.#deployExport();
      case "deploy adoption":
        return this.#deployAdoption(this.#stackOf(change.stack));
      case "lose state":
        this.project.lost.add(this.#stackOf(change.stack));
        this.project.lost.delete("extra");
        return `lose the state of ${this.#stackOf(change.stack)}`;
      case "move":
      case "undeclare":
      case "copy":
        return this.#changeCode(change.do, change.who);
      default:
        return this.edit(change)?.story;
    }
  }

  /** Saves files. Returns their paths and what happened; undefined if there is no such file. */
  edit(edit: Edit): { readonly files: readonly string[]; readonly story: string } | undefined {
    const edits = edit.do === "edit all" ? this.#editedAll(edit.slot) : [this.#edited(edit) ?? []];
    const files = edits.flatMap(([file, contents]) => {
      if (file === undefined) return [];
      if (contents === undefined) this.project.remove(file);
      else this.project.write(file, contents);
      return file;
    });
    return files.length === 0 ? undefined : { files, story: `${edit.do} ${files.join(", ")}` };
  }

  #editedAll(slot: number): readonly Edited[] {
    const prompts = this.promptFiles().map((file): Edited => {
      const edit = { do: "edit prompt", who: 0, slot, isSame: false } as const;
      return [file, this.#editedPrompt(file, edit, `mine ${(this.#count += 1)}`)];
    });
    const data = this.#edited({ do: "edit data", who: this.#count, what: "owner" });
    return [...prompts, data ?? [], this.#edited({ do: "edit code" }) ?? []];
  }

  #edited(edit: Exclude<Edit, { do: "edit all" }>): Edited | undefined {
    const { project } = this;
    this.#count += 1;
    const mine = `mine ${this.#count}`;
    switch (edit.do) {
      case "edit notes": {
        const file = join(project.out, "notes.txt");
        return [file, `${project.exists(file) ? project.read(file) : ""}${mine}\n`];
      }
      case "edit code": {
        const file = choose(this.#codeFiles(), this.#count);
        const comment = project.form === "cdktf" ? "//" : "#";
        return file === undefined ? undefined : [file, `${project.read(file)}${comment} ${mine}\n`];
      }
      case "edit data":
        return this.#editedData(edit, mine);
      case "edit adoption":
        return project.form === "cdktf" ? this.#editedAdoption(edit, mine) : undefined;
      default: {
        const all = this.promptFiles();
        const files = edit.do === "resolve" ? all.filter((one) => hasMarkers(project.read(one))) : all;
        const file = choose(files, edit.who);
        if (file === undefined) return undefined;
        return edit.do === "delete prompt" ? [file] : [file, this.#editedPrompt(file, edit, mine)];
      }
    }
  }

  #editedPrompt(
    file: string,
    edit: Extract<Edit, { do: "edit prompt" | "append" | "reencode" | "resolve" | "take back" }>,
    mine: string,
  ): string | Buffer {
    const owner = this.project.resources.find((one) => one.file === file);
    const bytes = readFileSync(join(this.project.folder, file));
    const text = isUtf8(bytes) ? bytes.toString() : (owner?.text ?? firstText(0));
    if (edit.do === "append") return withLine(text, mine);
    if (edit.do === "resolve") return resolved(text, edit.by, mine);
    if (edit.do === "take back") return withSlot(text, edit.slot, slotOf(owner?.text ?? text, edit.slot));
    if (edit.do === "edit prompt") {
      const there = owner && this.workspaces.find(owner.id)?.text;
      const line = edit.isSame && there !== undefined ? slotOf(there, edit.slot) : mine;
      return withSlot(text, edit.slot, line);
    }
    switch (edit.as) {
      case "crlf":
        return text.replace(/\r?\n/g, "\r\n");
      case "one crlf":
        return text.replace(/\r?\n/, "\r\n");
      case "bom":
        return `\ufeff${promptIn(text)}`;
      case "no end":
        return text.replace(/[\r\n]+$/, "");
      case "not UTF-8":
        return Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0x0a])]);
    }
  }

  #editedData({ who, what }: Extract<Edit, { do: "edit data" }>, mine: string) {
    const { project } = this;
    if (!project.exists(project.dataFile)) return undefined;
    const data = JSON.parse(project.read(project.dataFile)) as { clusters: Row[]; snippets: Row[] };
    const row = choose([...data.clusters, ...data.snippets], who);
    if (row === undefined) return undefined;
    // In HCL, names and imports are in other files.
    const change = project.form === "hcl" ? "owner" : what;
    const edited = (rows: readonly Row[]) =>
      rows.flatMap((one) => {
        if (one !== row) return one;
        const { settled, ...rest } = one;
        if (change === "remove") return [];
        if (change === "settled") return rest as Row;
        return { ...rest, ...(settled === true && { settled }), [change]: `Mine ${mine}` } as Row;
      });
    const changed = { ...data, clusters: edited(data.clusters), snippets: edited(data.snippets) };
    return [project.dataFile, `${JSON.stringify(changed, null, 4)}\n`] as const;
  }

  #editedAdoption({ who, what }: Extract<Edit, { do: "edit adoption" }>, mine: string): Edited | undefined {
    const stack = STACKS[who % 2]!;
    const file = adoptionsOf(stack);
    const value = this.project.exists(file) ? (JSON.parse(this.project.read(file)) as object) : {};
    const imports = this.project.adoptions(stack);
    const id = choose(this.workspaces.objects(), who)?.id ?? mine;
    const save = (changes: object): Edited => [file, JSON.stringify({ ...value, ...changes }, null, 4)];
    if (what === "block") return save({ locals: { mine } });
    if (what === "id") {
      const [first, ...others] = imports;
      return first === undefined ? undefined : save({ import: [{ ...first, id }, ...others] });
    }
    const own = this.project.resources.filter((one) => one.stack === stack && one.codeLabel !== undefined);
    const open = own.map(codeAddress).filter((address) => imports.every(({ to }) => to !== address));
    return save({ import: [...imports, { to: choose(open, who) ?? "outreach_snippet.mine", id }] });
  }

  promptFiles(): string[] {
    return ["prompts", join(this.project.out, "prompts")]
      .filter((folder, at, all) => all.indexOf(folder) === at && this.project.exists(folder))
      .flatMap((folder) =>
        readdirSync(join(this.project.folder, folder))
          .filter((name) => name.endsWith(".md"))
          .sort()
          .map((name) => join(folder, name)),
      );
  }

  #codeFiles(): string[] {
    const { form, out, folder } = this.project;
    if (form === "cdktf") return [join(out, "index.ts")].filter((file) => this.project.exists(file));
    return readdirSync(folder).filter((name) => /^(clusters|snippets).*\.tf$/.test(name));
  }

  #stackOf(index: number): string {
    const name = STACKS[index]!;
    return name === "extra" || this.project.form === "cdktf" ? name : ".";
  }

  #apply(change: Applied): string {
    const stack = this.#stackOf(change.stack);
    this.project.lost.delete(stack);
    this.#count += 1;
    const label = `r${this.#count}`;
    const hasFile = change.kind === "snippet" && change.hasFile && stack !== "extra";
    const keys = change.instances === 2 ? ["a", "b"] : [undefined];
    const made = keys.map((key) => {
      const there = this.workspaces.create(change);
      const file = hasFile ? `prompts/${label}.md` : undefined;
      if (file !== undefined) this.project.write(file, firstText(there.uid));
      this.project.resources.push(this.#resourceOf(there, { change, stack, label, key, file }));
      return there.id;
    });
    return `apply ${change.kind} ${made.join(" and ")} as ${label} of ${stack} (${change.mark})`;
  }

  #resourceOf(
    there: There,
    at: { change: Applied; stack: string; label: string; key: string | undefined; file: string | undefined },
  ): Resource {
    const { mark, name } = at.change;
    const { kind, id, uid, workspaceId } = there;
    const { createdAt, lastUpdatedAt } = this.workspaces.raw(id);
    const hasDates = mark !== "no dates";
    const text = firstText(uid);
    return {
      ...{ kind, id, uid, stack: at.stack, label: at.label, codeLabel: at.label, name, text },
      createdAt: hasDates ? createdAt : null,
      lastUpdatedAt: hasDates ? lastUpdatedAt : null,
      workspaceId: mark === "no workspace" ? null : workspaceId,
      key: at.key,
      isDeposed: mark === "deposed",
      isTainted: mark === "tainted",
      isSeenElsewhere: mark === "seen elsewhere",
      file: at.file,
      declared: at.key === undefined ? { name, text } : undefined,
      isExported: false,
    };
  }

  /** Applies the file of a resource, or else the text of its state, with another line. */
  #applyAgain({ who, slot }: Extract<PersonsChange, { do: "apply again" }>): string | undefined {
    const { project, workspaces } = this;
    const candidates = project.resources.filter(
      (one) => this.#isPlain(one) && workspaces.find(one.id)?.uid === one.uid && one.workspaceId === HERE,
    );
    const resource = choose(candidates, who);
    if (resource === undefined) return undefined;
    const { file, id, uid } = resource;
    this.#count += 1;
    const text = withSlot(this.#declaredText(resource), slot, lineOf(uid, slot, 1_000 + this.#count));
    if (file !== undefined) project.write(file, text);
    const { name } = resource.declared!;
    workspaces.write(id, { name, text });
    const { createdAt, lastUpdatedAt } = workspaces.raw(id);
    const dates = resource.createdAt === null ? {} : { createdAt, lastUpdatedAt };
    Object.assign(resource, { name, text, declared: { name, text }, label: resource.codeLabel, ...dates });
    return `apply again ${resource.label} (${id})`;
  }

  /** Returns the prompt in a file that can be deployed, or else the applied text. */
  #declaredText({ file, text }: Resource): string {
    if (file === undefined || !this.project.exists(file)) return text;
    const bytes = readFileSync(join(this.project.folder, file));
    // `file` of HCL keeps a byte order mark, and `promptFile` does not.
    const found = this.project.form === "hcl" ? bytes.toString() : promptIn(bytes.toString());
    return isUtf8(bytes) && !hasMarkers(found) ? found : text;
  }

  /** Reports whether an apply can change the resource and nothing else. */
  #isPlain({ declared, isDeposed, isTainted, isExported, codeLabel, stack, file }: Resource): boolean {
    const isShared = this.project.uses.some((use) => use.file === file);
    const isReady = declared !== undefined && codeLabel !== undefined && !this.project.lost.has(stack);
    return isReady && !isDeposed && !isTainted && !isExported && !isShared;
  }

  #shareObject(who: number, stack: string): string | undefined {
    const { project } = this;
    const resource = choose(
      project.resources.filter((one) => one.stack !== stack && !one.isDeposed && one.key === undefined),
      who,
    );
    if (resource === undefined) return undefined;
    project.lost.delete(stack);
    this.#count += 1;
    const label = `s${this.#count}`;
    project.resources.push({
      ...resource,
      stack,
      label,
      codeLabel: label,
      file: undefined,
      isExported: false,
    });
    return `share ${resource.label} (${resource.id}) with ${stack}`;
  }

  #shareFile(who: number, isPart: boolean): string | undefined {
    const resource = choose(
      this.project.resources.filter(({ file, stack }) => file !== undefined && stack !== "exported"),
      who,
    );
    if (resource === undefined) return undefined;
    this.#count += 1;
    const place = isPart ? `locals.tone${this.#count}` : `outreach_snippet.added${this.#count}`;
    this.project.uses.push({ stack: resource.stack, place, file: resource.file!, isPart });
    return `share ${resource.file} with ${place}`;
  }

  #changeCode(what: "move" | "undeclare" | "copy", who: number): string | undefined {
    const candidates = this.project.resources.filter(
      (one) =>
        one.codeLabel !== undefined && one.key === undefined && !one.isExported && one.stack !== "extra",
    );
    const resource = choose(candidates, who);
    if (resource === undefined) return undefined;
    if (what === "undeclare") resource.codeLabel = undefined;
    if (what === "move") resource.codeLabel = `m${(this.#count += 1)}`;
    const there = this.workspaces.find(resource.id);
    if (what === "copy" && there !== undefined) resource.declared = { name: there.name, text: there.text };
    return `${what} ${resource.label}`;
  }

  /** Applies the imports into a lost state. The person removes the other resources from the code. */
  #deployAdoption(stack: string): string | undefined {
    const { project, workspaces } = this;
    if (project.form !== "cdktf" || !project.lost.has(stack)) return undefined;
    const lost = project.resources.filter((one) => one.stack === stack);
    const others = project.resources.filter((one) => one.stack !== stack);
    project.resources.splice(0, Infinity, ...others);
    project.lost.delete(stack);
    for (const { to, id } of project.adoptions(stack)) {
      const resource = lost.find((one) => codeAddress(one) === to && one.declared !== undefined);
      const there = workspaces.find(id);
      const isFree = !project.resources.some((one) => one.id === id);
      if (resource === undefined || there?.kind !== resource.kind || there.workspaceId !== HERE || !isFree)
        continue;
      const adopted = { ...resource, id, uid: there.uid, text: there.text, workspaceId: HERE };
      const text = this.#declaredText(adopted);
      const { name } = resource.declared!;
      if (!isSameText(text, there.text) || !isSameText(name, there.name))
        workspaces.write(id, { text, name });
      const { createdAt, lastUpdatedAt } = workspaces.raw(id);
      const plain = { isDeposed: false, isTainted: false, isSeenElsewhere: false };
      const label = resource.codeLabel!;
      const dates = { createdAt, lastUpdatedAt };
      project.resources.push({ ...adopted, ...plain, ...dates, label, name, text, declared: { name, text } });
    }
    return `deploy the imports of ${stack}`;
  }

  /** Applies the imports of the exported code, and brings the objects to what the code declares. */
  #deployExport(): string | undefined {
    const { project, workspaces } = this;
    if (!project.exists(project.dataFile)) return undefined;
    const stack = project.form === "hcl" ? "." : "exported";
    project.lost.delete(stack);
    project.hasExportedStack = true;
    const rows = project.rows();
    const held = new Set(project.resources.map(({ id }) => id));
    const done = (["cluster", "snippet"] as const).flatMap((kind) =>
      rows[kind].flatMap((row) => {
        const there = workspaces.find(row.objectId ?? "");
        if (row.settled === true || there?.workspaceId !== HERE || held.has(there.id)) return [];
        this.#adopt(there, row, stack);
        return row.id;
      }),
    );
    return `deploy ${done.join(", ")}`;
  }

  #adopt(there: There, row: Row, stack: string): void {
    const { kind, id, uid, workspaceId } = there;
    const file = kind === "snippet" ? join(this.project.out, `prompts/${row.id}.md`) : undefined;
    const resource: Resource = {
      ...{ kind, id, uid, stack, workspaceId, file, label: row.id, codeLabel: row.id, name: there.name },
      ...{ text: there.text, createdAt: "", lastUpdatedAt: "", key: undefined },
      ...{
        isDeposed: false,
        isTainted: false,
        isSeenElsewhere: false,
        isExported: true,
        declared: undefined,
      },
    };
    const text = this.#declaredText(resource);
    const isSame = isSameText(text, there.text) && isSameText(row.name, there.name);
    if (!isSame) this.workspaces.write(id, { text, name: row.name });
    const { createdAt, lastUpdatedAt } = this.workspaces.raw(id);
    const declared = { name: row.name, text };
    this.project.resources.push({ ...resource, name: row.name, text, createdAt, lastUpdatedAt, declared });
  }
}

/** Returns the places that use a prompt file and belong to a workspace. */
export function usersOf(
  file: string,
  project: Project,
  read: readonly Resource[],
  workspaceId: string,
): number {
  const isHere = (one: Resource) => (one.workspaceId ?? workspaceId) === workspaceId;
  const belongs = (stack: string) => {
    const own = read.filter((one) => one.stack === stack);
    return own.length === 0 || own.some(isHere) ? 1 : 0;
  };
  const declared = project.resources.filter((one) => one.file === file && one.codeLabel !== undefined);
  const places = new Map(declared.map((one) => [`${one.stack} ${codeAddress(one)}`, one]));
  const counts = [...places].map(([place, { stack }]) => {
    const objects = read.filter((one) => `${one.stack} ${codeAddress(one)}` === place && !one.isDeposed);
    return objects.length > 0 ? objects.filter(isHere).length : belongs(stack);
  });
  const others = project.uses.filter((use) => use.file === file).map(({ stack }) => belongs(stack));
  return [...counts, ...others].reduce((sum, one) => sum + one, 0);
}
