import type { Simulator } from "../../../src/simulator";
import type { Configuration } from "../../terraform/project";

/** The steps that lead to a recorded plan. */
export interface Scenario {
  /** The configuration that is applied first. */
  readonly before?: Configuration;
  /** What happens at the server between the apply and the plan. */
  meanwhile?(simulator: Simulator): void;
  readonly after: Configuration | ((simulator: Simulator) => Configuration);
}

const opener = [
  "Write the first email of a sequence to {first_name}, who works at {company}.",
  "",
  "Open with one sentence on what {company} does; use {company_news} where it is not older than a month.",
  "Then one sentence on what we do: we keep the mailboxes of sales teams out of spam folders.",
  "",
  "Tone: plain, friendly, no exclamation marks.",
  "Length: at most 90 words.",
  "",
  "Do not mention prices.",
  "Do not promise a delivery rate.",
  "Do not use the words revolutionary, seamless or leverage.",
  "End with one question that can be answered with yes or no.",
  "",
].join("\n");

const openerAfter = opener
  .replace(
    "use {company_news} where it is not older than a month.",
    "use {industry_news} where there is any.",
  )
  .replace("Length: at most 90 words.", "Length: at most 70 words.\nLanguage: that of {language}.")
  .replace("Do not promise a delivery rate.\n", "");

const snippet = (name: string, prompt: string) => ({ name, prompt });
const snippets = (blocks: Record<string, unknown>): Configuration => ({
  resource: { outreach_snippet: blocks },
});
const cluster = (name: string, description?: string) => ({ name, ...(description && { description }) });

function objectNamed(simulator: Simulator, name: string) {
  return simulator.objects().find((object) => object.name === name)!;
}

const sales: Configuration = {
  resource: {
    outreach_cluster: { emea: cluster("EMEA sales", "Mailboxes of the sales team in Europe.") },
    outreach_snippet: { opener: snippet("Sequence 1: opener", opener) },
  },
  output: { cluster_id: { value: "${outreach_cluster.emea.id}" } },
};

export const scenarios: Readonly<Record<string, Scenario>> = {
  create: { after: sales },

  update: {
    before: sales,
    after: {
      ...sales,
      resource: {
        outreach_cluster: {
          emea: cluster("EMEA sales", "Mailboxes of the sales team in Europe and Africa."),
        },
        outreach_snippet: { opener: snippet("Sequence 1: first email", openerAfter) },
      },
    },
  },

  replace: {
    before: {
      resource: {
        terraform_data: { region: { input: { size: 3, tags: ["a"] }, triggers_replace: ["eu-west-1"] } },
      },
    },
    after: {
      resource: {
        terraform_data: {
          region: { input: { size: 4, tags: ["a", "b"] }, triggers_replace: ["eu-central-1"] },
        },
      },
    },
  },

  delete: {
    before: {
      resource: {
        ...(sales["resource"] as object),
        outreach_cluster: { emea: cluster("EMEA sales"), apac: cluster("APAC sales") },
      },
    },
    meanwhile: (simulator) => {
      simulator.setAssociatedCount(objectNamed(simulator, "EMEA sales").id, 42);
    },
    after: { resource: { outreach_cluster: { apac: cluster("APAC sales") } } },
  },

  /** The deleted object has drifted. Engines plan its delete with the prior state. */
  "delete-drifted": {
    before: snippets({ nudge: snippet("Sequence 1: nudge", "Write two sentences to {first_name}.\n") }),
    meanwhile: (simulator) => {
      simulator.update(objectNamed(simulator, "Sequence 1: nudge").id, {
        prompt: "Write one sentence to {first_name} of {company}.\n",
      });
    },
    after: {},
  },

  import: {
    before: snippets({ nudge: snippet("Sequence 1: nudge", "Write two sentences to {first_name}.\n") }),
    after: (simulator) => ({
      import: [{ to: "outreach_snippet.adopted", id: objectNamed(simulator, "Sequence 1: nudge").id }],
      removed: [{ from: "outreach_snippet.nudge", lifecycle: { destroy: false } }],
      ...snippets({ adopted: snippet("Sequence 1: nudge", "Write two sentences to {first_name}.\n") }),
    }),
  },

  move: {
    before: snippets({ nudge: snippet("Sequence 1: nudge", "Write two sentences to {first_name}.\n") }),
    after: {
      moved: [{ from: "outreach_snippet.nudge", to: "outreach_snippet.reminder" }],
      ...snippets({ reminder: snippet("Sequence 1: nudge", "Write two sentences to {first_name}.\n") }),
    },
  },

  drift: {
    before: sales,
    meanwhile: (simulator) => {
      simulator.update(objectNamed(simulator, "Sequence 1: opener").id, {
        prompt: `${opener}\nMention our anniversary discount of {discount}.\n`,
      });
      simulator.delete(objectNamed(simulator, "EMEA sales").id);
    },
    after: sales,
  },

  "no-change": { before: sales, after: sales },

  sensitive: {
    before: {
      variable: { token: { type: "string", sensitive: true, default: "swordfish-old" } },
      resource: {
        outreach_snippet: {
          opener: snippet("Sequence 1: opener", "Write to {first_name}. Code: ${var.token}\n"),
        },
        terraform_data: { settings: { input: { user: "ada", password: "${var.token}" } } },
      },
      output: { token: { value: "${var.token}", sensitive: true } },
    },
    after: {
      variable: { token: { type: "string", sensitive: true, default: "swordfish-new" } },
      resource: {
        outreach_snippet: {
          opener: snippet("Sequence 1: opener", "Write to {first_name}. Code: ${var.token}\n"),
        },
        terraform_data: { settings: { input: { user: "grace", password: "${var.token}" } } },
      },
      output: { token: { value: "${var.token}", sensitive: true } },
    },
  },

  unknown: {
    before: {
      resource: {
        terraform_data: { source: { input: "a" }, sink: { input: "${terraform_data.source.output}" } },
      },
    },
    after: {
      resource: {
        terraform_data: { source: { input: "b" }, sink: { input: "${terraform_data.source.output}" } },
      },
    },
  },

  warnings: {
    before: snippets({ opener: snippet("Opener", "Write to {first_name}.\n") }),
    after: {
      provider: { outreach: { known_variables: ["company", "first_name"] } },
      ...snippets({
        opener: snippet("Opener", "Write to {first_nam} of { company }.\n"),
        other: snippet("Other", "Write to {company}"),
      }),
    },
  },

  hostile: {
    before: snippets({ trap: snippet("Plain", "A first line.\nA second line.\n") }),
    after: snippets({
      trap: snippet(
        "</summary></details><script>alert(1)</script> @octocat [x](javascript:alert(1)) `code` | #1",
        [
          "A first line. </code></pre></details><img src=x onerror=alert(1)>",
          "```` ``` ~~~",
          "</td></table>",
          "<!-- hidden --> @octocat @github/security #1 GH-1 https://example.com/beacon.png ![x](https://example.com/b.png)",
          "\u202Eright to left\u202C zero\u200Bwidth \u0007 bell \u001B[31mred",
          "]]> --> *bold* _it_ ~~no~~ $x^2$ :smile: &lt;b&gt;",
          "A second line.",
          "",
        ].join("\n"),
      ),
    }),
  },
};
