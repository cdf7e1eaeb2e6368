// Generated from the provider's schema by scripts/generate.mjs. Do not edit.

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';
import { textToHclTerraform, textToTerraform, setAtSynth } from "../text";
import { refuseMistakes } from "../mistakes";

// Configuration

export interface DataOutreachSnippetsConfig extends cdktf.TerraformMetaArguments {
  /**
  * Passed to the API unchanged. The API document does not show the allowed values.
  */
  readonly sortOrder?: string;
}
export interface DataOutreachSnippetsSnippets {
}

export function dataOutreachSnippetsSnippetsToTerraform(struct?: DataOutreachSnippetsSnippets): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataOutreachSnippetsSnippetsToHclTerraform(struct?: DataOutreachSnippetsSnippets): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataOutreachSnippetsSnippetsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param complexObjectIndex the index of this item in the list
  * @param complexObjectIsFromSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string, complexObjectIndex: number, complexObjectIsFromSet: boolean) {
    super(terraformResource, terraformAttribute, complexObjectIsFromSet, complexObjectIndex);
  }

  public get internalValue(): DataOutreachSnippetsSnippets | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataOutreachSnippetsSnippets | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // name - computed: true, optional: false, required: false
  public get name() {
    return this.getStringAttribute('name');
  }
}

export class DataOutreachSnippetsSnippetsList extends cdktf.ComplexList {

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param wrapsSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  constructor(protected override terraformResource: cdktf.IInterpolatingParent, protected override terraformAttribute: string, protected override wrapsSet: boolean) {
    super(terraformResource, terraformAttribute, wrapsSet)
  }

  /**
  * @param index the index of the item to return
  */
  public get(index: number): DataOutreachSnippetsSnippetsOutputReference {
    return new DataOutreachSnippetsSnippetsOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}

/**
* Lists all snippets of the workspace.
*/
export class DataOutreachSnippets extends cdktf.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "outreach_snippets";

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new `outreach_snippets` Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataOutreachSnippetsConfig = {}
  */
  public constructor(scope: Construct, id: string, config: DataOutreachSnippetsConfig = {}) {
    super(scope, id, {
      terraformResourceType: 'outreach_snippets',
      terraformGeneratorMetadata: {
        providerName: 'outreach',
        providerVersion: '0.1.0',
        providerVersionConstraint: '0.1.0'
      },
      provider: config.provider,
      dependsOn: config.dependsOn,
      count: config.count,
      lifecycle: config.lifecycle,
      provisioners: config.provisioners,
      connection: config.connection,
      forEach: config.forEach
    });
    this._sortOrder = config.sortOrder;
    refuseMistakes(this, config, PROPERTIES);
  }

  // ==========
  // ATTRIBUTES
  // ==========

  private _sortOrder?: string;
  /** Passed to the API unchanged. The API document does not show the allowed values. */
  public get sortOrder() {
    return this.getStringAttribute('sort_order');
  }
  public set sortOrder(value: string) {
    this._sortOrder = value;
  }
  public resetSortOrder() {
    this._sortOrder = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get sortOrderInput() {
    return this._sortOrder;
  }

  private _snippets = new DataOutreachSnippetsSnippetsList(this, "snippets", false);
  /** Every snippet of the workspace, in the order of the API. */
  public get snippets() {
    return this._snippets;
  }

  // =========
  // SYNTHESIS
  // =========

  protected override synthesizeAttributes(): { [name: string]: any } {
    return {
      sort_order: textToTerraform(this._sortOrder, this, "sortOrder"),
    };
  }

  protected override synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      sort_order: {
        value: textToHclTerraform(this._sortOrder, this, "sortOrder"),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return setAtSynth(this, attrs);
  }
}

const PROPERTIES: readonly string[] = [
  "provider",
  "dependsOn",
  "count",
  "lifecycle",
  "provisioners",
  "connection",
  "forEach",
  "sortOrder",
];
