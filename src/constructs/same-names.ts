import { TerraformResource, TerraformStack, type TerraformProvider } from "cdktf";
import { isMovedAway, knownNumber } from "./stack";
import { OutreachCluster } from "./generated/outreach-cluster";
import { OutreachSnippet } from "./generated/outreach-snippet";
import type { OutreachProvider } from "./generated/provider";
import { providersOf, providerWithoutAlias } from "./stack";
import { REFERENCE, textAtSynth } from "./text-at-synth";
import { warnOnce } from "./synth-checks";

type Named = OutreachCluster | OutreachSnippet;

/** At synth: the resources of the provider's stack that have type, provider and name in common. Runs once for a stack. */
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
    `${type} ${JSON.stringify(name)}: ${other.node.path} declares another one of the same name. An apply makes two objects that only ` +
    "their ids tell apart, and existing_name cannot tell which is whose. Give one of them another name."
  );
}

/** Without those that another stack within this one declares, and without those that are not written, or only perhaps. */
function namedIn(stack: TerraformStack): Named[] {
  return stack.node
    .findAll()
    .filter((construct) => TerraformResource.isTerraformResource(construct))
    .filter((resource) => resource instanceof OutreachCluster || resource instanceof OutreachSnippet)
    .filter((resource) => TerraformStack.of(resource) === stack && isWritten(resource));
}

function isWritten(resource: Named): boolean {
  const { count, forEach } = resource;
  const isKnown = count === undefined || (knownNumber(count) ?? 0) > 0;
  return isKnown && forEach === undefined && !isMovedAway(resource);
}

/** As Terraform compares texts; null where a reference or an override has a part in it. */
function knownName(resource: Named): string | null {
  const { rawOverrides } = resource as unknown as {
    readonly rawOverrides: Readonly<Record<string, unknown>>;
  };
  if (["name", "count", "for_each"].some((argument) => argument in rawOverrides)) return null;
  const name = textAtSynth(resource, resource.nameInput);
  return name === null || name.includes(REFERENCE) ? null : name.normalize("NFC");
}
