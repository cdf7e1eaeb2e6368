import { itInTurn, KINDS } from "./kinds";
import { expectOnly, useWorkbench } from "./workbench";

const bench = useWorkbench();

/** What a server answers, and what its words are. */
const REFUSALS: readonly (readonly [status: number, body: unknown, words: string])[] = [
  [409, { type: "about:blank", title: "Conflict", status: 409, detail: "It is taken." }, "It is taken."],
  [400, { msg: "name too long" }, "name too long"],
  [422, { errors: [{ message: "is too long" }] }, "is too long"],
  [400, "<html><h1>Bad Request</h1> rule 941100</html>", "Bad Request rule 941100"],
  [400, { why: "name too long" }, '{"why":"name too long"}'],
];

describe.each(KINDS)("a refusal, for %s,", (_type, kind) => {
  const it = itInTurn(kind);
  const { type, given, changed, operations } = kind;
  const advice = {
    create: "Declare values that the server accepts, then run again.",
    update: "Declare values that the server accepts, then run again.",
    delete: "Run again; if the error persists, .*",
  };

  const rejected = (["create", "update", "delete"] as const).flatMap((write) =>
    REFUSALS.map((refusal) => [write, ...refusal] as const),
  );
  it.each(rejected)(
    "of a %s with %i and %j is reported in the server's words",
    async (write, status, body, words) => {
      const object = bench.managed(type);
      if (write !== "create") await object.apply(given);
      bench.fault(operations[write], { type: "status", status, body });
      const { errors } = await object.attempt({ create: given, update: changed, delete: null }[write]);
      expectOnly(errors, `: "${words}".`);
      expect(errors[0]!.detail).toMatch(new RegExp(`\n\n${advice[write]}$`));
      expect(bench.simulator.counts()[operations[write]]).toBe(1);
    },
  );

  it("that is the page of a gateway is reported without the page's tags", async () => {
    const body = "<html><title>Denied</title><p>Sorry, you have been blocked: rule 941100</p></html>";
    bench.simulator.addFault({ effect: { type: "status", status: 403, body } });
    await expect(bench.managed(type).plan(given)).rejects.toThrow(
      '"Denied Sorry, you have been blocked: rule 941100"',
    );
  });

  it.each(["create", "update"] as const)(
    "of a %s by a firewall is not reported as wrong credentials",
    async (write) => {
      const object = bench.managed(type);
      if (write === "update") await object.apply(given);
      const body = "<html><h1>403 Forbidden</h1> rule 941100</html>";
      const effect = { type: "status", status: 403, body } as const;
      bench.fault(operations[write], effect, { times: 1 });
      const { errors } = await object.attempt(write === "update" ? changed : given);
      expectOnly(errors, /"403 Forbidden rule 941100"[^]*Declare values that the server accepts/);
      // The run goes on.
      const { errors: others } = await bench.managed(type).attempt({ ...given, name: "Another" });
      expect(others).toEqual([]);
    },
  );

  it("of a path that the server does not know is not reported as a wrong declaration", async () => {
    bench.fault(operations.create, 404);
    const { errors } = await bench.managed(type).attempt(given);
    expectOnly(errors, /Check base_url \(OUTREACH_BASE_URL\), then run again\.$/);
  });
});
