import { startSimulator, type Simulator } from "../../src/simulator";
import { operations } from "../../src/api";
import { Chromium, findChromium, type Page } from "./chromium";

const program = findChromium();
if (program === undefined) {
  process.stderr.write(
    "SKIPPED: the browser test of the simulator's page, because no Chromium was found on PATH or in CHROMIUM.\n",
  );
}

const FAULT = "[data-call='POST /faults']";
const identity = { userId: "user-1111-aaaa", workspaceId: "workspace-2222-bbbb" };

(program === undefined ? describe.skip : describe)("the simulator's page in a browser", () => {
  let browser: Chromium;
  let page: Page;
  let simulator: Simulator;

  beforeAll(async () => {
    browser = new Chromium(program!);
    page = await browser.openPage();
    // The page looks for changes every two seconds, for which five tests would wait.
    const source = `{ const slow = setInterval; window.setInterval = (look, ms) => slow(look, ms / 20); }`;
    await page.send("Page.addScriptToEvaluateOnNewDocument", { source });
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    simulator = await startSimulator({ seed: 1 });
    simulator.create("snippet", identity.workspaceId, {
      id: "s-1",
      name: "Opener",
      prompt: "Hi {first_name}\r\nBye",
    });
    simulator.create("cluster", identity.workspaceId, { id: "c-1", name: "Europe", description: "Warm" });
    await page.reset();
  });
  afterEach(async () => {
    await page.open("about:blank");
    await simulator.close();
  });

  const open = () => page.open(`${simulator.url}/__simulator/`);
  const call = (operation: keyof typeof operations, body: object = {}) =>
    fetch(simulator.url + operations[operation].path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...identity, ...body }),
    });
  /** Resolves when an expression is true in the page. */
  const until = (expression: string) =>
    page.evaluate(
      `new Promise((done) => { const look = () => (${expression}) ? done(true) : setTimeout(look, 10); look(); })`,
    );
  const says = (words: string) =>
    until(`document.getElementById("status").textContent.includes(${JSON.stringify(words)})`);
  const text = (selector: string) =>
    page.evaluate<string>(`document.querySelector(${JSON.stringify(selector)}).innerText`);
  const unfold = (selector: string) =>
    page.evaluate(`document.querySelector(${JSON.stringify(selector)}).open = true`);
  const fill = (selector: string, value: string) =>
    page.evaluate(`document.querySelector(${JSON.stringify(selector)}).value = ${JSON.stringify(value)}`);
  const choose = (selector: string, value: string) =>
    page.evaluate(
      `(() => { const field = document.querySelector(${JSON.stringify(selector)});
        field.value = ${JSON.stringify(value)}; field.dispatchEvent(new Event("change", { bubbles: true })); })()`,
    );
  const happened = (pattern: RegExp) => page.events.filter(({ method }) => pattern.test(method));

  it("requests only the simulator, reports no error and holds no credentials", async () => {
    await call("ListSnippet");
    await open();
    await until(`performance.getEntriesByType("resource").length > 1`);
    expect(happened(/^Log\.entryAdded|^Runtime\.(consoleAPICalled|exceptionThrown)/)).toEqual([]);
    const requests = happened(/^Network\.requestWillBeSent$/).map(
      ({ params }) => (params["request"] as { url: string }).url,
    );
    expect(new Set(requests)).toEqual(new Set([`${simulator.url}/__simulator/`]));
    const html = await page.evaluate<string>(`document.documentElement.outerHTML`);
    for (const secret of Object.values(identity)) expect(html).not.toContain(secret);
  });

  it("saves the edited field of an object exactly, and changes no other field", async () => {
    await open();
    await unfold("[data-key=s-1] .edit");
    await fill("[data-key=s-1] [name=name]", "First mail");
    await page.click("[data-key=s-1] [type=submit]");
    await says("Saved. The next plan shows it as drift.");
    expect(simulator.objects()[0]).toMatchObject({ name: "First mail", prompt: "Hi {first_name}\r\nBye" });
    expect(await text("[data-key=s-1] .name")).toBe("First mail");

    await unfold("[data-key=c-1] .edit");
    await fill("[data-key=c-1] [name=associatedCount]", "7");
    await fill("[data-key=c-1] [name=description]", "Cold");
    await page.click("[data-key=c-1] [type=submit]");
    await until(`document.querySelector("[data-key=c-1] .where").innerText.includes("7 linked")`);
    expect(simulator.objects()[1]).toMatchObject({ name: "Europe", description: "Cold", associatedCount: 7 });
  });

  it("deletes an object only after a second click", async () => {
    await open();
    await unfold("[data-key=s-1] .edit");
    await page.click("[data-key=s-1] [data-confirm]");
    await says("Delete permanently? Press the button again.");
    expect(simulator.objects()).toHaveLength(2);
    await page.click("[data-key=s-1] [data-confirm]");
    await says("Deleted.");
    expect(simulator.objects().map(({ id }) => id)).toEqual(["c-1"]);
    expect(await page.evaluate(`document.activeElement.id`)).toBe("objects-title");
  });

  it("shows a new call with its status, its duration and the fault that struck it", async () => {
    simulator.addFault({ operation: "GetSnippet", effect: { type: "status", status: 503 } });
    await open();
    await call("GetSnippet", { snippetId: "s-1" });
    await until(`document.querySelector("[data-key='1'].call") !== null`);
    expect(await text(".call summary")).toMatch(/^1\s+GetSnippet\s+503\s+\d+ ms\s+fault-1$/);
    await page.click(".call summary");
    expect(await text(".call pre")).toBe(
      `{\n  "userId": "(sensitive)",\n  "workspaceId": "(sensitive)",\n  "snippetId": "s-1"\n}`,
    );
    await call("ListSnippet");
    await until(`document.querySelectorAll(".call").length === 2`);
    expect(await page.evaluate(`document.querySelector("[data-key='1'].call").open`)).toBe(true);
  });

  it("keeps the text that the user is typing while other objects change", async () => {
    await open();
    await unfold("[data-key=s-1] .edit");
    await page.click("[data-key=s-1] textarea");
    await page.type("draft ");
    simulator.update("s-1", { name: "Renamed" });
    await call("CreateSnippet", { name: "New", prompt: "p" });
    await until(`document.querySelectorAll("#objects article").length === 3`);
    const draft = await page.evaluate<string>(`document.activeElement.value`);
    expect(draft).toContain("draft ");
    // Once the field is as it was, the object catches up.
    await page.evaluate(`document.activeElement.value = ${JSON.stringify("Hi {first_name}\nBye")}`);
    await until(`document.querySelector("[data-key=s-1] .name").textContent === "Renamed"`);
  });

  it("adds a fault from an example, releases the call that the fault holds, and removes the fault", async () => {
    await open();
    await unfold("#faults ~ .panel");
    const held = `[...document.querySelector("${FAULT} select").options].find(({ text }) => text.includes("release")).value`;
    await choose(`${FAULT} select`, await page.evaluate<string>(held));
    await page.click(`${FAULT} [type=submit]`);
    await says("Added the fault.");
    expect(simulator.faults()).toMatchObject([{ rule: { effect: { type: "hold" } } }]);
    const answered = call("CreateSnippet", { name: "held", prompt: "p" });
    await simulator.waitForCall("CreateSnippet", 1);
    await page.click("[data-call='POST /release']");
    expect((await answered).status).toBe(200);
    await says("Released fault-1.");
    await page.click("#faults [data-call='DELETE /faults']");
    await says("Removed fault-1.");
    expect(await page.evaluate(`document.activeElement.id`)).toBe("faults-title");
    expect(simulator.faults()).toEqual([]);
  });

  it("shows why a fault rule is invalid, and adds no rule", async () => {
    await open();
    await unfold("#faults ~ .panel");
    await fill(`${FAULT} textarea`, "{");
    await page.click(`${FAULT} [type=submit]`);
    await says("This is not JSON:");
    await fill(`${FAULT} textarea`, `{"effect": {"type": "slow"}}`);
    await page.click(`${FAULT} [type=submit]`);
    await says("rule.effect.type is none of");
    expect(simulator.faults()).toEqual([]);
  });

  it("changes a dialect setting, and shows which settings differ from their defaults", async () => {
    await open();
    await unfold("#dialect-state ~ .panel");
    const form = "[data-call='POST /dialect']";
    await fill(`${form} textarea`, `{"notFound": "200-null"}`);
    await page.click(`${form} [type=submit]`);
    await says("Changed until the next reset.");
    await fill(`${form} textarea`, `{"pageSize": 0}`);
    await page.click(`${form} [type=submit]`);
    await says("dialect.pageSize is not a whole number from 1");
    expect(simulator.dialect).toMatchObject({ notFound: "200-null", pageSize: 50 });
    expect(await text("#dialect-state")).toBe("Changed: notFound=200-null.");
  });

  it("adds the objects in the form, clears the calls, and resets everything", async () => {
    await call("ListSnippet");
    await open();
    await unfold("[aria-labelledby=objects-title] .panel");
    const form = "[data-call='POST /seed']";
    await page.click(`${form} [type=submit]`);
    await says("Added.");
    expect(simulator.objects("ours")).toMatchObject([{ kind: "snippet", name: "Opener" }]);
    const seed = { workspaceId: "ours", clusters: [{ name: "Asia", description: "Sales" }] };
    await fill(`${form} textarea`, JSON.stringify(seed));
    await page.click(`${form} [type=submit]`);
    await until(`document.querySelectorAll("#objects article").length === 4`);
    expect(simulator.objects("ours")[1]).toMatchObject({ kind: "cluster", ...seed.clusters[0] });
    await page.click("[data-call='DELETE /journal']");
    await says("Cleared the calls.");
    expect(simulator.journal()).toEqual([]);
    await page.click("[data-call='POST /reset']");
    await page.click("[data-call='POST /reset']");
    await says("Removed everything and restored the dialect.");
    expect(simulator.objects()).toEqual([]);
  });

  it("can be used with the keyboard alone", async () => {
    await open();
    const focused = () => page.evaluate<string>(`document.activeElement.innerText ?? ""`);
    const tabTo = async (condition: string) => {
      for (let i = 0; i < 60; i += 1) {
        await page.press("Tab");
        if (await page.evaluate(`(({ activeElement: e }) => ${condition})(document)`)) return;
      }
      throw new Error(`Tab leads to nothing for which ${condition}.`);
    };
    await tabTo(`e.matches("[data-key=s-1] summary")`);
    expect(await focused()).toContain("Edit");
    await page.press("Enter");
    await tabTo(`e.matches("[data-key=s-1] [name=name]")`);
    // Tab selects the whole text of a field.
    await page.type("Typed");
    await page.press("Enter");
    await says("Saved.");
    expect(simulator.objects()[0]).toMatchObject({ name: "Typed" });
    const outline = `getComputedStyle(document.activeElement).outlineStyle`;
    await page.press("Tab");
    expect(await page.evaluate(outline)).toBe("solid");
    const unnamed = (await page.accessibleNodes()).filter(
      ({ role, name }) => /^(button|textbox|combobox|spinbutton)$/.test(role) && name === "",
    );
    expect(unnamed).toEqual([]);
  });

  it("shows the HTML in an object as text, also after an update of the page", async () => {
    const attack = `</textarea><img src=x onerror="document.title='hit'"><script>document.title='hit'</script>`;
    simulator.create("snippet", identity.workspaceId, { name: attack, prompt: attack });
    await open();
    simulator.create("snippet", identity.workspaceId, { name: `${attack} 2`, prompt: attack });
    await until(`document.querySelectorAll("#objects article").length === 4`);
    expect(await page.evaluate(`document.title`)).toBe("Outreach simulator");
    expect(await text("#objects article .text")).toBe(attack);
    expect(await page.evaluate(`document.querySelector("#objects textarea").value`)).toBe(attack);
    expect(await page.evaluate(`document.images.length`)).toBe(0);
  });

  it("fits a phone: no sideways scrolling, and neither an id nor an operation is broken", async () => {
    simulator.create("snippet", identity.workspaceId, { name: "long".repeat(40), prompt: "p".repeat(400) });
    simulator.addFault({ effect: { type: "status", status: 503 } });
    await call("CreateCluster", { clusterName: "a" });
    await page.resize(390, 844);
    await open();
    await page.evaluate(`document.querySelectorAll("details").forEach((details) => (details.open = true))`);
    expect(await page.evaluate(`document.documentElement.scrollWidth`)).toBe(390);
    const heights = `[...document.querySelectorAll(".where code, .operation")].map((e) => e.getBoundingClientRect().height)`;
    for (const height of await page.evaluate<number[]>(heights)) expect(height).toBeLessThan(24);
  });

  it.each([
    ["objects, calls and a fault, all unfolded", true],
    ["nothing", false],
  ])("passes the checks of axe-core with %s", async (_, isFull) => {
    if (isFull) {
      simulator.addFault({ operation: "GetSnippet", effect: { type: "status", status: 503 } });
      await call("GetSnippet", { snippetId: "s-1" });
    } else for (const id of ["s-1", "c-1"]) simulator.delete(id);
    await open();
    await until(`document.querySelectorAll(".call").length === ${isFull ? 1 : 0}`);
    await page.evaluate(`document.querySelectorAll("details").forEach((details) => (details.open = true))`);
    expect(await page.accessibilityProblems()).toEqual([]);
  });

  it("has dark colours if the system has them", async () => {
    await open();
    const ground = `getComputedStyle(document.body).backgroundColor`;
    expect(await page.evaluate(ground)).toBe("rgb(245, 246, 248)");
    await page.media("screen", "dark");
    expect(await page.evaluate(ground)).toBe("rgb(14, 17, 22)");
  });

  it("says that the simulator has ended", async () => {
    await open();
    await simulator.close();
    await says("The simulator does not respond. It may have ended.");
  });
});
