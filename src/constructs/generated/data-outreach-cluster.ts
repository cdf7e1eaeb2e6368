// Generated from the provider's schema by scripts/generate.mjs. Do not edit.

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';
import { textToHclTerraform, textToTerraform, setAtSynth } from "../text";
import { refuseMistakes } from "../mistakes";

// Configuration

export interface DataOutreachClusterConfig extends cdktf.TerraformMetaArguments {
  /**
  * Identifier of the cluster. Set this or `name`.
  */
  readonly id?: string;
  /**
  * Exact name of the cluster. Set this or `id`.
  */
  readonly name?: string;
}

/**
* Reads one cluster, by id or by exact name.
*/
export class DataOutreachCluster extends cdktf.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "outreach_cluster";

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new `outreach_cluster` Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataOutreachClusterConfig = {}
  */
  public constructor(scope: Construct, id: string, config: DataOutreachClusterConfig = {}) {
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
    this._id = config.id;
    this._name = config.name;
    refuseMistakes(this, config, PROPERTIES);
  }

  // ==========
  // ATTRIBUTES
  // ==========

  private _id?: string;
  /** Identifier of the cluster. Set this or `name`. */
  public get id() {
    return this.getStringAttribute('id');
  }
  public set id(value: string) {
    this._id = value;
  }
  public resetId() {
    this._id = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get idInput() {
    return this._id;
  }

  private _name?: string;
  /** Exact name of the cluster. Set this or `id`. */
  public get name() {
    return this.getStringAttribute('name');
  }
  public set name(value: string) {
    this._name = value;
  }
  public resetName() {
    this._name = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get nameInput() {
    return this._name;
  }

  /** Purpose of the cluster. */
  public get description() {
    return this.getStringAttribute('description');
  }

  /** Identifier of the owning workspace. */
  public get workspaceId() {
    return this.getStringAttribute('workspace_id');
  }

  /** Number of linked mailboxes and other resources; null if the API does not report it. */
  public get associatedCount() {
    return this.getNumberAttribute('associated_count');
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
      id: textToTerraform(this._id, this, "id"),
      name: textToTerraform(this._name, this, "name"),
    };
  }

  protected override synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      id: {
        value: textToHclTerraform(this._id, this, "id"),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      name: {
        value: textToHclTerraform(this._name, this, "name"),
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
  "id",
  "name",
];
