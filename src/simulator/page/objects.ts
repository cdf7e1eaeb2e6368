import { element, exactAttribute, exactContent, textLines, type Markup } from "../../page/markup";
import type { Redactor } from "../redact";
import type { Simulation } from "../simulation";
import { type SimulatedObject, textOf } from "../objects";
import { button } from "./controls";

const SHOWN_OBJECTS = 200;

/** Returns the objects, newest first. */
export function objectList({ store, redactor }: Simulation): Markup {
  const objects = store.all();
  const workspaces = [...new Set(objects.map(({ workspaceId }) => workspaceId))];
  const shown = objects.slice(-SHOWN_OBJECTS).reverse();
  const left = objects.length - shown.length;
  return element`<div id="objects" data-list>${shown.map((object) =>
    article(object, workspaces.indexOf(object.workspaceId) + 1, redactor),
  )}${left > 0 ? element`<p class="note" data-key="left">${left} older objects are not shown.</p>` : null}${
    objects.length === 0
      ? element`<p class="note" data-key="none">No objects yet. Deploy a stack, or add some here.</p>`
      : null
  }</div>`;
}

function article(object: SimulatedObject, workspace: number, redactor: Redactor): Markup {
  const { kind, id, name, lastUpdatedAt } = object;
  const tone = kind === "cluster" ? "update" : "create";
  const linked = kind === "cluster" ? element`<span>${`${object.associatedCount} linked`}</span> ` : null;
  const text = textOf(object);
  return element`<article class="${`entry ${tone}`}"${exactAttribute("data-key", id)}>
  <div class="head">
    <h3><span class="badge">${kind}</span> <bdi class="name">${redactor.text(name)}</bdi></h3>
    <p class="where"><code>${id}</code> <span>workspace ${workspace}</span> ${linked}<span>updated ${lastUpdatedAt}</span></p>
  </div>
  <p class="text">${textLines(redactor.text(text))}</p>
  ${isShownWhole(object, redactor) ? editor(object) : element`<p class="note">This object contains an identity value, so it cannot be edited here.</p>`}
</article>`;
}

/** Reports whether no text of an object is redacted. An editor for redacted texts would store `(sensitive)`. */
function isShownWhole(object: SimulatedObject, redactor: Redactor): boolean {
  return [object.name, textOf(object)].every((text) => redactor.text(text) === text);
}

/** Returns the form that edits an object, by `POST /update` and `POST /associated-count`. */
function editor(object: SimulatedObject): Markup {
  const { kind, id, name } = object;
  const field = kind === "cluster" ? "description" : "prompt";
  const rows = Math.min(16, Math.max(2, textOf(object).split("\n").length + 1));
  return element`<details class="edit tools">
    <summary>Edit <span class="unseen">${name}</span></summary>
    <form data-action="update"${exactAttribute("data-id", id)}>
      <p class="note">The next plan shows this change as drift.</p>
      <label>Name <input name="name"${exactAttribute("value", name)}></label>
      <label>${field === "prompt" ? "Prompt" : "Description"} <textarea name="${field}" rows="${rows}">${exactContent(textOf(object))}</textarea></label>
      ${object.kind === "cluster" ? element`<label>Linked mailboxes <input name="associatedCount" type="number" min="0" value="${object.associatedCount}"></label>` : null}
      <div class="bar"><button type="submit" class="main">Save</button> ${button({ words: "Delete", action: "delete", of: name, id, confirm: "Delete permanently" })}</div>
    </form>
  </details>`;
}

/** Returns the form that adds objects. The user types the workspace id, which the page must not show. */
export function seedPanel(): Markup {
  return element`<details class="panel tools">
  <summary>Add objects</summary>
  <form data-action="seed">
    <label>Workspace id <input name="workspaceId" value="ours" required autocomplete="off" spellcheck="false"></label>
    <label>Kind <select name="kind"><option value="snippet">snippet</option><option value="cluster">cluster</option></select></label>
    <label>Name <input name="name"></label>
    <label>Prompt or description <textarea name="text" rows="3"></textarea></label>
    <div class="bar"><button type="submit" class="main">Add</button> ${button({ words: "Add five samples", action: "sample" })}</div>
  </form>
</details>`;
}
