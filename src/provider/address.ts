/**
 * Where Terraform and OpenTofu look for this provider. In full, because OpenTofu reads a short source as its
 * own registry (terraform-protocol.md, section 10).
 */
export const PROVIDER_ADDRESS = "registry.terraform.io/outreach/outreach";
