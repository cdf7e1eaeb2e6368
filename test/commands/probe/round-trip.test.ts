import { fc } from "../../fast-check";
import {
  type Dialect,
  defaultDialect,
  dialectSettings,
  type ProbeReport,
  type Simulator,
} from "../../../src/simulator";
import { contractFor, contractOf } from "./contract";
import { closeAll, identity, probe, resetTime, simulate, token } from "./probing";

/** `PROBE_RUNS=200 PROBE_SEED=7 npx jest test/commands/probe/round-trip` */
const numRuns = Number(process.env["PROBE_RUNS"] ?? 5);
const seed = Number(process.env["PROBE_SEED"] ?? 1);

const OBJECTS = 14;

interface Server {
  readonly dialect: Dialect;
  readonly lagMs: number;
  readonly latencyMs: number;
  /** Whether the workspace has objects of both kinds that the probe did not make. */
  readonly isInUse: boolean;
}

const anyDialect = fc.record(
  Object.fromEntries(
    Object.entries(dialectSettings).map(([name, setting]) => [
      name,
      "values" in setting ? fc.constantFrom<string>(...setting.values) : fc.integer({ min: 1, max: 20 }),
    ]),
  ),
) as unknown as fc.Arbitrary<Dialect>;

const servers: fc.Arbitrary<Server> = fc.record({
  dialect: anyDialect,
  lagMs: fc.constantFrom(0, 0, 1, 100, 1_234, 9_000),
  latencyMs: fc.constantFrom(0, 0, 12, 0, 0),
  isInUse: fc.boolean(),
});

/** What docs/guides/before-the-first-deploy.md says that a probe cannot see. */
function mayBeUnseen({ dialect, isInUse }: Server): Set<keyof Dialect> {
  const unseen = new Set<keyof Dialect>();
  if (isInUse) unseen.add("emptyList");
  if (["everywhere", "list-zero", "get-zero"].includes(dialect.associatedCount))
    unseen.add("associatedCount");
  if (Math.min(dialect.pageSize, dialect.maximumPageSize) >= OBJECTS) unseen.add("pageSize");
  if (dialect.maximumPageSize >= OBJECTS) unseen.add("maximumPageSize");
  return unseen;
}

/** The credentials, and every id and name of an object. */
function secretsOf(simulator: Simulator): string[] {
  const bodies = simulator.journal().map(({ body }) => (body ?? {}) as Readonly<Record<string, unknown>>);
  const texts = bodies.flatMap(({ clusterId, snippetId, clusterName, name }) => [
    clusterId,
    snippetId,
    clusterName,
    name,
  ]);
  const isLong = (text: unknown): text is string => typeof text === "string" && text.length > 8;
  return [identity.userId, identity.workspaceId, token, ...new Set(texts.filter(isLong))];
}

async function probed({ dialect, lagMs, latencyMs, isInUse }: Server) {
  const simulator = await simulate({ dialect, lagMs, latencyMs });
  const others = [
    simulator.create("cluster", "another workspace", { name: "cdktf-outreach probe 0123456789abcdef other" }),
    ...(isInUse
      ? [
          simulator.create("cluster", identity.workspaceId, { name: "cdktf-outreach probe" }),
          simulator.create("snippet", identity.workspaceId, {
            name: "cdktf-outreach probe notes",
            prompt: "",
          }),
        ]
      : []),
  ];
  const result = await probe(simulator, { objects: OBJECTS });
  expect(simulator.objects()).toEqual(others);
  const json = JSON.stringify(result.report);
  for (const secret of secretsOf(simulator)) expect(json).not.toContain(secret);
  return JSON.parse(json) as ProbeReport;
}

it(
  "a simulator like a probed server answers every call as that server, for any dialect",
  async () => {
    await fc.assert(
      fc.asyncProperty(servers, async (server) => {
        const report = await probed(server);
        const { behaviour } = report;
        const seen = new Set(Object.keys(behaviour.dialect));
        const unseen = (Object.keys(defaultDialect) as (keyof Dialect)[]).filter((name) => !seen.has(name));
        expect([...unseen].filter((name) => !mayBeUnseen(server).has(name))).toEqual([]);
        const defaults = Object.fromEntries(unseen.map((name) => [name, defaultDialect[name]]));

        resetTime();
        const expected = await contractFor({ ...server.dialect, ...defaults });
        resetTime();
        const like = await simulate({ like: report, lagMs: 0, latencyMs: 0 });
        expect(await contractOf(like)).toEqual(expected);
        expect(behaviour.lagMs).toBeGreaterThanOrEqual(server.lagMs);
        // The probe looks every 100 ms, and less often after a second.
        expect(behaviour.lagMs).toBeLessThanOrEqual(Math.ceil((1.1 * server.lagMs) / 100) * 100 + 1);
        expect(behaviour.latencyMs).toBeGreaterThanOrEqual(server.latencyMs - 1);
        await closeAll();
      }),
      { numRuns, seed, endOnFailure: true },
    );
  },
  Math.max(2, numRuns / 3) * 60_000,
);

// It takes 80 rounds of calls, so it runs only with other long tests of the probe.
(process.env["PROBE_RUNS"] === undefined ? it.skip : it)(
  "the calls show every value of every setting",
  async () => {
    const responsesOf = async (dialect: Partial<Dialect>) => {
      resetTime();
      return JSON.stringify(await contractFor(dialect));
    };
    const usual = await responsesOf({});
    expect(await responsesOf({})).toBe(usual);
    const same: string[] = [];
    for (const [name, setting] of Object.entries(dialectSettings)) {
      for (const value of "values" in setting ? setting.values.slice(1) : [7]) {
        if ((await responsesOf({ [name]: value })) === usual) same.push(`${name} = ${value}`);
        await closeAll();
      }
    }
    expect(same).toEqual([]);
  },
  600_000,
);
