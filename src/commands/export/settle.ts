import { seenElsewhere } from "../../objects/identity";
import { withConnection } from "../../estate/workspace/connection";
import { keyOf, type Kind } from "../../estate/workspace/objects";
import type { Input } from "./export-workspace";
import { isImported } from "./format";
import type { Row } from "./objects-file";
import { openCode } from "./open-code";
import { markOf } from "./workspace-mark";
import { writing } from "./writing";

/** What `--settle` did, or would do. Paths in `files` are relative to the folder of the export. */
export type Settlement = Awaited<ReturnType<typeof settle>>;

/** Ends the import of each object that a state of this workspace holds. Sends no request. */
export function settle({ options, readStates, signal }: Input) {
  return withConnection(async (connection) => {
    const { workspaceId, address } = connection;
    await openCode(options, connection, signal);
    const states = await readStates();
    // The next apply deletes a deposed object, and a state without a workspace proves nothing.
    const own = states
      .flatMap(({ objects }) => objects)
      .filter((state) => state.workspaceId === workspaceId && !state.isDeposed)
      .filter(({ seenAt }) => seenElsewhere(seenAt, address) === undefined);
    const held = new Set(own.map(keyOf));
    const decide = async () => {
      const code = await openCode(options, connection, signal);
      let [settled, remaining] = [0, 0];
      const rowsOf = (kind: Kind): Row[] =>
        code.rows[kind].map((row) => {
          if (!isImported(row)) return row;
          const isHeld = held.has(keyOf({ kind, id: row.objectId! }));
          if (isHeld) settled += 1;
          else remaining += 1;
          return isHeld ? { ...row, settled: true } : row;
        });
      const rows = { cluster: rowsOf("cluster"), snippet: rowsOf("snippet") };
      const files = code.filesFor(rows, [], code.data.workspace ?? markOf(connection));
      return { settled, remaining, files };
    };
    const { settled, remaining, files } = await writing(decide, options, signal);
    return { settled, remaining, files: files.map(({ path }) => path) };
  });
}
