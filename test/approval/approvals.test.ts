import { Approvals, notKnown, type Change, type Refusal } from "../../src/approval";
import {
  approvalOf,
  approve,
  cluster,
  creating,
  deleting,
  reviewed,
  snippet,
  updating,
  WORKSPACE,
} from "./changes";

/** The approvals of each change, made once: the digest of a workspace takes 20 ms. */
const made = new Map<Change, Approvals>();

function refusalOf(approved: Change, planned: Change): Refusal | undefined {
  const approvals = made.get(approved) ?? new Approvals([approve(approved)]);
  made.set(approved, approvals);
  return approvals.refusal(planned);
}

const adopting: Change = { ...creating, id: "snp_9" };
const updatingCluster: Change = {
  ...deleting,
  action: "update",
  after: cluster({ force_destroy: true }),
};
const open: Change = { ...creating, after: snippet({ prompt: notKnown }) };
const unseen: Change = { ...deleting, linked: -1 };

describe("an approval covers", () => {
  it.each<[string, Change, Change]>([
    ["a create", creating, creating],
    ["an update", updating, updating],
    ["a delete", deleting, deleting],
    ["an adoption", adopting, adopting],
    [
      "a description that is null in one plan and empty in the other",
      updatingCluster,
      { ...updatingCluster, before: cluster({ description: "" }) },
    ],
    [
      "texts that differ in outer blanks only",
      creating,
      { ...creating, after: snippet({ name: " Opener\n" }) },
    ],
    ["a text that was unknown in the review", open, creating],
    ["a text that is still unknown", open, open],
    ["a name that was unknown in the review", { ...creating, after: snippet({ name: notKnown }) }, creating],
    ["an adoption that the review left open", { ...creating, id: notKnown }, adopting],
    ["a create whose adoption the review left open", { ...creating, id: notKnown }, creating],
    ["the delete of a cluster with fewer mailboxes", deleting, { ...deleting, linked: 1 }],
    ["the delete of a cluster with mailboxes of unknown number", { ...deleting, linked: notKnown }, deleting],
    ["the same invalid number of mailboxes", unseen, unseen],
  ])("%s", (_, approved, planned) => {
    expect(refusalOf(approved, planned)).toBeUndefined();
  });
});

describe("an approval does not cover", () => {
  const other = (attribute: string, ...notKnown: string[]): Refusal => ({
    is: "other content",
    attributes: [attribute],
    notKnown,
  });
  const since = (attribute: string): Refusal => ({ is: "changed since", attributes: [attribute] });
  const linked = (approved: number): Refusal => ({ is: "more linked", approved });
  const removing: Change = { ...updating, action: "delete", after: null };
  const elsewhere = (place: object): Change => ({ ...updating, workspace: { ...WORKSPACE, ...place } });
  const described = cluster({ description: "x" });
  const destroying = cluster({ description: "x", force_destroy: true });

  it.each<[string, Change, Change, Refusal]>([
    ["another object", updating, { ...updating, id: "snp_2" }, { is: "not approved" }],
    [
      "the same id of another kind",
      { ...deleting, linked: 0 },
      { ...removing, id: "clu_1" },
      { is: "not approved" },
    ],
    ["another name", creating, { ...creating, after: snippet({ name: "Closer" }) }, { is: "not approved" }],
    ["other content", updating, { ...updating, after: snippet({ prompt: "Bye!" }) }, other("prompt")],
    ["a text that became unknown", creating, open, other("prompt", "prompt")],
    [
      "an update that also allows the loss of mailboxes",
      { ...updatingCluster, after: described },
      { ...updatingCluster, after: destroying },
      other("force_destroy"),
    ],
    ["an edited object", updating, { ...updating, before: snippet({ prompt: "Edited" }) }, since("prompt")],
    [
      "a delete of an object that was edited since",
      deleting,
      { ...deleting, before: cluster({ description: "Edited" }) },
      since("description"),
    ],
    ["a cluster with more mailboxes", deleting, { ...deleting, linked: 3 }, linked(2)],
    ["a cluster with an invalid number of them", deleting, unseen, linked(2)],
    ["mailboxes where there was an invalid number", unseen, deleting, linked(0)],
    ["an update of an object to be deleted", removing, updating, { is: "other action", action: "delete" }],
    ["an adoption instead of a create", creating, adopting, { is: "other object" }],
    ["a create instead of an adoption", adopting, creating, { is: "other object" }],
    ["the adoption of another object", adopting, { ...creating, id: "snp_8" }, { is: "other object" }],
    ["another workspace", updating, elsewhere({ workspaceId: "w" }), { is: "other workspace" }],
    ["another address", updating, elsewhere({ address: "http://a" }), { is: "other workspace" }],
  ])("%s", (_, approved, planned, refusal) => {
    expect(refusalOf(approved, planned)).toEqual(refusal);
  });

  it("a change for which a nearer reason exists than that of the first entry", () => {
    const elsewhere = { ...updating, workspace: { ...WORKSPACE, workspaceId: "other" } };
    const edited = { ...updating, before: snippet({ name: "Before" }) };
    expect(new Approvals([approve(elsewhere, edited)]).use(updating, "plan")).toEqual({
      is: "changed since",
      attributes: ["name"],
    });
  });
});

