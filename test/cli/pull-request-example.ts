import { join } from "node:path";

export const ROOT = join(__dirname, "../..");

export const EXAMPLE = join(ROOT, "examples/pull-request");

export const MARKER = "<!-- cdktf-outreach review -->";

export const TOKEN = "token-5d1c";
