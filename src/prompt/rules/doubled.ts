import type { Braces } from "../braces";
import { placeholderOf, wordsIn } from "../words";
import { passedOn, type Match, type Rule } from "./rule";

/**
 * Largest length of a name in doubled braces, in UTF-16 code units. Prose and code are longer in most cases.
 */
const MAX_LENGTH = 64;
/** Matches a word of a template language that stands alone or before other words, such as `if`. */
const DIRECTIVE =
  /^(?:else|elif|elsif|elseif|end[a-z]*|if|unless|each|for|include|import|extends|block|this|and|or)$/i;
/** Matches a word of a template language that stands alone. */
const VALUE = /^(?:break|continue|super|true|false|null|none)$/i;

export const doubled: Rule<"doubled"> = {
  code: "doubled",
  wording: passedOn(
    "a placeholder has single braces",
    "is doubled, so it is not a placeholder",
    "are doubled, so they are not placeholders",
  ),
  matches:
    "A name with two braces on each side. The name has up to about 60 characters: words and `/ ' & , . -`, optionally " +
    "followed by `:` or `?`.",
  why:
    "Merge tags and template languages use doubled braces, but a placeholder of Outreach has single braces. " +
    "Directives of template languages, expressions of CI files, attributes of JSX, and LaTeX draw no warning.",
  find: (braces) => (braces.isPairOf(2) ? doubledName(braces) : undefined),
  warned: [
    ["Hi {{company}}", "{{company}}", "{company}"],
    ["Hi {{ user.name }}", "{{ user.name }}", "{user.name}"],
    ["Hi {{Given Name}}", "{{Given Name}}", "{given_name}"],
    ["On {{Offer/Service}}:", "{{Offer/Service}}", "{offer_service}"],
    ["{{Buyer:}} Ada", "{{Buyer:}}", "{Buyer}"],
    ["{{Which city?}}", "{{Which city?}}", "{which_city}"],
    ["in {{Sector or Niche}}.", "{{Sector or Niche}}", "{sector_or_niche}"],
    ["on {{buyer's main worry}}.", "{{buyer's main worry}}", "{buyers_main_worry}"],
    ["{{City, State & Zip}}", "{{City, State & Zip}}", "{city_state_zip}"],
    [
      "{{what the buyer said last week}}",
      "{{what the buyer said last week}}",
      "{what_the_buyer_said_last_week}",
    ],
    ["Licence #{{lic_no}}", "{{lic_no}}", "{lic_no}"],
    ["It saves ${{amount}}.", "{{amount}}", "{amount}"],
    ["https://example.com/?t={{token}}", "{{token}}", "{token}"],
    ["invoice_{{number}}", "{{number}}", "{number}"],
    ["Mr{{Last Name}}", "{{Last Name}}", "{last_name}"],
    ['{"to": "{{company}}"}', "{{company}}", "{company}"],
    ['{"to": {{company}}}', "{{company}}", "{company}"],
    ["In `{{tone}}` please", "{{tone}}", "{tone}"],
    ["｛｛会社名｝｝様", "｛｛会社名｝｝", "{会社名}"],
  ],
  silent: [
    "{{else}} {{end}} {{endif}} {{else if plan}}",
    "{{#if plan}}…{{/if}} {{> footer}} {{!-- note --}} {{^none}}",
    "{{#each items}}{{this}}{{/each}}",
    "{{ .Name }} {{ $json.name }} {{range .Items}}",
    "{{ total() }} {{ a + b }} {{ name == 'x' }} {{t 'key'}}",
    "{{random:red,blue}} {{user::name}}",
    "run: deploy ${{ secrets.token }} ${{github.ref}}",
    "<a style={{color}} b={{ x }} />",
    '<div className="a" style={{ width }}>',
    "\\textbf{{title}} \\frac{{a}}{{b}} x^{{n}} x_{{i}} \\mathbf{{A}}_{{ij}}",
    "{{\\bf title}}",
    '{{"name": "x"}}',
    "{{}} {{ }} start with {{ and end with }}",
    "{{1}}",
    `{{${"a long text ".repeat(8)}}}`,
  ],
};

/** Returns the match of a name that has two or more braces on each side. */
export function doubledName(braces: Braces): Match | undefined {
  const { name } = braces;
  if (name === undefined || name.length > MAX_LENGTH || isDirective(name)) return undefined;
  if (isExpression(braces, name) || isMath(braces) || braces.isAttribute) return undefined;
  return { text: braces.text, suggestion: placeholderOf(name) };
}

/** Reports whether doubled braces hold an expression of a CI file: `${{ github.ref }}`. */
export function isExpression(braces: Braces, name: string): boolean {
  return braces.last === "$" && name.includes(".") && wordsIn(name).length === 1;
}

function isDirective(name: string): boolean {
  const [first = "", ...more] = wordsIn(name);
  return DIRECTIVE.test(first) || (more.length === 0 && VALUE.test(first));
}

/** Reports whether braces are arguments of LaTeX, an exponent, an index (`x_{{i}}`), or an escape. */
function isMath(braces: Braces): boolean {
  if (braces.around.isLatex || /[\\^]/.test(braces.last)) return true;
  return /(?:^|[^A-Za-z0-9_])[A-Za-z]_$/.test(braces.before);
}
