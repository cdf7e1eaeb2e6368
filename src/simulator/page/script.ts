/** The script never makes HTML from text. */
export const SCRIPT = `"use strict";
(() => {
  const ROOT = "/__simulator";
  const EVERY_MS = 2000;
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const field = document.querySelector("textarea");
  const filled = document.getElementById("filled");

  const say = (text, isProblem = false) => {
    const status = document.getElementById("status");
    status.textContent = text;
    status.classList.toggle("problem", isProblem);
  };

  // The HTML of each part as the server sent it. The shown HTML differs if the user has unfolded details.
  const sources = new Map();
  // A part that is being clicked must not be replaced: a click has to begin and end on the same node.
  const isInUse = (part) => part.querySelector(":active") !== null;

  // Shows changed parts, and keeps unfolded details and the focus.
  const show = (next) => {
    for (const part of all("[data-live]")) {
      const fresh = next.getElementById(part.id);
      if (sources.get(part.id) === fresh.innerHTML || isInUse(part)) continue;
      sources.set(part.id, fresh.innerHTML);
      const unfolded = new Set(all("details[open]", part).map(({ dataset }) => dataset.key));
      const hadFocus = part.contains(document.activeElement);
      const focused = document.activeElement.closest("[data-key]")?.dataset.key;
      part.replaceChildren(...fresh.childNodes);
      for (const details of all("details", part)) details.open = unfolded.has(details.dataset.key);
      if (!hadFocus) continue;
      const same = all("[data-key]", part).find(({ dataset }) => dataset.key === focused);
      (same?.querySelector("summary, button") ?? part.closest("section").querySelector("h2")).focus();
    }
  };

  const refresh = async () => {
    const response = await fetch(ROOT + "/");
    if (!response.ok) throw new Error("The simulator responded with " + response.status + ".");
    show(new DOMParser().parseFromString(await response.text(), "text/html"));
  };

  // Sends a call of the control interface: its method and path, and its JSON in the next lines.
  const send = async (text) => {
    const [call, ...lines] = text.split("\\n");
    const [method, path] = call.trim().split(" ");
    try {
      const body = JSON.stringify(JSON.parse(lines.join("\\n") || "{}"));
      const headers = { "content-type": "application/json" };
      const response = await fetch(ROOT + path, { method, headers, body: method === "GET" ? null : body });
      const json = await response.json();
      if (!response.ok) throw new Error(json.error);
      await refresh();
      // Only the response to POST /fill has a text.
      filled.hidden = json.text === undefined;
      filled.textContent = json.text;
      say("Done: " + call);
    } catch (error) {
      say(error instanceof SyntaxError ? "This is not JSON: " + error.message : error.message, true);
    }
  };

  document.addEventListener("click", ({ target }) => {
    const button = target.closest("button[data-send], button[data-fill]");
    if (button === null) return;
    const { confirm, fill } = button.dataset;
    if (fill === undefined) return (confirm === undefined || window.confirm(confirm)) && send(button.dataset.send);
    field.value = fill;
    field.focus();
  });
  document.addEventListener("submit", (event) => {
    event.preventDefault();
    send(field.value);
  });
  document.addEventListener("change", ({ target }) => {
    if (target.matches("select")) field.value = target.value;
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

  for (const part of all("[data-live]")) sources.set(part.id, part.innerHTML);
  document.body.classList.add("scripted");
  setInterval(watch, EVERY_MS);
  document.addEventListener("visibilitychange", watch);
})();
`;
