// Generated from the provider's schema by scripts/generate.mjs. Do not edit.

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';
import { GeneratedImport, ManagedResource } from "../managed-resource";
import { setAtSynth } from "../text-at-synth";
import { textToHclTerraform, textToTerraform } from "../text";
import { refuseMistakes } from "../config";
import { refuseOtherFork } from "../fork";

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
    refuseOtherFork(this);
    refuseMistakes(this, config, CONFIG_TYPES);
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
    };

    // remove undefined attributes
    return setAtSynth(this, attrs);
  }
}

const CONFIG_TYPES = {
  provider: "provider",
  dependsOn: "constructs",
  count: "any",
  lifecycle: "object",
  provisioners: "any",
  connection: "any",
  forEach: "any",
  name: "string",
  prompt: "string",
} as const;
