import { element, exactAttribute, type Markup } from "../../page/markup";
import { type Dialect, defaultDialect, dialectSettings } from "../dialect";
import { options } from "./controls";

type SettingName = keyof Dialect;

/** Returns the dialect settings with their values. The script sends a change at once. */
export function dialectPanel(dialect: Dialect): Markup {
  const names = Object.keys(dialectSettings) as SettingName[];
  const changed = names.filter((name) => dialect[name] !== defaultDialect[name]);
  return element`<section aria-labelledby="dialect-title">
  <h2 id="dialect-title">Dialect</h2>
  <p class="note" id="dialect-state" data-live>${
    changed.length === 0
      ? "All settings have their defaults."
      : `Changed: ${changed.map((name) => `${name}=${dialect[name]}`).join(", ")}.`
  }</p>
  <details class="panel tools">
    <summary>Settings</summary>
    <p class="note">The API document leaves these open. A change holds until the next reset.</p>
    <div id="dialect" class="settings" data-list>${names.map((name) => setting(name, dialect))}</div>
  </details>
</section>`;
}

function setting(name: SettingName, dialect: Dialect): Markup {
  const known = dialectSettings[name];
  const value = String(dialect[name]);
  const control =
    "values" in known
      ? element`<select data-setting="${name}">${options(known.values, value)}</select>`
      : element`<input type="number" min="1" data-setting="${name}" value="${value}">`;
  return element`<label${exactAttribute("data-key", name)}><code>${name}</code> ${control} <span class="note">${known.doc}</span></label>`;
}
