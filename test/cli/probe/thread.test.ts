import { textOf } from "../../../src/cli/probe/report";
import { closeAll, identity, probe, simulate } from "./probing";
import { call } from "../../simulator/harness";

afterEach(closeAll);

it("a question reaches the table, the report, and a simulator with the same behaviour", async () => {
  const simulator = await simulate({ dialect: { badRequest: "422", errorBody: "problem" }, lagMs: 700 });
  const { report, failed } = await probe(simulator);
  expect(failed).toEqual([]);
  expect(textOf(report)).toMatch(/^certain +request without a required +status 422, error body: problem /m);
  expect(simulator.objects(identity.workspaceId)).toEqual([]);
  const like = await simulate({ like: JSON.parse(JSON.stringify(report)) as typeof report });
  const { status, json } = await call(like, "GetSnippet", {});
  expect([status, json]).toEqual([422, expect.objectContaining({ title: "BadRequest" })]);
});
