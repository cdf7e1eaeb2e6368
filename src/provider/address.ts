/** The full address of this provider in Terraform and OpenTofu (terraform-protocol.md, section 10). */
export const PROVIDER_ADDRESS = "registry.terraform.io/outreach/outreach";
