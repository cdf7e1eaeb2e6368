import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configurationFiles } from "../../../src/estate/hcl/configuration";

describe("the configuration files of a folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "configuration-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it("are those that the engines read, such as #draft.tf, and no copies of editors", () => {
    const read = ["#draft.tf", "a.tf", "b.tf.json", "c.tofu", "d.tofu.json"];
    const ignored = [".a.tf", ".#a.tf", "a.tf~", "#a.tf#", "a.tfvars", "a.tf.swp", "a.json"];
    for (const name of [...ignored, ...read]) writeFileSync(join(folder, name), "");
    expect(configurationFiles(folder)).toEqual(read);
  });

  it("are none in a folder that does not exist", () => {
    expect(configurationFiles(join(folder, "missing"))).toEqual([]);
  });
});
