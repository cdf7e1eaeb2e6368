/** A failing call is not repeated, and where every write shows at once, the first look finds all there is. */
export const impatient = { OUTREACH_MAX_RETRIES: "0", OUTREACH_VISIBILITY_TIMEOUT: "0" };

/** Returns snippets by name, as resources. */
export const snippets = (names: readonly string[]) => ({
  outreach_snippet: Object.fromEntries(
    names.map((name) => [name, { name: `Snippet ${name}`, prompt: "Hi {first_name}" }]),
  ),
});
