/** The script of the page. It never makes HTML from text (docs/design/simulator.md). */
export const SCRIPT = `"use strict";
(() => {
  const ROOT = "/__simulator";
  const EVERY_MS = 2000;
  const SHOWN_MS = 8000;
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];

  let hiding;
  const say = (text, isProblem = false) => {
    const status = document.getElementById("status");
    clearTimeout(hiding);
    status.textContent = text;
    status.classList.toggle("problem", isProblem);
    if (!isProblem) hiding = setTimeout(() => (status.textContent = ""), SHOWN_MS);
  };

  const send = async (call, body) => {
    const [method, path] = call.split(" ");
    const headers = { "content-type": "application/json" };
    const response = await fetch(ROOT + path, { method, headers, body: JSON.stringify(body) });
    const json = await response.json();
    if (!response.ok) throw new Error(json.error);
  };

  // The HTML of each node as the server sent it. The shown HTML differs if the user has changed it.
  const sources = new WeakMap();
  const remember = (root) => {
    for (const node of all("[data-key], [data-live]", root)) sources.set(node, node.outerHTML);
  };
  // Browsers show each line break as a line feed.
  const isEdited = ({ value, defaultValue }) => value !== defaultValue.replace(/\\r\\n?/g, "\\n");
  // A node with a pressed mouse button is in use, because a click must begin and end on the same node.
  const isInUse = (node) => node.matches(":active") || all("input, textarea", node).some(isEdited);

  // Replaces a changed node, and keeps unfolded details and the focus.
  const exchange = (old, next) => {
    if (sources.get(old) === sources.get(next) || isInUse(old)) return old;
    all("details", next).forEach((details, i) => (details.open = all("details", old)[i]?.open ?? false));
    if (old.matches("details") && old.open) next.open = true;
    const hadFocus = old.contains(document.activeElement);
    old.replaceWith(next);
    if (hadFocus) next.querySelector("summary, select, input, button")?.focus();
    return next;
  };

  const updateList = (list, next) => {
    const old = new Map([...list.children].map((child) => [child.dataset.key, child]));
    const wanted = [...next.children].map((child) =>
      old.has(child.dataset.key) ? exchange(old.get(child.dataset.key), child) : child,
    );
    for (const child of [...list.children]) if (!wanted.includes(child)) child.remove();
    // Moves only nodes that are in the wrong place, because a moved node loses the focus.
    wanted.forEach((child, i) => {
      if (list.children[i] !== child) list.insertBefore(child, list.children[i] ?? null);
    });
  };

  const refresh = async () => {
    const response = await fetch(ROOT + "/");
    if (!response.ok) throw new Error("The simulator responded with " + response.status + ".");
    const next = new DOMParser().parseFromString(await response.text(), "text/html");
    remember(next);
    for (const list of all("[data-list]")) updateList(list, next.getElementById(list.id));
    for (const part of all("[data-live]")) exchange(part, next.getElementById(part.id));
  };

  const saveObject = async (form) => {
    const { id } = form.dataset;
    const edited = all("input, textarea", form).filter(isEdited);
    const { associatedCount, ...changes } = Object.fromEntries(edited.map(({ name, value }) => [name, value]));
    if (associatedCount !== undefined)
      await send("POST /associated-count", { id, count: Number(associatedCount) });
    if (Object.keys(changes).length > 0) await send("POST /update", { id, changes });
    for (const field of edited) field.defaultValue = field.value;
    form.closest("details").open = false;
    return "Saved. The next plan shows it as drift.";
  };

  const sendForm = async (form) => {
    let body;
    try {
      body = JSON.parse(form.elements.json.value);
    } catch (error) {
      throw new Error("This is not JSON: " + error.message);
    }
    await send(form.dataset.call, body);
    return form.dataset.done;
  };

  const pressButton = async ({ dataset: { call, body, done } }) => {
    await send(call, JSON.parse(body));
    return done;
  };

  // Performs an action, which resolves with the text of the status line.
  const perform = async (action, element) => {
    const heading = element.closest("section")?.querySelector("h2");
    try {
      const words = await action(element);
      await refresh();
      // If the action has removed the element with the focus, the heading gets the focus.
      if (!element.isConnected && document.activeElement === document.body) heading?.focus();
      say(words);
    } catch (error) {
      say(error.message, true);
    }
  };

  const arm = (button, isArmed) => {
    button.toggleAttribute("data-armed", isArmed);
    button.textContent = isArmed ? button.dataset.confirm : button.dataset.words;
  };

  document.addEventListener("click", ({ target }) => {
    const button = target.closest("button[data-call]");
    if (button === null) return;
    const { confirm, armed } = button.dataset;
    // A permanent action needs a second click.
    if (confirm !== undefined) arm(button, armed === undefined);
    if (confirm === undefined || armed !== undefined) return perform(pressButton, button);
    button.addEventListener("blur", () => arm(button, false), { once: true });
    say(confirm + "? Press the button again.");
  });
  document.addEventListener("submit", (event) => {
    event.preventDefault();
    perform(event.target.dataset.call === undefined ? saveObject : sendForm, event.target);
  });
  document.addEventListener("change", ({ target }) => {
    if (target.dataset.example !== undefined) target.form.elements.json.value = target.value;
  });

  let isLost = false;
  const watch = async () => {
    if (document.hidden) return;
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
