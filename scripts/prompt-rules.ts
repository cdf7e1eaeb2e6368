import type { FindingKind } from "../src/prompts/wordings";

/** Content of docs/guides/prompt-warnings.md about a rule. test/prompts/rules.test.ts checks the examples. */
interface RuleOnPage {
  readonly matches: string;
  readonly why: string;
  /** Prompts that draw only this warning, with the text and the suggestion that the warning names. */
  readonly warned: readonly (readonly [prompt: string, text: string, suggestion: string | null])[];
  readonly silent: readonly string[];
}

export const PROMPT_RULES: Readonly<Record<FindingKind, RuleOnPage>> = {
  doubled: {
    matches:
      "A name with two braces on each side. The name has up to about 60 characters: words and `/ ' & , . -`. " +
      "It may end with `:` or `?`.",
    why:
      "Merge tags and template languages use doubled braces, but a placeholder of Outreach has single braces. " +
      "Directives of template languages, expressions of CI files, attributes of JSX, and LaTeX draw no warning.",
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
  },
  surplus: {
    matches:
      "A name of up to three words with more braces on one side than on the other, or with three or more braces on both sides.",
    why:
      "Probably half of a merge tag was deleted, or a key was pressed twice. The surplus braces stay in the text that the " +
      "model receives. A name in code, JSON, nested spintax, a list or an ICU message draws no warning.",
    warned: [
      ["Hi {{firm} x", "{{firm}", "{firm}"],
      ["Hi {firm}} x", "{firm}}", "{firm}"],
      ["Hi {{{firm}}}", "{{{firm}}}", "{firm}"],
      ["Hi {{{{firm}}}}", "{{{{firm}}}}", "{firm}"],
      ["Hi {{{firm}} x", "{{{firm}}", "{firm}"],
      ["Hi {{firm}}} x", "{{firm}}}", "{firm}"],
      ["Hi {{{Firm Name}}}", "{{{Firm Name}}}", "{firm_name}"],
      ["Hi {First Name}}, welcome", "{First Name}}", "{first_name}"],
      ["Hi {{First Name}, welcome", "{{First Name}", "{first_name}"],
      ["{{firm} has an office in {city}", "{{firm}", "{firm}"],
      ["{{firm}, {city}", "{{firm}", "{firm}"],
      ["{firm} has an office in {city}}", "{city}}", "{city}"],
    ],
    silent: [
      "{{Hi|Hello} {firm}|Hey {firm}}",
      "{Hi|Hello {firm}}",
      "{{Hi {firm}|Hello {firm}}|Hey}",
      "pairs = {{first, last}, {last, first}} {{a}, {b}}",
      "{n, plural, other {{n} open seats}}",
      "{{firm}|you}",
      '{"to": {firm}}',
      '{"to": {"name": {firm}}}',
      '{{"to": "{firm}"}}',
      "{ {firm} }",
      "`{{firm} x`",
      "```\nf({{firm} x\n```",
      "\\title{{firm} x",
      "{{{else}}} {{{#if x}}}",
      "a {b {c} d} e",
    ],
  },
  fallback: {
    matches:
      "A name, then `|`, `||`, `??`, `or` or `:default=`, and then a fallback or filter. In single braces, the name must " +
      "have `_` or be in camel case. After a dollar sign, any name in single braces matches, and `:` may also start the fallback. " +
      "In doubled braces, `|` between phrases, capitalized words, or more than two texts is spintax and draws no warning.",
    why: "Merge tags and template languages have fallbacks and filters. In a prompt of Outreach, the model receives them as text.",
    warned: [
      ['Hi {{ given | default: "friend" }}', '{{ given | default: "friend" }}', "{given}"],
      ["Hi {{given|friend}}", "{{given|friend}}", "{given}"],
      ["Hi {given_name|friend}", "{given_name|friend}", "{given_name}"],
      ["Hi {firstName | there}", "{firstName | there}", "{firstName}"],
      ["Hi {{First Name|there}}", "{{First Name|there}}", "{first_name}"],
      ["Hi {{ name | lower | capitalize }}", "{{ name | lower | capitalize }}", "{name}"],
      ["Hi {{ name | default('you') | title }}", "{{ name | default('you') | title }}", "{name}"],
      ['Hi {{ name || "you" }}', '{{ name || "you" }}', "{name}"],
      ['Hi {{ name or "you" }}', '{{ name or "you" }}', "{name}"],
      ['Hi {first_name ?? "you"}', '{first_name ?? "you"}', "{first_name}"],
      ["Hi {{lead.First Name:default=you}}", "{{lead.First Name:default=you}}", "{lead.first_name}"],
      ["For a ${Job Title:Developer}", "{Job Title:Developer}", "{job_title}"],
    ],
    silent: [
      "{Hi|Hello}",
      "{Hi|Hello|Good morning} {first_name}",
      "{{Hi|Hello}}",
      "{{Hi|Hello|Hey}}",
      "{{I noticed|I saw that}} you {{launched a product|expanded|hired}}",
      "{quick question|short question|idea}",
      "{LinkedIn|Twitter} {iPhone|Android} {macOS|Windows}",
      "{company|firm} at {company}",
      "{|maybe}",
      "`{first_name|you}`",
      "```\nls | { read_all | sort }\n```",
      "${HOME:-x} ${PATH:=y} ${line:0:3}",
      "{price:.2f} {note: short} {count, plural, one {# item} other {# items}}",
      "{{#if a || b}}",
      "run: deploy ${{ secrets.token || github.token }}",
    ],
  },
  nearly: {
    matches:
      "Braces around up to three words, or around a name with blanks, an apostrophe, `&`, one `/`, an escape, a long dash " +
      "or an invisible character. The rule also matches fullwidth braces around a name, and fields of Salesforce (`{!Contact.FirstName}`).",
    why:
      "Without the blanks and other characters, the text would be an identifier. Prose, lists and longer texts draw no warning, because " +
      "they are probably instructions to the model. JSON, code, ICU messages, LaTeX and CSS draw no warning either.",
    warned: [
      ["Hi {first name}!", "{first name}", "{first_name}"],
      ["from { company }.", "{ company }", "{company}"],
      ["{First Name},", "{First Name}", "{first_name}"],
      ["from {company\u200B}", "{company\u200B}", "{company}"],
      ["in {the sector}.", "{the sector}", "{the_sector}"],
      ["by {Sector and Size}.", "{Sector and Size}", "{sector_and_size}"],
      ["at {price/range}", "{price/range}", "{price_range}"],
      ["to the {buyer's title}", "{buyer's title}", "{buyers_title}"],
      ["for your {use case}", "{use case}", "{use_case}"],
      ["about {insert topic here}", "{insert topic here}", "{insert_topic_here}"],
      ["As a ${Skill Level} writer", "{Skill Level}", "{skill_level}"],
      ["Hi {first\\_name}", "{first\\_name}", "{first_name}"],
      ["Hi {first–name}", "{first–name}", "{first-name}"],
      ["Dear {!Contact.FirstName}", "{!Contact.FirstName}", "{Contact.FirstName}"],
      ["｛会社名｝様", "｛会社名｝", "{会社名}"],
      ["拝啓{会社 名}様", "{会社 名}", "{会社_名}"],
      ["<p>{first name}</p>", "{first name}", "{first_name}"],
      ["```\nHi {first name},\n```", "{first name}", "{first_name}"],
      ['{"greeting": "Hi {first name}"}', "{first name}", "{first_name}"],
    ],
    silent: [
      "{first_name} {company-2} {größe} {a.b}",
      "{siehe unten} {falls bekannt} {si connu}",
      "{see below} {if known} {as needed} {for example} {e.g. this}",
      "{write a short intro} {one sentence on the news} {name of the company}",
      "{low/medium/high} {yes/no} {he/she}",
      "{a, b, c} {red, green} {name: short} {12} {!} {!isOpen}",
      "{x y} {a - b}",
      'log("a", { url })',
      "Use `{ file_id }` or `{first name}`.",
      "${ name } #{ name } %{ name }",
      "a { color: red } .b{margin:0} const { a } = b; if (a) { b }",
      "\\frac{a b}{c d} \\text{first name} x^{n m}",
      "```js\nfoo({ company })\n```",
      "query { company { title } }",
      "type Lead struct { Name string }\nleads.filter { it.active }\nit returns { url }",
      "{seats, plural, one {one open seat} other {{seats} open seats}}",
      "Text in {curly brackets} is filled in.",
    ],
  },
  empty: {
    matches: "Braces with nothing between them, or only blanks.",
    why:
      "Other libraries use empty braces for values that they insert by position. JSON, YAML and code draw no warning. " +
      "Braces after `in`, `inside`, `within`, `between`, `by`, `using` or `or` draw no warning either, because such prose is about braces.",
    warned: [
      ["Hi {}, welcome", "{}", null],
      ["Hi { }!", "{ }", null],
      ["Company name: {}", "{}", null],
      ["Translate {} to French", "{}", null],
      ["text within reach of {}", "{}", null],
      ['Translate "{}" to French', "{}", null],
      ["<advert>{}</advert>", "{}", null],
    ],
    silent: [
      "text inside {} is a note",
      "The name goes in {}, between {} or within {}; mark it by {}, using {}.",
      "opts or {}",
      "Answer with `{}`.",
      'Answer with "{}".',
      "Answer with:\n{}\n",
      '{"tags": [], "meta": {}, "list": [{}, {}]}',
      "meta: {}\n- labels: {}",
      "f({}, {}) and new Map({})",
      "Return an empty object {} if nothing fits.",
      "Fill the {} placeholders. Curly braces {} and brackets [] stay.",
      "function f() {}\nconst x = {};",
      'provider "outreach" {}\n.card {}\n.card:hover { }',
      'find . -exec rm {} \\;\nprintln!("{}", x)',
      "${} %{} #{} \\{}",
      "{{}}",
      "```\nprint({})\nx {} y\n```",
    ],
  },
  unclosed: {
    matches:
      "An opening brace and a name, without a closing brace. If a comma follows the name, the name must have `_` or be a " +
      "placeholder elsewhere in the prompt. If a later brace may be the closing brace, there is no warning.",
    why:
      "The closing brace is probably missing. A name before `?`, `>`, `&&`, `|`, `:` and similar signs draws no warning, " +
      "because it is an expression or spintax. A capitalized word at the start of a sentence draws no warning either.",
    warned: [
      ["Hi {company", "{company", "{company}"],
      ["Hi {company's team", "{company", "{company}"],
      ["Hi {company.\nBye {name}.", "{company", "{company}"],
      ["Hi {company and {name}.", "{company", "{company}"],
      ["Hi {{company and more", "{{company", "{company}"],
      ["Hi {first_name, how are you?", "{first_name", "{first_name}"],
      ["Hi {company, how are you? {company}", "{company", "{company}"],
    ],
    silent: [
      "{Okay, I will start now",
      "{Okay I will start now",
      "{isOpen ? (",
      "{isOpen && (",
      "{count > 0",
      "`{plural `",
      "{company|you",
      "{company\nand more\n}",
      "{item_count, plural,\n one {# item}\n other {# items}\n}",
      "{first_name: string,\n age: number}",
      "f({first_name,\n last_name,\n}) {last_name}",
      "{company {name}|you {name}} {company}",
      "Hi {first_name from {company} :} ok",
      "if (x) {return",
      "```\nHi {company\n```",
      "${company and #{company and %{company",
    ],
  },
  conflict: {
    matches:
      "The conflict markers that Git and `cdktf-outreach pull` write: lines that start with `<<<<<<<`, `=======` and `>>>>>>>`, in " +
      "this order. The line `|||||||` and the labels may be missing.",
    why:
      "A merge was committed without its conflicts resolved. `promptFile` rejects a file with conflict markers. This rule finds " +
      "markers in prompts that do not come from `promptFile`, for example in HCL. The rule also applies in code, because a merge may change an example in the prompt.",
    warned: [
      ["Hi\n<<<<<<< HEAD\nBe kind.\n=======\nBe brief.\n>>>>>>> tone\n", "<<<<<<< HEAD", null],
      ["<<<<<<< file\nours\n||||||| base\nold\n=======\ntheirs\n>>>>>>> Outreach", "<<<<<<< file", null],
      ["<<<<<<<\r\nours\r\n=======\r\n>>>>>>>\r\n", "<<<<<<<", null],
      ["```\n<<<<<<< a b\n=======\n>>>>>>> c\n```", "<<<<<<< a b", null],
      ["Title\n=======\n\n<<<<<<< HEAD\nPart\n=======\n\n=======\n>>>>>>> x", "<<<<<<< HEAD", null],
    ],
    silent: [
      "Title\n=======\ntext",
      "<<<<<<< HEAD\nours\n=======\ntheirs",
      "<<<<<<< HEAD\n>>>>>>> tone\n=======",
      ">>>>>>> a\n=======\n<<<<<<< b",
      "Resolve a conflict: <<<<<<< HEAD, ======= and >>>>>>> tone.",
      "  <<<<<<< HEAD\n  =======\n  >>>>>>> tone",
      "<<<<<<<<< nine\n=========\n>>>>>>>>> nine",
      "<<<<<<<HEAD\n=======\n>>>>>>>tone",
      ">>>>>>> a quoted mail\n<<<<<< six\n======\n>>>>>> six",
    ],
  },
  "front-matter": {
    matches:
      "A block between two lines of `---` at the start of the prompt, whose lines are YAML. The block has a key that " +
      "configures a model, such as `model` or `input`, or only keys that describe a file, such as `title`. The block " +
      "has no placeholder.",
    why:
      "Files of dotprompt, GitHub Models and editors begin with such settings. Outreach takes the whole file as the prompt. " +
      "A horizontal rule in Markdown, and data with other keys, draw no warning.",
    warned: [
      ["---\nmodel: gpt-5\n---\nGreet {first_name}.", "---", null],
      ["---\ntitle: Opener\ntags: [sales]\n---\nGreet {first_name}.", "---", null],
      ["\r\n---\r\ninput:\r\n  schema:\r\n    name: string\r\n---\r\nHi", "---", null],
      ["--- \n# Settings\nname: Opener\nmodelParameters:\n  temperature: 0.2\n...\nHi", "---", null],
      ["---\nconfig: {\n  top: 1\n}\nmessages:\n- role: system\n---", "---", null],
    ],
    silent: [
      "---\nWrite an opener.\n---\nBe brief.",
      "---\n\n# Task\n\n---\n\nGreet {first_name}.",
      "---\nNote: keep it short.\n---\nGreet {first_name}.",
      "---\nInput: the profile of a recipient\nOutput: one sentence\n---\nGreet {first_name}.",
      "---\nname: {first_name}\ntitle: {title}\n---\nWrite to this person.",
      "---\ncompany: ACME\ndescription: sells boats\n---\nWrite for this company.",
      "Intro\n---\nmodel: T\n---\nText",
      "---\nmodel: gpt-5\nGreet {first_name}.",
      "---\nmodel: gpt-5\nYou write mails.\n---\nGreet {first_name}.",
      "----\nmodel: gpt-5\n----\nGreet.",
      "---\n---\nGreet {first_name}.",
      "---",
    ],
  },
  unknown: {
    matches:
      "A placeholder whose identifier is not in `known_variables` of the provider. In the examples, the list has `company` and `first_name`.",
    why: "The identifier is misspelled, or the list is out of date.",
    warned: [
      ["Hi {firstname}", "{firstname}", "{first_name}"],
      ["at {Company}", "{Company}", "{company}"],
    ],
    silent: ["Hi {first_name} at {company}"],
  },
  "no-sample": {
    matches:
      "A placeholder whose variable no sample of the [samples file](prompt-checks.md#samples) has. Only `lint` and reviews with a samples " +
      "file check it, a review only in changed prompts. In the examples, a sample has `first_name`, and an empty `title`.",
    why: "Without a value, no preview shows what the model receives. This warning cannot be acknowledged.",
    warned: [["Hi {first_name} at {company}", "{company}", null]],
    silent: ["Hi {first_name}"],
  },
  "blank-sample": {
    matches: "A placeholder whose variable has an empty value, or only white space, in at least one sample.",
    why: "A value was probably forgotten. To show a gap, leave the variable out of the sample.",
    warned: [["Dear {title} {first_name}", "{title}", null]],
    silent: ["Dear {first_name}"],
  },
};
