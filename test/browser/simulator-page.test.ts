import { startSimulator, type Simulator } from "../../src/simulator";
import { operations } from "../../src/api";
import { Chromium, findChromium, type Page } from "./chromium";

const program = findChromium();
if (program === undefined) {
  process.stderr.write(
    "SKIPPED: the browser test of the simulator's page, because no Chromium was found on PATH or in CHROMIUM.\n",
  );
}

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
  const submit = () => page.click("[type=submit]");
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

  it("fills the form with the update of an object, and stores the object exactly", async () => {
    await open();
    await page.click("[data-key=s-1] [data-fill]");
    expect(await page.evaluate(`document.activeElement.value`)).toBe(
      `POST /update\n${JSON.stringify({ id: "s-1", changes: { name: "Opener", prompt: "Hi {first_name}\r\nBye" } }, null, 1)}`,
    );
    await page.evaluate(
      `document.activeElement.value = document.activeElement.value.replace("Opener", "First mail")`,
    );
    await submit();
    await says("Done: POST /update");
    expect(simulator.objects()[0]).toMatchObject({ name: "First mail", prompt: "Hi {first_name}\r\nBye" });
    expect(await text("[data-key=s-1] .name")).toBe("First mail");
  });

  it("fills a snippet with values, keeps what has none, and stores nothing", async () => {
    await open();
    await page.click("[data-key=s-1] [data-fill^='POST /fill']");
    expect(await page.evaluate(`document.activeElement.value`)).toBe(
      `POST /fill\n${JSON.stringify({ id: "s-1", values: { first_name: "" } }, null, 1)}`,
    );
    await fill("textarea", `POST /fill\n{"id": "s-1", "values": {"first_name": "<b>Ada</b> {first_name}"}}`);
    await submit();
    await says("Done: POST /fill");
    expect(await text("#filled")).toBe("Hi <b>Ada</b> {first_name}\r\nBye");
    await fill("textarea", `POST /fill\n{"id": "s-1", "values": {}}`);
    await submit();
    await until(`document.getElementById("filled").textContent.startsWith("Hi {first_name}")`);
    expect(simulator.objects()[0]).toMatchObject({ prompt: "Hi {first_name}\r\nBye" });
    expect(simulator.journal()).toEqual([]);
    await fill("textarea", "GET /health");
    await submit();
    await until(`document.getElementById("filled").hidden`);
  });

  it("deletes an object only after a confirmation", async () => {
    await open();
    await page.evaluate(`void (window.confirm = (words) => ((window.asked = words), false))`);
    await page.click("[data-key=s-1] [data-confirm]");
    expect(await page.evaluate(`window.asked`)).toBe("Delete permanently?");
    expect(simulator.objects()).toHaveLength(2);
    await page.evaluate(`void (window.confirm = () => true)`);
    await page.click("[data-key=s-1] [data-confirm]");
    await says("Done: POST /delete");
    expect(simulator.objects().map(({ id }) => id)).toEqual(["c-1"]);
    await until(`document.activeElement.id === "objects-title"`);
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

  it("adds a fault from an example, releases the call that the fault holds, and removes the fault", async () => {
    await open();
    const held = `[...document.querySelector("select").options].find(({ text }) => text.includes("release")).value`;
    await choose("select", await page.evaluate<string>(held));
    await submit();
    await says("Done: POST /faults");
    expect(simulator.faults()).toMatchObject([{ rule: { effect: { type: "hold" } } }]);
    const answered = call("CreateSnippet", { name: "held", prompt: "p" });
    await simulator.waitForCall("CreateSnippet", 1);
    await page.click("[data-send^='POST /release']");
    expect((await answered).status).toBe(200);
    await says("Done: POST /release");
    await page.click("#faults [data-send^='DELETE /faults']");
    await says("Done: DELETE /faults");
    expect(simulator.faults()).toEqual([]);
  });

  it("shows why a call is refused, and changes nothing", async () => {
    await open();
    await fill("textarea", "POST /faults\n{");
    await submit();
    await says("This is not JSON:");
    await fill("textarea", `POST /faults\n{"effect": {"type": "slow"}}`);
    await submit();
    await says("rule.effect.type is none of");
    expect(simulator.faults()).toEqual([]);
  });

  it("changes a setting, shows which settings differ from their defaults, and resets everything", async () => {
    await open();
    await fill("textarea", `POST /dialect\n{"notFound": "200-null"}`);
    await submit();
    await says("Done: POST /dialect");
    expect(await text("#dialect")).toBe("Changed: notFound=200-null.");
    await page.evaluate(`void (window.confirm = () => true)`);
    await page.click("[data-send='POST /reset']");
    await says("Done: POST /reset");
    expect(simulator.objects()).toEqual([]);
    expect(await text("#dialect")).toBe("All settings have their defaults.");
  });

  it("can be used with the keyboard alone", async () => {
    await open();
    const tabTo = async (condition: string) => {
      for (let i = 0; i < 60; i += 1) {
        await page.press("Tab");
        if (await page.evaluate(`(({ activeElement: e }) => ${condition})(document)`)) return;
      }
      throw new Error(`Tab leads to nothing for which ${condition}.`);
    };
    await tabTo(`e.matches("[type=submit]")`);
    expect(await page.evaluate(`getComputedStyle(document.activeElement).outlineStyle`)).toBe("solid");
    await page.press("Enter");
    await says("Done: POST /seed");
    expect(simulator.objects("ours")).toMatchObject([{ kind: "snippet", name: "Opener" }]);
    const unnamed = (await page.accessibleNodes()).filter(
      ({ role, name }) => /^(button|textbox|combobox)$/.test(role) && name === "",
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

  it("says that the simulator has ended", async () => {
    await open();
    await simulator.close();
    await says("The simulator does not respond. It may have ended.");
  });
});
