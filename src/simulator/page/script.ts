/** The script of the page. It never makes HTML from text (docs/design/simulator.md). */
export const SCRIPT = `"use strict";
(() => {
  const ROOT = "/__simulator";
  const EVERY_MS = 2000;
  const SHOWN_MS = 8000;
  const byId = (id) => document.getElementById(id);
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const status = byId("status");
  const live = byId("live");

  let hiding;
  const say = (text, isProblem = false) => {
    clearTimeout(hiding);
    status.textContent = text;
    status.classList.toggle("problem", isProblem);
    if (!isProblem) hiding = setTimeout(() => (status.textContent = ""), SHOWN_MS);
  };

  const send = async (method, path, body) => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(ROOT + path, { method, headers, body: JSON.stringify(body) });
    const json = await response.json();
    if (!response.ok) throw new Error(json.error);
  };

  // The HTML of each node as the server sent it. The shown HTML differs if the user has changed it.
  const sources = new WeakMap();
  // The initial value of each field, because a browser changes line breaks.
  const initial = new WeakMap();
  const remember = (root) => {
    for (const node of all("[data-key], [data-live]", root)) sources.set(node, node.outerHTML);
    for (const field of all("input, textarea", root)) initial.set(field, field.value);
  };

  const isEdited = (field) => initial.has(field) && field.value !== initial.get(field);
  // A node with a pressed mouse button is in use, because a click must begin and end on the same node.
  const isInUse = (node) => node.matches(":active") || all("input, textarea", node).some(isEdited);

  // The ETag of the shown page; undefined if one of its nodes is out of date.
  let etag;
  // Replaces a changed node, and keeps unfolded details and the focus.
  const exchange = (old, next) => {
    if (sources.get(old) === sources.get(next)) return old;
    if (isInUse(old)) {
      // Requests the whole page again until this node can be replaced.
      etag = undefined;
      return old;
    }
    all("details", next).forEach((details, i) => (details.open = all("details", old)[i]?.open ?? false));
    if (old.matches("details") && old.open) next.open = true;
    const hadFocus = old.contains(document.activeElement);
    old.replaceWith(next);
    if (hadFocus) next.querySelector("summary, select, input, button")?.focus();
    return next;
  };

  const updateList = (list, next) => {
    const old = new Map([...list.children].map((child) => [child.dataset.key, child]));
    const wanted = [...next.children].map((child) => {
      const known = old.get(child.dataset.key);
      old.delete(child.dataset.key);
      return known === undefined ? child : exchange(known, child);
    });
    for (const child of old.values()) child.remove();
    // Moves only nodes that are in the wrong place, because a moved node loses the focus.
    let place = list.firstElementChild;
    for (const child of wanted) {
      if (child === place) place = place.nextElementSibling;
      else list.insertBefore(child, place);
    }
  };

  const refresh = async () => {
    const headers = etag === undefined ? {} : { "if-none-match": etag };
    const response = await fetch(ROOT + "/", { headers });
    if (response.status === 304) return;
    if (!response.ok) throw new Error("The simulator responded with " + response.status + ".");
    etag = response.headers.get("etag");
    const next = new DOMParser().parseFromString(await response.text(), "text/html");
    remember(next);
    for (const list of all("[data-list]")) updateList(list, next.getElementById(list.id));
    for (const part of all("[data-live]")) exchange(part, next.getElementById(part.id));
  };

  const SAMPLES = {
    clusters: [
      { name: "Sales Europe", description: "Warm mailboxes of the European sales team", associatedCount: 12 },
      { name: "Partners", description: "Partner programme, kept apart from sales" },
    ],
    snippets: [
      { name: "Opener", prompt: "Write an opener to {first_name} at {company}.\\nAt most 90 words." },
      { name: "Follow-up", prompt: "{first_name} has not answered for {days_since_last_mail} days. Write a reply." },
      { name: "Goodbye", prompt: "Say that we stop writing, and mean it." },
    ],
  };

  const seedOf = ({ workspaceId, kind, name, text }) => ({
    workspaceId,
    [kind + "s"]: [{ name, [kind === "cluster" ? "description" : "prompt"]: text }],
  });

  const valuesOf = (fields) => Object.fromEntries(fields.map(({ name, value }) => [name, value]));

  const update = async (form) => {
    const { id } = form.dataset;
    const edited = [...form.elements].filter(isEdited);
    const { associatedCount, ...content } = valuesOf(edited);
    if (associatedCount !== undefined)
      await send("POST", "/associated-count", { id, count: Number(associatedCount) });
    if (Object.keys(content).length > 0) await send("POST", "/update", { id, changes: content });
    for (const field of edited) initial.set(field, field.value);
    if (edited.length === 0) return "Nothing was changed.";
    form.closest("details").open = false;
    return "Saved. The next plan shows it as drift.";
  };

  const ruleOf = (text) => {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new Error("The rule is not JSON: " + error.message);
    }
  };

  // Returns an action that makes one call, with a body made from the element that the user clicked.
  const sending = (wordsOf, method, path, bodyOf = () => ({})) => async (element) => {
    await send(method, path, bodyOf(element));
    return wordsOf(element);
  };
  const idOf = ({ dataset: { id } }) => ({ id });

  // Each action resolves with the text of the status line.
  const actions = {
    update,
    delete: sending(() => "Deleted.", "POST", "/delete", idOf),
    seed: async (form) => {
      await send("POST", "/seed", seedOf(valuesOf([...form.elements])));
      const { name, text } = form.elements;
      name.value = text.value = "";
      return "Added.";
    },
    sample: sending(() => "Added 2 clusters and 3 snippets.", "POST", "/seed", ({ form }) => ({
      workspaceId: form.elements.workspaceId.value,
      ...SAMPLES,
    })),
    fault: sending(() => "Added the fault.", "POST", "/faults", (form) => ruleOf(form.elements.rule.value)),
    "clear-fault": sending((button) => "Removed " + button.dataset.id + ".", "DELETE", "/faults", idOf),
    "clear-faults": sending(() => "Removed all faults.", "DELETE", "/faults"),
    release: sending((button) => "Released " + button.dataset.id + ".", "POST", "/release", idOf),
    dialect: async (field) => {
      const { setting } = field.dataset;
      await send("POST", "/dialect", { [setting]: field.value });
      initial.set(field, field.value);
      return setting + " is now " + field.value + ".";
    },
    "clear-calls": sending(() => "Cleared the calls.", "DELETE", "/journal"),
    reset: sending(() => "Removed everything and restored the dialect.", "POST", "/reset"),
    copy: async ({ dataset: { text } }) => {
      await navigator.clipboard.writeText(text);
      return "Copied.";
    },
  };

  const perform = async (action, element) => {
    const heading = element.closest("section")?.querySelector("h2");
    try {
      const words = await actions[action](element);
      await refresh();
      // If the action has removed the element with the focus, the heading gets the focus.
      if (!element.isConnected && document.activeElement === document.body) heading?.focus();
      say(words);
    } catch (error) {
      say(error.message, true);
    }
  };

  const disarm = (button) => {
    if (button.dataset.armed === undefined) return;
    button.textContent = button.dataset.armed;
    delete button.dataset.armed;
  };

  // A permanent action needs a second click.
  const isConfirmed = (button) => {
    if (button.dataset.confirm === undefined || button.dataset.armed !== undefined) return true;
    button.dataset.armed = button.textContent;
    button.textContent = button.dataset.confirm;
    button.addEventListener("blur", () => disarm(button), { once: true });
    say(button.dataset.confirm + "? Press the button again.");
    return false;
  };

  document.addEventListener("click", ({ target }) => {
    const button = target.closest("button[data-action]");
    if (button === null || !isConfirmed(button)) return;
    disarm(button);
    perform(button.dataset.action, button);
  });
  document.addEventListener("submit", (event) => {
    event.preventDefault();
    perform(event.target.dataset.action, event.target);
  });
  document.addEventListener("change", ({ target }) => {
    if (target.dataset.setting !== undefined) perform("dialect", target);
  });
  byId("preset").addEventListener("change", ({ target }) => (byId("rule").value = target.value));
  live.addEventListener("click", () => {
    live.ariaPressed = String(live.ariaPressed !== "true");
    if (live.ariaPressed === "true") watch();
  });

  let isLost = false;
  const watch = async () => {
    if (live.ariaPressed !== "true" || document.hidden) return;
    try {
      await refresh();
      if (isLost) say("");
      isLost = false;
    } catch {
      isLost = true;
      say("The simulator does not respond. It may have ended.", true);
    }
  };

  remember(document);
  document.body.classList.add("scripted");
  setInterval(watch, EVERY_MS);
  document.addEventListener("visibilitychange", watch);
})();
`;
