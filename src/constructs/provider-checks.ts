import { TerraformStack, type TerraformProvider, type TerraformResource } from "cdktf";
import type { IConstruct } from "constructs";
import { differentLockedVersion } from "../placing";
import type { OutreachProvider } from "./generated/provider";
import {
  isMovedAway,
  providersOf,
  resourcesIn,
  sharedState,
  writtenArguments,
  hasInstances,
  providerWithoutAlias,
} from "./stack";
import { errorsOfOverrides, overridesOf, warnOnce } from "./synth-checks";
import { calculatedNumberIn } from "./text";
import { resolveAtSynth, REFERENCE, textAtSynth } from "./text-at-synth";
import { OutreachCluster } from "./generated/outreach-cluster";
import { OutreachSnippet } from "./generated/outreach-snippet";

/**
 * Returns errors about arguments that are NaN or infinite, for which JSON would write null, which means the default, and
 * about those that code has calculated from a token.
 */
export function errorsOfNumbers(provider: OutreachProvider): string[] {
  return Object.entries(writtenArguments(provider)).flatMap(([argument, written]) => {
    const value = resolveAtSynth(provider, written);
    if (typeof value !== "number") return [];
    if (!Number.isFinite(value))
      return [`${argument} is ${value}. Set it to a number, or leave it out for the default.`];
    const problem = calculatedNumberIn(String(value));
    return problem === undefined ? [] : [`The ${argument} of ${provider.node.path} ${problem}.`];
  });
}

/**
 * Returns an error for each two resources of a stack with the same address, for the first provider of the stack only.
 * CDKTF merges them into one, so Terraform would delete the object of the other.
 */
export function errorsOfAddresses(provider: OutreachProvider): string[] {
  const stack = TerraformStack.of(provider);
  if (providersOf(stack)[0] !== provider) return [];
  const first = new Map<string, string>();
  const written = resourcesIn(stack).filter((resource) => !isMovedAway(resource));
  return written.flatMap((resource) => {
    const address = `${resource.terraformResourceType}.${resource.friendlyUniqueId}`;
    const other = first.get(address);
    first.set(address, other ?? resource.node.path);
    if (other === undefined) return [];
    return [
      `${other} and ${resource.node.path} are both ${address}, so synth would write only one of them. Give each ` +
        "resource its own id in overrideLogicalId.",
    ];
  });
}

/** The apps whose lock file has been compared. */
const compared = sharedState("lock files", () => new WeakSet<IConstruct>());

/** Warns, once for each app, if the installed version of this package is not the one in the lock file. */
export function warnOfLockedVersion(provider: OutreachProvider): void {
  const installed = provider.terraformGeneratorMetadata?.providerVersion;
  if (installed === undefined || compared.has(provider.node.root)) return;
  compared.add(provider.node.root);
  const locked = differentLockedVersion(process.cwd(), installed);
  if (locked === undefined) return;
  const { file, version, command } = locked;
  warnOnce(
    provider,
    `cdktf-outreach ${installed} is installed, but ${file} has ${version}, so another machine may plan with another ` +
      `version. Run ${command}, or update the lock file.`,
  );
}

/** Warns if two providers of a stack take the workspace id from the environment, so that they share one. */
export function warnOfSharedWorkspace(provider: OutreachProvider): void {
  const first = providersOf(TerraformStack.of(provider)).find(leavesOutWorkspace);
  if (first === undefined || first === provider || !leavesOutWorkspace(provider)) return;
  warnOnce(
    provider,
    `workspaceId is set neither here nor in ${first.node.path}, so both manage the workspace of OUTREACH_WORKSPACE_ID. ` +
      "On the provider that has an alias, set workspaceId to a sensitive TerraformVariable.",
  );
}

/** Reports whether neither the property nor an override sets the workspace. */
function leavesOutWorkspace(provider: OutreachProvider): boolean {
  return writtenArguments(provider)["workspace_id"] === undefined;
}

/** The only overrides of a stack that CDKTF writes as HCL (measured with 0.21). */
const WRITTEN_BELOW_TERRAFORM = ["required_providers", "backend", "cloud"];

/** Returns the errors about a stack's overrides, for the first provider of the stack only. */
export function errorsOfStackOverrides(provider: OutreachProvider): string[] {
  const stack = TerraformStack.of(provider);
  if (providersOf(stack)[0] !== provider) return [];
  return [...errorsOfOverrides(stack), ...(writesHcl(stack) ? errorsOfLostOverrides(stack) : [])];
}

/** Returns the error about overrides that CDKTF leaves out of HCL. */
function errorsOfLostOverrides(stack: TerraformStack): string[] {
  const { terraform, ...others } = overridesOf(stack);
  const settings = typeof terraform === "object" && terraform !== null ? Object.keys(terraform) : [];
  const lost = settings.filter((name) => !WRITTEN_BELOW_TERRAFORM.includes(name));
  const left = [...Object.keys(others), ...lost.map((name) => `terraform.${name}`)];
  if (left.length === 0) return [];
  return [
    `The overrides of the stack ${stack.node.path} hold ${left.join(", ")}, which CDKTF leaves out of HCL. ` +
      'Without a "removed" block, Terraform would delete the object that the block keeps. Without a "moved" or ' +
      '"import" block, it would create a new object in place of the existing one. Run synth without --hcl and ' +
      "without SYNTH_HCL_OUTPUT, because JSON has all overrides.",
  ];
}

/** Reports whether synth writes HCL. A new stack reads SYNTH_HCL_OUTPUT, which `cdktf synth --hcl` sets. */
function writesHcl({ synthesizer }: TerraformStack): boolean {
  return "hclOutput" in synthesizer && synthesizer.hclOutput === true;
}

type Named = OutreachCluster | OutreachSnippet;

/** Warns, for the first provider of a stack only, of resources with the same type, provider and name. */
export function warnOfSameNames(provider: OutreachProvider): void {
  const stack = TerraformStack.of(provider);
  if (providersOf(stack)[0] !== provider) return;
  const first = new Map<TerraformProvider | undefined, Map<string, Named>>();
  for (const resource of resourcesIn(stack).filter(isNamed)) {
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
    `${type} ${JSON.stringify(name)}: ${other.node.path} declares another resource with this name. If neither object exists yet, an apply creates duplicates that ` +
    "differ only in their ids, and existing_name cannot decide which resource owns which object. Rename one of the two."
  );
}

/** Reports whether a resource is of this package and certainly has instances. */
function isNamed(resource: TerraformResource): resource is Named {
  if (!(resource instanceof OutreachCluster || resource instanceof OutreachSnippet)) return false;
  return hasInstances(resource);
}

/** Returns the name in Unicode form NFC, as Terraform stores it; null if only Terraform knows the name. */
function knownName(resource: Named): string | null {
  const overrides = overridesOf(resource);
  if ("name" in overrides || "count" in overrides || "for_each" in overrides) return null;
  const name = textAtSynth(resource, resource.nameInput);
  return name === null || name.includes(REFERENCE) ? null : name.normalize("NFC");
}
