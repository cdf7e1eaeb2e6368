import { TerraformStack, type TerraformProvider } from "cdktf";
import { isMovedAway, knownNumber, providersOf, providerWithoutAlias, resourcesIn } from "./stack";
import { OutreachCluster } from "./generated/outreach-cluster";
import { OutreachSnippet } from "./generated/outreach-snippet";
import type { OutreachProvider } from "./generated/provider";
import { REFERENCE, textAtSynth } from "./text-at-synth";
import { warnOnce } from "./synth-checks";

type Named = OutreachCluster | OutreachSnippet;

/** Warns of resources of the provider's stack with the same type, provider and name, once for a stack. */
export function warnOfSameNames(provider: OutreachProvider): void {
  const stack = TerraformStack.of(provider);
  if (providersOf(stack)[0] !== provider) return;
  const first = new Map<TerraformProvider | undefined, Map<string, Named>>();
  for (const resource of namedIn(stack)) {
    const name = knownName(resource);
    if (name === null) continue;
    const used = resource.provider ?? providerWithoutAlias(stack);
    const named = first.get(used) ?? new Map<string, Named>();
    first.set(used, named);
    const key = `${resource.terraformResourceType} ${name}`;
    const other = named.get(key);
    if (other === undefined) named.set(key, resource);
    else warnOnce(resource, sentenceOn(resource, name, other));
  }
}

function sentenceOn({ terraformResourceType: type }: Named, name: string, other: Named): string {
  return (
    `${type} ${JSON.stringify(name)}: ${other.node.path} declares another one with this name. If neither exists yet, an apply creates duplicates that ` +
    "differ only in their ids, and existing_name cannot decide which resource owns which object. Rename one of the two."
  );
}

/** Leaves out resources that synth does not write or that a count may remove. */
function namedIn(stack: TerraformStack): Named[] {
  return resourcesIn(stack)
    .filter((resource) => resource instanceof OutreachCluster || resource instanceof OutreachSnippet)
    .filter(isWritten);
}

function isWritten(resource: Named): boolean {
  const { count, forEach } = resource;
  const isKnown = count === undefined || (knownNumber(count) ?? 0) > 0;
  return isKnown && forEach === undefined && !isMovedAway(resource);
}

/** Returns the name as Terraform compares it; null if a reference or an override is part of it. */
function knownName(resource: Named): string | null {
  const { rawOverrides } = resource as unknown as {
    readonly rawOverrides: Readonly<Record<string, unknown>>;
  };
  if (["name", "count", "for_each"].some((argument) => argument in rawOverrides)) return null;
  const name = textAtSynth(resource, resource.nameInput);
  return name === null || name.includes(REFERENCE) ? null : name.normalize("NFC");
}
