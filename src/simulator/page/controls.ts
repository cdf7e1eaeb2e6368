import { element, exactAttribute, type Markup } from "../../page/markup";

interface Button {
  readonly words: string;
  /** What the script does, by the name in its table. */
  readonly action: string;
  /** What the button is about, for a screen reader. */
  readonly of?: string;
  /** The id that the action is for. */
  readonly id?: string;
  /** The first click shows these words, and only a second one acts. */
  readonly confirm?: string;
}

export function button({ words, action, of, id, confirm }: Button): Markup {
  const name = of === undefined ? null : element` aria-label="${`${words} ${of}`}"`;
  return element`<button type="button" class="tools${confirm === undefined ? "" : " careful"}" data-action="${action}"${
    id === undefined ? null : exactAttribute("data-id", id)
  }${confirm === undefined ? null : exactAttribute("data-confirm", confirm)}${name}>${words}</button>`;
}

/** A choice; `chosen` is one of `values`. */
export function options(values: readonly string[], chosen: string): Markup[] {
  return values.map((value) =>
    value === chosen
      ? element`<option value="${value}" selected>${value}</option>`
      : element`<option value="${value}">${value}</option>`,
  );
}
