import { element, exactAttribute, type Markup } from "../../page/markup";

interface Button {
  readonly words: string;
  /** The name of an action of the page's script. */
  readonly action: string;
  /** The name of the thing that the button acts on, for screen readers. */
  readonly of?: string;
  /** The id of the object or fault rule that the button acts on. */
  readonly id?: string;
  /** Text that the button shows after the first click. Only the second click acts. */
  readonly confirm?: string;
}

export function button({ words, action, of, id, confirm }: Button): Markup {
  const name = of === undefined ? null : element` aria-label="${`${words} ${of}`}"`;
  return element`<button type="button" class="tools${confirm === undefined ? "" : " careful"}" data-action="${action}"${
    id === undefined ? null : exactAttribute("data-id", id)
  }${confirm === undefined ? null : exactAttribute("data-confirm", confirm)}${name}>${words}</button>`;
}
