export const PROVIDER_ADDRESS = "registry.terraform.io/outreach/outreach";
