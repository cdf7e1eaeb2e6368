// Generated from the provider's schema by scripts/generate.mjs. Do not edit.

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';
import { GeneratedImport, ManagedResource } from "../managed-resource";
import { textToHclTerraform, textToTerraform, setAtSynth } from "../text";
import { refuseMistakes } from "../mistakes";

// Configuration

export interface OutreachClusterConfig extends cdktf.TerraformMetaArguments {
  /**
  * Display name used to organise and identify groups of mailboxes.
  */
  readonly name: string;
  /**
  * Purpose of the cluster. Removing the argument clears the description at the server.
  */
  readonly description?: string;
  /**
  * Allows deleting or replacing the cluster while mailboxes are linked to it. The mailboxes then lose their dedicated IP address. Default false.
  */
  readonly forceDestroy?: boolean | cdktf.IResolvable;
}

/**
* A group of outreach mailboxes that share one dedicated sending IP address.
*/
export class OutreachCluster extends ManagedResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "outreach_cluster";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing an OutreachCluster resource upon running "cdktf diff <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the OutreachCluster to import
  * @param importFromId The id of the existing OutreachCluster that should be imported.
  * @param provider? Optional instance of the provider where the OutreachCluster to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new GeneratedImport(scope, importToId, { terraformResourceType: "outreach_cluster", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new `outreach_cluster` Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options OutreachClusterConfig
  */
  public constructor(scope: Construct, id: string, config: OutreachClusterConfig) {
    super(scope, id, {
      terraformResourceType: 'outreach_cluster',
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
    this._description = config.description;
    this._forceDestroy = config.forceDestroy;
    refuseMistakes(this, config, PROPERTIES);
  }

  // ==========
  // ATTRIBUTES
  // ==========

  /** Identifier of the cluster. */
  public get id() {
    return this.getStringAttribute('id');
  }

  private _name?: string;
  /** Display name used to organise and identify groups of mailboxes. */
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

  private _description?: string;
  /** Purpose of the cluster. Removing the argument clears the description at the server. */
  public get description() {
    return this.getStringAttribute('description');
  }
  public set description(value: string) {
    this._description = value;
  }
  public resetDescription() {
    this._description = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get descriptionInput() {
    return this._description;
  }

  private _forceDestroy?: boolean | cdktf.IResolvable;
  /** Allows deleting or replacing the cluster while mailboxes are linked to it. The mailboxes then lose their dedicated IP address. Default false. */
  public get forceDestroy() {
    return this.getBooleanAttribute('force_destroy');
  }
  public set forceDestroy(value: boolean | cdktf.IResolvable) {
    this._forceDestroy = value;
  }
  public resetForceDestroy() {
    this._forceDestroy = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get forceDestroyInput() {
    return this._forceDestroy;
  }

  /** Number of linked mailboxes and other resources; null if the API does not report it. */
  public get associatedCount() {
    return this.getNumberAttribute('associated_count');
  }

  /** Identifier of the owning workspace. */
  public get workspaceId() {
    return this.getStringAttribute('workspace_id');
  }

  /** True if the cluster existed before and was adopted (`existing_name = "adopt"`), else null. */
  public get adopted() {
    return this.getBooleanAttribute('adopted');
  }

  /** Time of creation, ISO 8601. */
  public get createdAt() {
    return this.getStringAttribute('created_at');
  }

  /** Time of the last update, ISO 8601. */
  public get lastUpdatedAt() {
    return this.getStringAttribute('last_updated_at');
  }

  // =========
  // SYNTHESIS
  // =========

  protected override synthesizeAttributes(): { [name: string]: any } {
    return {
      name: textToTerraform(this._name, this, "name"),
      description: textToTerraform(this._description, this, "description"),
      force_destroy: cdktf.booleanToTerraform(this._forceDestroy),
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
      description: {
        value: textToHclTerraform(this._description, this, "description"),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      force_destroy: {
        value: cdktf.booleanToHclTerraform(this._forceDestroy),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
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
  "description",
  "forceDestroy",
];
