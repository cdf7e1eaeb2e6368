// Generated from the provider's schema by scripts/generate.mjs. Do not edit.

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';
import { GeneratedImport, ManagedResource } from "../managed-resource";
import { convertItems, textToHclTerraform, textToTerraform, setAtSynth } from "../text";
import { refuseMistakes } from "../mistakes";

// Configuration

export interface OutreachSnippetConfig extends cdktf.TerraformMetaArguments {
  /**
  * Name used for reference in the user interface.
  */
  readonly name: string;
  /**
  * Prompt passed to the language model at dispatch. May contain placeholders of the form `{variable_id}`.
  */
  readonly prompt: string;
  /**
  * Warnings about the prompt or the name that are intended: `code` and `text` of the warning, and the `reason`. Neither a plan nor a review counts them. Nothing of this argument is sent to the server.
  */
  readonly acknowledgedWarnings?: OutreachSnippetAcknowledgedWarnings[] | cdktf.IResolvable;
}
export interface OutreachSnippetAcknowledgedWarnings {
  readonly code: string;
  readonly reason: string;
  readonly text: string;
}

function outreachSnippetAcknowledgedWarningsToTerraform(construct: Construct, argument: string) {
 return (struct?: OutreachSnippetAcknowledgedWarnings | cdktf.IResolvable): any => {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    code: textToTerraform(struct!.code, construct, `code in ${argument}`),
    reason: textToTerraform(struct!.reason, construct, `reason in ${argument}`),
    text: textToTerraform(struct!.text, construct, `text in ${argument}`),
  }
};
}


function outreachSnippetAcknowledgedWarningsToHclTerraform(construct: Construct, argument: string) {
 return (struct?: OutreachSnippetAcknowledgedWarnings | cdktf.IResolvable): any => {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    code: {
      value: textToHclTerraform(struct!.code, construct, `code in ${argument}`),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    reason: {
      value: textToHclTerraform(struct!.reason, construct, `reason in ${argument}`),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    text: {
      value: textToHclTerraform(struct!.text, construct, `text in ${argument}`),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
};
}

export class OutreachSnippetAcknowledgedWarningsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param complexObjectIndex the index of this item in the list
  * @param complexObjectIsFromSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string, complexObjectIndex: number, complexObjectIsFromSet: boolean) {
    super(terraformResource, terraformAttribute, complexObjectIsFromSet, complexObjectIndex);
  }

  public get internalValue(): OutreachSnippetAcknowledgedWarnings | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._code !== undefined) {
      hasAnyValues = true;
      internalValueResult.code = this._code;
    }
    if (this._reason !== undefined) {
      hasAnyValues = true;
      internalValueResult.reason = this._reason;
    }
    if (this._text !== undefined) {
      hasAnyValues = true;
      internalValueResult.text = this._text;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: OutreachSnippetAcknowledgedWarnings | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._code = undefined;
      this._reason = undefined;
      this._text = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._code = value.code;
      this._reason = value.reason;
      this._text = value.text;
    }
  }

  // code - computed: false, optional: false, required: true
  private _code?: string;
  public get code() {
    return this.getStringAttribute('code');
  }
  public set code(value: string) {
    this._code = value;
  }
  // Temporarily expose input value. Use with caution.
  public get codeInput() {
    return this._code;
  }

  // reason - computed: false, optional: false, required: true
  private _reason?: string;
  public get reason() {
    return this.getStringAttribute('reason');
  }
  public set reason(value: string) {
    this._reason = value;
  }
  // Temporarily expose input value. Use with caution.
  public get reasonInput() {
    return this._reason;
  }

  // text - computed: false, optional: false, required: true
  private _text?: string;
  public get text() {
    return this.getStringAttribute('text');
  }
  public set text(value: string) {
    this._text = value;
  }
  // Temporarily expose input value. Use with caution.
  public get textInput() {
    return this._text;
  }
}

