// Generated from the provider's schema by scripts/generate.mjs. Do not edit.

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';
import { textsToHclTerraform, textsToTerraform, textToHclTerraform, textToTerraform, setAtSynth } from "../text";
import { refuseMistakes } from "../mistakes";

// Configuration

export interface OutreachProviderConfig {
  /**
  * Address of the Outreach API, such as `https://outreach.example.com/api`. Also from `OUTREACH_BASE_URL`.
  */
  readonly baseUrl?: string;
  /**
  * The user id that the platform operator issued. Also from `OUTREACH_USER_ID`.
  */
  readonly userId?: string;
  /**
  * Id of the workspace to manage. Also from `OUTREACH_WORKSPACE_ID`.
  */
  readonly workspaceId?: string;
  /**
  * Sent as a bearer token if it is set; the API document does not show whether the API needs it. Also from `OUTREACH_AUTHORIZATION_TOKEN`.
  */
  readonly authorizationToken?: string;
  /**
  * Seconds that one request may take before it counts as failed. Default 60. Also from `OUTREACH_REQUEST_TIMEOUT`.
  */
  readonly requestTimeout?: number;
  /**
  * How often a failed request is retried, if a retry is safe. Default 4. Also from `OUTREACH_MAX_RETRIES`.
  */
  readonly maxRetries?: number;
  /**
  * How many requests may run at a time. Default 80. Also from `OUTREACH_MAX_CONCURRENT_REQUESTS`.
  */
  readonly maxConcurrentRequests?: number;
  /**
  * How many requests may start within a second. Default: no limit. Also from `OUTREACH_REQUESTS_PER_SECOND`.
  */
  readonly requestsPerSecond?: number;
  /**
  * Seconds to wait until reads and lists show a write. Default 10. Also from `OUTREACH_VISIBILITY_TIMEOUT`.
  */
  readonly visibilityTimeout?: number;
  /**
  * What a planned create does if an unmanaged object already has its name. `warn` (default) creates a second object. `adopt` adopts the object if there is exactly one, and updates it to the declared content. `fail` refuses the plan. Also from `OUTREACH_EXISTING_NAME`.
  */
  readonly existingName?: string;
  /**
  * What a plan does if it overwrites an edit made in Outreach, or deletes an edited object. `warn` (default) names the object, the attribute and the time of the edit. `fail` refuses the plan, unless an approval covers the change. `overwrite` says nothing. Also from `OUTREACH_OUTSIDE_EDITS`.
  */
  readonly outsideEdits?: string;
  /**
  * Whether a plan may read objects before Terraform requests them, with more requests at a time than Terraform uses. Reading ahead needs `declared_clusters` for clusters and `declared_snippets` for snippets. Default true. Also from `OUTREACH_READ_AHEAD`.
  */
  readonly readAhead?: boolean | cdktf.IResolvable;
  /**
  * Number of clusters that the configuration declares. In CDKTF, `OutreachProvider` sets it at synth. The provider reads clusters ahead only if the workspace has few clusters besides the declared ones. Also from `OUTREACH_DECLARED_CLUSTERS`.
  */
  readonly declaredClusters?: number;
  /**
  * Number of snippets that the configuration declares. In CDKTF, `OutreachProvider` sets it at synth. The provider reads snippets ahead only if the workspace has few snippets besides the declared ones. Also from `OUTREACH_DECLARED_SNIPPETS`.
  */
  readonly declaredSnippets?: number;
  /**
  * Identifiers of the variables that exist. If the list is set, a plan warns about each placeholder whose identifier is not in the list. Also from `OUTREACH_KNOWN_VARIABLES`, separated by commas.
  */
  readonly knownVariables?: string[];
  /**
  * Alias name
  */
  readonly alias?: string;
}

