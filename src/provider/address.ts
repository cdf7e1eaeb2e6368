/**
 * Where Terraform and OpenTofu look for this provider, always fully qualified: OpenTofu reads a short source
 * as its own registry, and one mirror folder and one lock entry must serve both (terraform-protocol.md,
 * section 10).
 */
export const PROVIDER_ADDRESS = "registry.terraform.io/outreach/outreach";