export class OutreachSnippetAcknowledgedWarningsList extends cdktf.ComplexList {
  public internalValue? : OutreachSnippetAcknowledgedWarnings[] | cdktf.IResolvable

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
  public get(index: number): OutreachSnippetAcknowledgedWarningsOutputReference {
    return new OutreachSnippetAcknowledgedWarningsOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}

/**
* A reusable prompt. At dispatch its placeholders are filled and a language model writes the text.
*/
export class OutreachSnippet extends ManagedResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "outreach_snippet";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing an OutreachSnippet resource upon running "cdktf diff <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the OutreachSnippet to import
  * @param importFromId The id of the existing OutreachSnippet that should be imported.
  * @param provider? Optional instance of the provider where the OutreachSnippet to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new GeneratedImport(scope, importToId, { terraformResourceType: "outreach_snippet", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new `outreach_snippet` Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options OutreachSnippetConfig
  */
  public constructor(scope: Construct, id: string, config: OutreachSnippetConfig) {
    super(scope, id, {
      terraformResourceType: 'outreach_snippet',
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
    this._name = config.name;
    this._prompt = config.prompt;
    this._acknowledgedWarnings.internalValue = config.acknowledgedWarnings;
    refuseMistakes(this, config, PROPERTIES);
  }

  // ==========
  // ATTRIBUTES
  // ==========

  /** Identifier of the snippet. */
  public get id() {
    return this.getStringAttribute('id');
  }

  private _name?: string;
  /** Name used for reference in the user interface. */
  public get name() {
    return this.getStringAttribute('name');
  }
  public set name(value: string) {
    this._name = value;
  }
  // Temporarily expose input value. Use with caution.
  public get nameInput() {
    return this._name;
  }

  private _prompt?: string;
  /** Prompt passed to the language model at dispatch. May contain placeholders of the form `{variable_id}`. */
  public get prompt() {
    return this.getStringAttribute('prompt');
  }
  public set prompt(value: string) {
    this._prompt = value;
  }
  // Temporarily expose input value. Use with caution.
  public get promptInput() {
    return this._prompt;
  }

  private _acknowledgedWarnings = new OutreachSnippetAcknowledgedWarningsList(this, "acknowledged_warnings", false);
  /** Warnings about the prompt or the name that are intended: `code` and `text` of the warning, and the `reason`. Neither a plan nor a review counts them. Nothing of this argument is sent to the server. */
  public get acknowledgedWarnings() {
    return this._acknowledgedWarnings;
  }
  public putAcknowledgedWarnings(value: OutreachSnippetAcknowledgedWarnings[] | cdktf.IResolvable) {
    this._acknowledgedWarnings.internalValue = value;
  }
  public resetAcknowledgedWarnings() {
    this._acknowledgedWarnings.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get acknowledgedWarningsInput() {
    return this._acknowledgedWarnings.internalValue;
  }

  /** Identifiers of the `{variable_id}` placeholders in the prompt, each once and sorted. */
  public get variables() {
    return this.getListAttribute('variables');
  }

  /** Identifier of the owning workspace. */
  public get workspaceId() {
    return this.getStringAttribute('workspace_id');
  }

  /** True if the snippet existed before and was adopted (`existing_name = "adopt"`), else null. */
  public get adopted() {
    return this.getBooleanAttribute('adopted');
  }

  /** Time of creation, ISO 8601. */
  public get createdAt() {
    return this.getStringAttribute('created_at');
  }

  /** Time of the last modification, ISO 8601. */
  public get lastUpdatedAt() {
    return this.getStringAttribute('last_updated_at');
  }

  // =========
  // SYNTHESIS
  // =========

  protected override synthesizeAttributes(): { [name: string]: any } {
    return {
      name: textToTerraform(this._name, this, "name"),
      prompt: textToTerraform(this._prompt, this, "prompt"),
      acknowledged_warnings: convertItems(this._acknowledgedWarnings.internalValue, outreachSnippetAcknowledgedWarningsToTerraform(this, "acknowledgedWarnings")),
    };
  }

  protected override synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      name: {
        value: textToHclTerraform(this._name, this, "name"),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      prompt: {
        value: textToHclTerraform(this._prompt, this, "prompt"),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      acknowledged_warnings: {
        value: convertItems(this._acknowledgedWarnings.internalValue, outreachSnippetAcknowledgedWarningsToHclTerraform(this, "acknowledgedWarnings")),
        isBlock: true,
        type: "list",
        storageClassType: "OutreachSnippetAcknowledgedWarningsList",
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
  "name",
  "prompt",
  "acknowledgedWarnings",
];
