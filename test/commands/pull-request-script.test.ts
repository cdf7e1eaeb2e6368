import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { CodeHost } from "./code-host";
import { EXAMPLE, MARKER, TOKEN } from "./pull-request-example";

interface Comment {
  id: number;
  user: { login: string };
  body: string;
}

/** The comments API of a code host. */
class CommentHost extends CodeHost {
  readonly comments: Comment[] = [];
  readonly calls: string[] = [];
  /** Some hosts ignore the requested page and return all comments. */
  hasPages = true;

  protected respond(request: IncomingMessage, body: string) {
    const { pathname, searchParams } = new URL(request.url!, "http://host");
    const call = `${request.method} ${pathname}`;
    this.calls.push(call);
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return { status: 401, value: undefined };
    const value = this.#answer(call, Number(searchParams.get("page")), body);
    return { status: value === undefined ? 404 : 200, value };
  }

  add(login: string, body: string): Comment {
    const comment = { id: this.comments.length + 1001, user: { login }, body };
    this.comments.push(comment);
    return comment;
  }

  #answer(call: string, page: number, text: string): unknown {
    const sent = () => (JSON.parse(text) as { body: string }).body;
    if (call === "GET /user") return { login: "review-bot" };
    if (call === "GET /repos/acme/prompts/issues/12/comments")
      return this.hasPages ? this.comments.slice((page - 1) * 50, page * 50) : this.comments;
    if (call === "POST /repos/acme/prompts/issues/12/comments") return this.add("review-bot", sent());
    const id = /^PATCH \/repos\/acme\/prompts\/issues\/comments\/(\d+)$/.exec(call)?.[1];
    const comment = this.comments.find((one) => one.id === Number(id));
    if (comment !== undefined) comment.body = sent();
    return comment;
  }
}

