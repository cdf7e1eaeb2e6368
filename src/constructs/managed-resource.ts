import { ImportableResource, type TerraformElement, type TerraformProvider, TerraformResource } from "cdktf";
import type { IConstruct, IValidation } from "constructs";
import { textToHclTerraform, textToTerraform } from "./text";

type Written = ReturnType<TerraformElement["toTerraform"]>;

/**
 * A resource of this package. Terraform evaluates nothing in its import ids, but CDKTF's references in the
 * ids resolve.
 */
export class ManagedResource extends TerraformResource {
  /** Makes the resource manage an existing object. The next apply imports the object with this id. */
  override importFrom(id: string, provider?: TerraformProvider): void {
    sharingVersionCheck(this, () => super.importFrom(id, provider));
  }

  override toTerraform(): Written {
    return withIdAsText(super.toTerraform(), this);
  }

  override toHclTerraform(): Written {
    return withIdAsText(super.toHclTerraform(), this);
  }
}

/** An import for which the engine generates the configuration. Terraform evaluates nothing in its id. */
export class GeneratedImport extends ImportableResource {
  override toTerraform(): Written {
    return withIdAsText(super.toTerraform(), this);
  }

  override toHclTerraform(): Written {
    return withIdAsText(super.toHclTerraform(), this);
  }
}

interface ImportBlock {
  id: string | { value: unknown };
}

function withIdAsText(written: { import?: ImportBlock[] }, element: TerraformElement): Written {
  for (const block of written.import ?? []) {
    const { id } = block;
    if (typeof id === "object") id.value = textToHclTerraform(id.value as string, element, "import id");
    else block.id = textToTerraform(id, element, "import id") as string;
  }
  return written;
}

const versionErrors = new WeakMap<IConstruct, string[]>();

/** Lets all imports of an app share one check of the engine's version (docs/design/constructs.md). */
function sharingVersionCheck({ node }: IConstruct, addImport: () => void): void {
  const add = node.addValidation.bind(node);
  node.addValidation = (validation: IValidation) =>
    add({
      validate: () => {
        const errors = versionErrors.get(node.root) ?? validation.validate();
        versionErrors.set(node.root, errors);
        return errors;
      },
    });
  try {
    addImport();
  } finally {
    node.addValidation = add;
  }
}