/**
* Manages the clusters and snippets of an Outreach workspace.
*/
export class OutreachProvider extends cdktf.TerraformProvider {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "outreach";

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new `outreach` Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options OutreachProviderConfig = {}
  */
  public constructor(scope: Construct, id: string, config: OutreachProviderConfig = {}) {
    super(scope, id, {
      terraformResourceType: 'outreach',
      terraformGeneratorMetadata: {
        providerName: 'outreach',
        providerVersion: '0.1.0',
        providerVersionConstraint: '0.1.0'
      },
      terraformProviderSource: 'registry.terraform.io/outreach/outreach'
    });
    this._baseUrl = config.baseUrl;
    this._userId = config.userId;
    this._workspaceId = config.workspaceId;
    this._authorizationToken = config.authorizationToken;
    this._requestTimeout = config.requestTimeout;
    this._maxRetries = config.maxRetries;
    this._maxConcurrentRequests = config.maxConcurrentRequests;
    this._requestsPerSecond = config.requestsPerSecond;
    this._visibilityTimeout = config.visibilityTimeout;
    this._existingName = config.existingName;
    this._outsideEdits = config.outsideEdits;
    this._readAhead = config.readAhead;
    this._declaredClusters = config.declaredClusters;
    this._declaredSnippets = config.declaredSnippets;
    this._knownVariables = config.knownVariables;
    this._alias = config.alias;
    refuseMistakes(this, config, PROPERTIES);
  }

  // ==========
  // ATTRIBUTES
  // ==========