describe("examples/pull-request/review.sh", () => {
  let folder: string;
  let host: CommentHost;
  let url: string;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-ci-"));
    mkdirSync(join(folder, "bin"));
    mkdirSync(join(folder, "tmp"));
    host = new CommentHost();
    url = await host.start();
  });
  afterEach(async () => {
    await host.stop();
    rmSync(folder, { recursive: true });
  });

  /**
   * Puts `npm` and `npx` on PATH as scripts that record their calls. The review writes this text and ends
   * with this status.
   */
  function stub(review: string | null, status: number): void {
    const note = `echo "$(basename "$0") $1 $2" >>"${folder}/ran"; env >>"${folder}/environment"`;
    writeFileSync(join(folder, "review"), review ?? "");
    const write = review === null ? "" : `cp "${folder}/review" "$4"`;
    const npx = `#!/bin/sh\n${note}\n[ "$1" = cdktf-outreach ] || exit 0\n${write}\nshift 4\necho "$*" >"${folder}/arguments"\nexit ${status}\n`;
    writeFileSync(join(folder, "bin/npm"), `#!/bin/sh\n${note}\n`);
    writeFileSync(join(folder, "bin/npx"), npx);
    for (const name of ["npm", "npx"]) chmodSync(join(folder, "bin", name), 0o755);
  }

  function run(args: readonly string[] = [], settings: NodeJS.ProcessEnv = {}) {
    const child = spawn("bash", [join(EXAMPLE, "review.sh"), ...args], {
      cwd: folder,
      env: {
        PATH: [join(folder, "bin"), process.env["PATH"]].join(delimiter),
        HOME: folder,
        TMPDIR: join(folder, "tmp"),
        COMMENT_API: url,
        REPOSITORY: "acme/prompts",
        PULL_REQUEST: "12",
        COMMENT_TOKEN: TOKEN,
        ...settings,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    return new Promise<{ status: number | null; output: string }>((done, fail) => {
      child.on("error", fail).on("close", (status) => done({ status, output }));
    });
  }

  it("installs, reviews, and writes a comment", async () => {
    stub('## Plan review: "1 to create"\n\\ `back` $HOME\n', 2);
    expect(await run(["--fail-on", "destroy"])).toEqual({ status: 0, output: "" });
    expect(host.comments.map(({ body }) => body)).toEqual([
      `${MARKER}\n## Plan review: "1 to create"\n\\ \`back\` $HOME\n`,
    ]);
    expect(readFileSync(join(folder, "ran"), "utf8").split("\n")).toEqual([
      "npm ci ",
      "npx cdktf-outreach review",
      "",
    ]);
    expect(readFileSync(join(folder, "arguments"), "utf8")).toBe("--fail-on destroy\n");
  });

  it("adds -lock=false to the given arguments of terraform plan", async () => {
    stub("x\n", 2);
    await run([], { TF_CLI_ARGS_plan: "-var-file=ci.tfvars" });
    const environment = readFileSync(join(folder, "environment"), "utf8");
    expect(environment).toContain("TF_CLI_ARGS_plan=-lock=false -var-file=ci.tfvars\n");
  });

  it("names the commit of the plan if git knows it", async () => {
    stub("## Plan review\n", 2);
    writeFileSync(join(folder, "bin/git"), '#!/bin/sh\n[ "$*" = "rev-parse HEAD" ] && echo c0ffee\n', {
      mode: 0o755,
    });
    expect((await run()).status).toBe(0);
    expect(host.comments.map(({ body }) => body)).toEqual([
      `${MARKER}\n## Plan review\n\n<sub>Planned at c0ffee.</sub>\n`,
    ]);
  });

  it("links the page that another --out writes, if it knows its address", async () => {
    stub("## Plan review\n", 2);
    expect(
      (await run(["--out", "review.html"], { PAGE_URL: "https://ci.example/12/review.html" })).status,
    ).toBe(0);
    expect(readFileSync(join(folder, "arguments"), "utf8")).toBe("--out review.html\n");
    expect(host.comments.map(({ body }) => body)).toEqual([
      `${MARKER}\n## Plan review\n\n<sub>[The whole review](<https://ci.example/12/review.html>)</sub>\n`,
    ]);
  });

  it("updates its comment in the next run, also if there is nothing to do any more", async () => {
    stub("first\n", 2);
    await run();
    stub("second\n", 0);
    expect((await run()).status).toBe(0);
    expect(host.comments.map(({ body }) => body)).toEqual([`${MARKER}\nsecond\n`]);
  });

  it("finds its comment after many others, and does not edit comments of other users", async () => {
    const theirs = host.add("mallory", `${MARKER}\nlooks like ours`);
    for (let i = 0; i < 120; i += 1) host.add("ada", `Comment ${i}`);
    const ours = host.add("review-bot", `${MARKER}\nold`);
    stub("new\n", 2);
    await run();
    expect(ours.body).toBe(`${MARKER}\nnew\n`);
    expect(theirs.body).toBe(`${MARKER}\nlooks like ours`);
    expect(host.comments).toHaveLength(122);
  });

  it("writes one comment on a host that ignores the page and returns all comments", async () => {
    host.hasPages = false;
    for (let i = 0; i < 120; i += 1) host.add("ada", `Comment ${i}`);
    stub("new\n", 2);
    expect((await run()).status).toBe(0);
    expect(host.comments).toHaveLength(121);
    await run();
    expect(host.comments).toHaveLength(121);
  });

  it("writes no comment if there is nothing to do and no comment yet", async () => {
    stub("No changes\n", 0);
    expect((await run()).status).toBe(0);
    expect(host.comments).toEqual([]);
  });

  it.each([1, 3])("ends with the status of a review that fails with %i, and comments", async (status) => {
    stub(status === 1 ? null : "Deletes 1 object\n", status);
    expect((await run()).status).toBe(status);
    expect(host.comments[0]?.body).toContain(status === 1 ? "The review failed" : "Deletes 1 object");
  });

  it("hides the token from the code of the pull request, and leaves no file", async () => {
    stub("x\n", 2);
    await run();
    expect(readFileSync(join(folder, "environment"), "utf8")).not.toContain(TOKEN);
    expect(readdirSync(join(folder, "tmp"))).toEqual([]);
  });

  it("reports a missing setting, and a token that the host refuses", async () => {
    stub("x\n", 2);
    expect((await run([], { PULL_REQUEST: "" })).output).toContain("Set PULL_REQUEST");
    const refused = await run([], { COMMENT_TOKEN: "another" });
    expect(refused.status).not.toBe(0);
    expect(refused.output).toContain("401");
    expect(refused.output).not.toContain("another");
  });
});
