// The simplest program that reads a workspace: it sends the allowed number of parallel requests with Node's
// client, without checks, retries or files. Arguments: parallel requests, number of requests.
const { Agent, request } = require("node:http");

const { OUTREACH_BASE_URL: base, OUTREACH_USER_ID: userId, OUTREACH_WORKSPACE_ID: workspaceId } = process.env;
const [atATime = 1, count = 0] = process.argv.slice(2).map(Number);
const agent = new Agent({ keepAlive: true, maxSockets: atATime });
const body = JSON.stringify({ userId, workspaceId, maxItems: 1 });
const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };

function call() {
  return new Promise((done, fail) => {
    const sent = request(`${base}/snippets/ListSnippet`, { method: "POST", agent, headers }, (response) => {
      response.resume().once("end", done);
    });
    sent.once("error", fail).end(body);
  });
}

async function inTurn(turns) {
  while (turns.left > 0) {
    turns.left -= 1;
    await call();
  }
}

async function main() {
  const turns = { left: count };
  await Promise.all(Array.from({ length: atATime }, () => inTurn(turns)));
  agent.destroy();
}

void main();
