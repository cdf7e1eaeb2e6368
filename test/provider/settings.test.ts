import type { Value } from "../../src/sdk/values";
import { environmentVariable } from "../../src/provider/settings/configuration";
import { outreachProvider } from "../../src/provider/provider";
import { atATime, inRange } from "./many";
import {
  expectOnly,
  credentials,
  useWorkbench,
  type Given,
  type Managed,
  type ProviderProcess,
} from "./workbench";

const { user_id: userId, workspace_id: workspaceId, authorization_token: token } = credentials;
const bench = useWorkbench({ credentials: [{ userId, workspaceId, token }] });

/** How one argument shows its effect, with a value that shows it and another one that does not. */
interface Effect {
  readonly argument: string;
  value(): Value;
  readonly other: Value;
  /** Other settings that the effect needs. */
  readonly with?: Given;
  shows(provider: ProviderProcess): Promise<void>;
}

async function reaches(provider: ProviderProcess): Promise<void> {
  await bench.cluster(provider).apply({ name: "Sales" });
  expect(bench.objects()).toMatchObject([{ name: "Sales" }]);
}

const list = (provider: ProviderProcess) => provider.readDataSource("outreach_clusters", {});

/** Proves that a second request is not sent, by one that another provider sends after it. */
async function sendsOnlyOne(provider: ProviderProcess): Promise<void> {
  const second = expect(list(provider)).rejects.toThrow("The run was stopped.");
  await bench.provider.readDataSource("outreach_snippets", {});
  expect(bench.simulator.counts()).toMatchObject({ ListClusters: 1, ListSnippet: 1 });
  await provider.stop();
  bench.simulator.release();
  await second;
}

const OBJECTS = 30;

/** Whether a refresh of many objects lists them, which only reading ahead needs. */
async function readsAhead(provider: ProviderProcess, type: Managed["type"]): Promise<boolean> {
  const content: Given = type === "outreach_snippet" ? { prompt: "p" } : {};
  const contents = inRange(OBJECTS, (index) => ({ name: `object ${index}`, ...content }));
  const objects = contents.map((one) => bench.bystander(type, one));
  const instances = await Promise.all(objects.map(({ id }) => bench.provider.import(type, id)));
  await atATime(
    10,
    instances.map((instance) => () => provider.refresh(type, instance)),
  );
  const { ListClusters, ListSnippet } = bench.simulator.counts();
  return ListClusters + ListSnippet > 0;
}

const effects: Effect[] = [
  {
    argument: "base_url",
    value: () => bench.simulator.url,
    other: "http://127.0.0.1:1",
    shows: reaches,
  },
  { argument: "user_id", value: () => userId, other: "usr-somebody-else", shows: reaches },
  { argument: "workspace_id", value: () => workspaceId, other: "wsp-somewhere-else", shows: reaches },
  {
    argument: "authorization_token",
    value: () => token,
    other: "tok-something-else",
    async shows(provider) {
      bench.simulator.setDialect({ authorization: "required" });
      await reaches(provider);
    },
  },
  {
    argument: "request_timeout",
    value: () => 0.2,
    other: 60,
    async shows(provider) {
      bench.simulator.addFault({ effect: { type: "hold" } });
      await expect(list(provider)).rejects.toThrow("no response within 0.2 s");
    },
  },
  {
    argument: "max_retries",
    value: () => 2,
    other: 0,
    async shows(provider) {
      bench.simulator.addFault({ effect: { type: "status", status: 503 } });
      await expect(list(provider)).rejects.toThrow("3 attempts");
      expect(bench.simulator.counts().ListClusters).toBe(3);
    },
  },
  {
    argument: "max_concurrent_requests",
    value: () => 1,
    other: 2,
    async shows(provider) {
      bench.fault("ListClusters", { type: "hold" });
      const first = list(provider).catch((error: Error) => error);
      await bench.simulator.waitForCall("ListClusters", 1);
      await sendsOnlyOne(provider);
      await first;
    },
  },
  {
    argument: "requests_per_second",
    value: () => 0.01,
    other: 100_000,
    async shows(provider) {
      await list(provider);
      await sendsOnlyOne(provider);
    },
  },
  {
    argument: "visibility_timeout",
    value: () => 60,
    other: 0,
    async shows(provider) {
      bench.fault("CreateCluster", { type: "hide", reads: 1 });
      await bench.cluster(provider).apply({ name: "Sales" });
      expect(bench.simulator.counts().GetCluster).toBe(2);
    },
  },
  {
    argument: "existing_name",
    value: () => "fail",
    other: "adopt",
    async shows(provider) {
      bench.simulator.create("cluster", workspaceId, { name: "Sales" });
      const planning = expect(bench.cluster(provider).plan({ name: "Sales" })).rejects;
      await planning.toThrow('existing_name = "fail" refuses');
    },
  },
  {
    argument: "outside_edits",
    value: () => "fail",
    other: "warn",
    async shows(provider) {
      const cluster = await bench.cluster(provider).applied({ name: "Sales" });
      bench.simulator.update(cluster.id, { name: "Edited" });
      const planning = expect(cluster.refreshAndPlan({ name: "Sales" })).rejects;
      await planning.toThrow('outside_edits = "fail" refuses');
    },
  },
  {
    argument: "read_ahead",
    value: () => false,
    other: true,
    with: { declared_clusters: OBJECTS },
    async shows(provider) {
      expect(await readsAhead(provider, "outreach_cluster")).toBe(false);
    },
  },
  {
    argument: "declared_clusters",
    value: () => OBJECTS,
    other: 0,
    async shows(provider) {
      expect(await readsAhead(provider, "outreach_cluster")).toBe(true);
    },
  },
  {
    argument: "declared_snippets",
    value: () => OBJECTS,
    other: 0,
    async shows(provider) {
      expect(await readsAhead(provider, "outreach_snippet")).toBe(true);
    },
  },
  {
    argument: "known_variables",
    value: () => ["company", "first_name"],
    other: ["last_name"],
    async shows(provider) {
      const { warnings } = await bench
        .snippet(provider)
        .plan({ name: "A", prompt: "{first_name} {last_name}" });
      expectOnly(warnings, "{last_name}");
    },
  },
];

describe("every argument", () => {
  it("is covered by this test", () => {
    expect(effects.map(({ argument }) => argument).sort()).toEqual(
      Object.keys(outreachProvider.schema.attributes).sort(),
    );
  });

  /**
   * The other settings, by configuration. The waits of retries are none, so that only their number counts.
   */
  const base = ({ argument, with: others = {} }: Effect) => {
    jest.spyOn(Math, "random").mockReturnValue(0);
    return { ...bench.settingsWithout(argument), ...others };
  };

  describe.each(effects.map((effect) => [effect.argument, effect] as const))("%s", (argument, effect) => {
    const variable = environmentVariable(argument);

    it(`is taken from ${variable}, without spaces around it`, async () => {
      process.env[variable] = ` ${String(effect.value() as string)} `;
      const provider = bench.launch();
      await provider.configure(base(effect));
      await effect.shows(provider);
    });

    it(`is taken from the configuration, even if ${variable} differs`, async () => {
      process.env[variable] = String(effect.other as string);
      const provider = bench.launch();
      await provider.configure({ ...base(effect), [argument]: effect.value() });
      await effect.shows(provider);
    });
  });
});

describe("requests", () => {
  it("carry the ids without white space around them, for example from a file", async () => {
    const provider = bench.launch();
    await provider.configure({ ...bench.settings, user_id: ` ${userId}`, workspace_id: `${workspaceId}\n` });
    await reaches(provider);
  });
});