  private _baseUrl?: string;
  /** Address of the Outreach API, such as `https://outreach.example.com/api`. Also from `OUTREACH_BASE_URL`. */
  public get baseUrl() {
    return this._baseUrl;
  }
  public set baseUrl(value: string | undefined) {
    this._baseUrl = value;
  }
  public resetBaseUrl() {
    this._baseUrl = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get baseUrlInput() {
    return this._baseUrl;
  }

  private _userId?: string;
  /** The user id that the platform operator issued. Also from `OUTREACH_USER_ID`. */
  public get userId() {
    return this._userId;
  }
  public set userId(value: string | undefined) {
    this._userId = value;
  }
  public resetUserId() {
    this._userId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get userIdInput() {
    return this._userId;
  }

  private _workspaceId?: string;
  /** Id of the workspace to manage. Also from `OUTREACH_WORKSPACE_ID`. */
  public get workspaceId() {
    return this._workspaceId;
  }
  public set workspaceId(value: string | undefined) {
    this._workspaceId = value;
  }
  public resetWorkspaceId() {
    this._workspaceId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get workspaceIdInput() {
    return this._workspaceId;
  }

  private _authorizationToken?: string;
  /** Sent as a bearer token if it is set; the API document does not show whether the API needs it. Also from `OUTREACH_AUTHORIZATION_TOKEN`. */
  public get authorizationToken() {
    return this._authorizationToken;
  }
  public set authorizationToken(value: string | undefined) {
    this._authorizationToken = value;
  }
  public resetAuthorizationToken() {
    this._authorizationToken = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get authorizationTokenInput() {
    return this._authorizationToken;
  }

  private _requestTimeout?: number;
  /** Seconds that one request may take before it counts as failed. Default 60. Also from `OUTREACH_REQUEST_TIMEOUT`. */
  public get requestTimeout() {
    return this._requestTimeout;
  }
  public set requestTimeout(value: number | undefined) {
    this._requestTimeout = value;
  }
  public resetRequestTimeout() {
    this._requestTimeout = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get requestTimeoutInput() {
    return this._requestTimeout;
  }

  private _maxRetries?: number;
  /** How often a failed request is retried, if a retry is safe. Default 4. Also from `OUTREACH_MAX_RETRIES`. */
  public get maxRetries() {
    return this._maxRetries;
  }
  public set maxRetries(value: number | undefined) {
    this._maxRetries = value;
  }
  public resetMaxRetries() {
    this._maxRetries = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get maxRetriesInput() {
    return this._maxRetries;
  }

  private _maxConcurrentRequests?: number;
  /** How many requests may run at a time. Default 80. Also from `OUTREACH_MAX_CONCURRENT_REQUESTS`. */
  public get maxConcurrentRequests() {
    return this._maxConcurrentRequests;
  }
  public set maxConcurrentRequests(value: number | undefined) {
    this._maxConcurrentRequests = value;
  }
  public resetMaxConcurrentRequests() {
    this._maxConcurrentRequests = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get maxConcurrentRequestsInput() {
    return this._maxConcurrentRequests;
  }

  private _requestsPerSecond?: number;
  /** How many requests may start within a second. Default: no limit. Also from `OUTREACH_REQUESTS_PER_SECOND`. */
  public get requestsPerSecond() {
    return this._requestsPerSecond;
  }
  public set requestsPerSecond(value: number | undefined) {
    this._requestsPerSecond = value;
  }
  public resetRequestsPerSecond() {
    this._requestsPerSecond = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get requestsPerSecondInput() {
    return this._requestsPerSecond;
  }

  private _visibilityTimeout?: number;
  /** Seconds to wait until reads and lists show a write. Default 10. Also from `OUTREACH_VISIBILITY_TIMEOUT`. */
  public get visibilityTimeout() {
    return this._visibilityTimeout;
  }
  public set visibilityTimeout(value: number | undefined) {
    this._visibilityTimeout = value;
  }
  public resetVisibilityTimeout() {
    this._visibilityTimeout = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get visibilityTimeoutInput() {
    return this._visibilityTimeout;
  }

  private _existingName?: string;
  /** What a planned create does if an unmanaged object already has its name. `warn` (default) creates a second object. `adopt` adopts the object if there is exactly one, and updates it to the declared content. `fail` refuses the plan. Also from `OUTREACH_EXISTING_NAME`. */
  public get existingName() {
    return this._existingName;
  }
  public set existingName(value: string | undefined) {
    this._existingName = value;
  }
  public resetExistingName() {
    this._existingName = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get existingNameInput() {
    return this._existingName;
  }

  private _outsideEdits?: string;
  /** What a plan does if it overwrites an edit made in Outreach, or deletes an edited object. `warn` (default) names the object, the attribute and the time of the edit. `fail` refuses the plan, unless an approval covers the change. `overwrite` says nothing. Also from `OUTREACH_OUTSIDE_EDITS`. */
  public get outsideEdits() {
    return this._outsideEdits;
  }
  public set outsideEdits(value: string | undefined) {
    this._outsideEdits = value;
  }
  public resetOutsideEdits() {
    this._outsideEdits = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get outsideEditsInput() {
    return this._outsideEdits;
  }

  private _readAhead?: boolean | cdktf.IResolvable;
  /** Whether a plan may read objects before Terraform requests them, with more requests at a time than Terraform uses. Reading ahead needs `declared_clusters` for clusters and `declared_snippets` for snippets. Default true. Also from `OUTREACH_READ_AHEAD`. */
  public get readAhead() {
    return this._readAhead;
  }
  public set readAhead(value: boolean | cdktf.IResolvable | undefined) {
    this._readAhead = value;
  }
  public resetReadAhead() {
    this._readAhead = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get readAheadInput() {
    return this._readAhead;
  }

  private _declaredClusters?: number;
  /** Number of clusters that the configuration declares. In CDKTF, `OutreachProvider` sets it at synth. The provider reads clusters ahead only if the workspace has few clusters besides the declared ones. Also from `OUTREACH_DECLARED_CLUSTERS`. */
  public get declaredClusters() {
    return this._declaredClusters;
  }
  public set declaredClusters(value: number | undefined) {
    this._declaredClusters = value;
  }
  public resetDeclaredClusters() {
    this._declaredClusters = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get declaredClustersInput() {
    return this._declaredClusters;
  }

  private _declaredSnippets?: number;
  /** Number of snippets that the configuration declares. In CDKTF, `OutreachProvider` sets it at synth. The provider reads snippets ahead only if the workspace has few snippets besides the declared ones. Also from `OUTREACH_DECLARED_SNIPPETS`. */
  public get declaredSnippets() {
    return this._declaredSnippets;
  }
  public set declaredSnippets(value: number | undefined) {
    this._declaredSnippets = value;
  }
  public resetDeclaredSnippets() {
    this._declaredSnippets = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get declaredSnippetsInput() {
    return this._declaredSnippets;
  }

  private _knownVariables?: string[];
  /** Identifiers of the variables that exist. If the list is set, a plan warns about each placeholder whose identifier is not in the list. Also from `OUTREACH_KNOWN_VARIABLES`, separated by commas. */
  public get knownVariables() {
    return this._knownVariables;
  }
  public set knownVariables(value: string[] | undefined) {
    this._knownVariables = value;
  }
  public resetKnownVariables() {
    this._knownVariables = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get knownVariablesInput() {
    return this._knownVariables;
  }

  private _alias?: string;
  /** Alias name */
  public override get alias() {
    return this._alias;
  }
  public override set alias(value: string | undefined) {
    this._alias = value;
  }
  public resetAlias() {
    this._alias = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get aliasInput() {
    return this._alias;
  }

  // =========
  // SYNTHESIS
  // =========

  protected override synthesizeAttributes(): { [name: string]: any } {
    return {
      base_url: textToTerraform(this._baseUrl, this, "baseUrl"),
      user_id: textToTerraform(this._userId, this, "userId"),
      workspace_id: textToTerraform(this._workspaceId, this, "workspaceId"),
      authorization_token: textToTerraform(this._authorizationToken, this, "authorizationToken"),
      request_timeout: cdktf.numberToTerraform(this._requestTimeout),
      max_retries: cdktf.numberToTerraform(this._maxRetries),
      max_concurrent_requests: cdktf.numberToTerraform(this._maxConcurrentRequests),
      requests_per_second: cdktf.numberToTerraform(this._requestsPerSecond),
      visibility_timeout: cdktf.numberToTerraform(this._visibilityTimeout),
      existing_name: textToTerraform(this._existingName, this, "existingName"),
      outside_edits: textToTerraform(this._outsideEdits, this, "outsideEdits"),
      read_ahead: cdktf.booleanToTerraform(this._readAhead),
      declared_clusters: cdktf.numberToTerraform(this._declaredClusters),
      declared_snippets: cdktf.numberToTerraform(this._declaredSnippets),
      known_variables: textsToTerraform(this._knownVariables, this, "knownVariables"),
      alias: textToTerraform(this._alias, this, "alias"),
    };
  }

  protected override synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      base_url: {
        value: textToHclTerraform(this._baseUrl, this, "baseUrl"),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      user_id: {
        value: textToHclTerraform(this._userId, this, "userId"),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      workspace_id: {
        value: textToHclTerraform(this._workspaceId, this, "workspaceId"),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      authorization_token: {
        value: textToHclTerraform(this._authorizationToken, this, "authorizationToken"),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      request_timeout: {
        value: cdktf.numberToHclTerraform(this._requestTimeout),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      max_retries: {
        value: cdktf.numberToHclTerraform(this._maxRetries),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      max_concurrent_requests: {
        value: cdktf.numberToHclTerraform(this._maxConcurrentRequests),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      requests_per_second: {
        value: cdktf.numberToHclTerraform(this._requestsPerSecond),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      visibility_timeout: {
        value: cdktf.numberToHclTerraform(this._visibilityTimeout),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      existing_name: {
        value: textToHclTerraform(this._existingName, this, "existingName"),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      outside_edits: {
        value: textToHclTerraform(this._outsideEdits, this, "outsideEdits"),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      read_ahead: {
        value: cdktf.booleanToHclTerraform(this._readAhead),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      declared_clusters: {
        value: cdktf.numberToHclTerraform(this._declaredClusters),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      declared_snippets: {
        value: cdktf.numberToHclTerraform(this._declaredSnippets),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      known_variables: {
        value: textsToHclTerraform(this._knownVariables, this, "knownVariables"),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      alias: {
        value: textToHclTerraform(this._alias, this, "alias"),
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
  "baseUrl",
  "userId",
  "workspaceId",
  "authorizationToken",
  "requestTimeout",
  "maxRetries",
  "maxConcurrentRequests",
  "requestsPerSecond",
  "visibilityTimeout",
  "existingName",
  "outsideEdits",
  "readAhead",
  "declaredClusters",
  "declaredSnippets",
  "knownVariables",
  "alias",
];
