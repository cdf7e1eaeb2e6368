import type { Rule } from "./rule";

const ADVICE =
  "The model receives both versions and the markers. Remove the markers, and keep only one of the versions.";

/** Applies to lines, not to braces. */
export const conflict: Omit<Rule<"conflict">, "find"> = {
  code: "conflict",
  wording: {
    one: "begins a merge conflict that is not resolved",
    several: "begin merge conflicts that are not resolved",
    adviceOnOne: () => ADVICE,
    adviceOnSeveral: ADVICE,
  },
  matches:
    "The conflict markers that Git and `cdktf-outreach pull` write: lines that start with `<<<<<<<`, `=======` and `>>>>>>>`, in " +
    "this order. The line `|||||||` and the labels may be missing.",
  why:
    "A merge was committed without its conflicts resolved. `promptFile` rejects a file with such markers. This rule finds " +
    "them in other prompts, for example in HCL. It also applies in code, because a merge may change an example in the prompt.",
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
};
