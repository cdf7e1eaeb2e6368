export const usage = `Usage: cdktf-outreach export [options]

Writes the clusters and snippets of the workspace as code that imports them, so that the first plan
changes nothing. Works from OUTREACH_BASE_URL, OUTREACH_USER_ID and OUTREACH_WORKSPACE_ID; writes
nothing to the server and to no state. Run again, it adds what is new and touches nothing else.

  --out DIR          folder of the code (default: outreach)
  --format FORMAT    cdktf (default) or hcl
  --language LANG    ts (default) or js, for cdktf
  --fork FORK        cdktf or cdktn (default: what package.json depends on)
  --kind KIND        cluster or snippet; both by default
  --match GLOB       only names that match (* and ?); may be repeated
  --exclude GLOB     without names that match; may be repeated
  --stack NAME       the stack that is to declare them, in what is printed (default: outreach)
  --state FILE       leave out what this state holds as well; may be repeated
  --cdktf-out DIR    the folder that synth wrote (default: cdktf.out)
  --verify           plan the code with the engine: all is imported, and nothing changes
  --settle           only remove the import ids of objects that a state holds by now
  --dry-run          write nothing
  --json             print the report as JSON
  -h, --help         print this text

Exit status: 0 all exported, 1 a read failed, the plan of --verify is not clean, or another error.
`;
