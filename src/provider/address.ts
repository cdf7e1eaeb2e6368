/** Where Terraform and OpenTofu look for this provider, in full (terraform-protocol.md, section 10). */
export const PROVIDER_ADDRESS = "registry.terraform.io/outreach/outreach";
