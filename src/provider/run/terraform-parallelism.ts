/** How many resources Terraform works on at a time by default. */
export const TERRAFORM_PARALLELISM = 10;