describe("approvals are used", () => {
  it("as often as changes are approved, over all files, in a plan and again in its apply", () => {
    const approvals = new Approvals([
      approve(creating),
      approvalOf(reviewed(creating, "outreach_snippet.copy")),
    ]);
    const results = [1, 2, 3].map(() => approvals.use(creating, "plan"));
    expect(results).toEqual([undefined, undefined, { is: "used up", times: 2 }]);
    expect(approvals.use(creating, "apply")).toBeUndefined();
  });

  it("once for the create of a resource that two reviews show", () => {
    const approvals = new Approvals([approve(creating), approve(creating)]);
    expect(approvals.use(creating, "plan")).toBeUndefined();
    expect(approvals.use(creating, "plan")).toEqual({ is: "used up", times: 1 });
  });

  it("for each object that two reviews show at one address, such as deposed ones", () => {
    const other: Change = { ...deleting, id: "clu_2" };
    const approvals = new Approvals([approve(deleting, other), approve(other, deleting)]);
    expect([deleting, other].map((change) => approvals.use(change, "plan"))).toEqual([undefined, undefined]);
  });

  it("so that a create leaves the resource that only the create of a later review can use", () => {
    const changed: Change = { ...creating, after: snippet({ prompt: "Bye" }) };
    const later = approvalOf(reviewed(changed), reviewed(creating, "outreach_snippet.copy"));
    const approvals = new Approvals([approve(creating), later]);
    const results = [creating, changed, creating].map((change) => approvals.use(change, "plan"));
    expect(results).toEqual([undefined, undefined, { is: "used up", times: 2 }]);
  });

  it("once for two copies of a file, signed or not", () => {
    const approval = approve(creating);
    const approvals = new Approvals([approval, { ...approval, signature: "hmac-sha256:x" }]);
    expect(approvals.use(creating, "plan")).toBeUndefined();
    expect(approvals.use(creating, "plan")).toEqual({ is: "used up", times: 1 });
  });

  it("once for an object that is planned twice", () => {
    const approvals = new Approvals([approve(updating)]);
    expect([1, 2].map(() => approvals.use(updating, "plan"))).toEqual([undefined, undefined]);
  });

  it.each([[[open, creating]], [[creating, open]]])(
    "so that a change with a known text leaves the approval of an unknown one (%#)",
    (approved) => {
      const approvals = new Approvals([approve(...approved)]);
      const results = [creating, open, creating].map((change) => approvals.use(change, "plan"));
      expect(results).toEqual([undefined, undefined, { is: "used up", times: 2 }]);
    },
  );

  it("so that a change leaves the entry that only a later change can use, in any order", () => {
    const openName: Change = { ...creating, after: snippet({ name: notKnown }) };
    const openPrompt: Change = { ...creating, after: snippet({ prompt: notKnown }) };
    const otherPrompt: Change = { ...creating, after: snippet({ prompt: "Bye" }) };
    for (const approved of [
      [openName, openPrompt],
      [openPrompt, openName],
    ]) {
      const approvals = new Approvals([approve(...approved)]);
      expect(approvals.use(creating, "apply")).toBeUndefined();
      expect(approvals.use(otherPrompt, "apply")).toBeUndefined();
      expect(approvals.use(creating, "apply")).toEqual({ is: "used up", times: 2 });
    }
  });

  it("so that a chain of three earlier changes moves for a later one", () => {
    const of = (name: string | typeof notKnown, prompt: string | typeof notKnown): Change => ({
      ...creating,
      after: snippet({ name, prompt }),
    });
    const approved = [of("a", notKnown), of(notKnown, "p"), of("b", notKnown), of(notKnown, "q")];
    const approvals = new Approvals([approve(...approved)]);
    const planned = [of("a", "p"), of("b", "p"), of("b", "q"), of("a", "x")];
    expect(planned.map((change) => approvals.use(change, "plan"))).toEqual(planned.map(() => undefined));
  });
});
