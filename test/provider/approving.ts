import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentOf, notKnown, writeApproval, type Action, type Change } from "../../src/approval";
import { kindOfType } from "../../src/objects/kinds";
import { isUnknown } from "../../src/sdk/values";
import type { Given, Workbench } from "./workbench";

/** What a reviewer sees of a change; what is missing is as in an ordinary plan. */
export interface Seen {
  readonly action: Action;
  readonly id?: string | null;
  readonly before?: Given;
  readonly after?: Given;
  readonly linked?: number;
}

/** Writes approvals for the workspace of a bench, into a folder that is removed after each test file. */
export function useApprovals(bench: Workbench, type: string) {
  const folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-approvals-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const kind = kindOfType(type)!;
  let files = 0;

  const textsOf = (given: Given | undefined) =>
    given === undefined
      ? null
      : contentOf(kind, (name) => (isUnknown(given[name] ?? null) ? notKnown : given[name]));

  const changeOf = ({ action, id = null, before, after, linked = 0 }: Seen): Change => ({
    workspace: { address: bench.simulator.url, workspaceId: bench.settings["workspace_id"] as string },
    kind,
    action,
    id,
    before: textsOf(before),
    after: textsOf(after),
    linked,
  });

  const write = (text: string) => {
    files += 1;
    const file = join(folder, `${files}.json`);
    writeFileSync(file, text);
    return file;
  };
  const resource = { stack: "production", address: `${type}.one` };

  const textOf = (changes: readonly Seen[], key?: string, workspace: object = {}) =>
    writeApproval(
      changes.map((change) => {
        const reviewed = changeOf(change);
        return { ...reviewed, workspace: { ...reviewed.workspace, ...workspace }, resource };
      }),
      key,
    );

  return {
    folder,
    write,
    textOf,
    /** Approves these changes, and no others, in every later run of the test. */
    approve: (...changes: readonly Seen[]) => {
      process.env["OUTREACH_APPROVED"] = write(textOf(changes));
    },
  };
}
