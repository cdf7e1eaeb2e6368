export const usage = `Usage: cdktf-outreach pull [options]

Brings prompts that were edited in Outreach back into the prompt files of this project: a three-way
merge of what the state last applied, the file, and the server. Works from OUTREACH_BASE_URL,
OUTREACH_USER_ID and OUTREACH_WORKSPACE_ID, on the stacks that synth has written; writes nothing to
the server and refreshes no state. Edits of names, descriptions, and prompts that are composed in
code or share a file are reported, not written.

  --cdktf-out DIR  the folder that synth wrote (default: cdktf.out)
  --dry-run        write nothing
  --json           print the report as JSON
  -h, --help       print this text

Exit status: 0 nothing to pull, 2 files were written or would be, 1 a conflict or an error.
`;
