import type { WriteType } from '../../../connectors/engine/file/write_facts.ts';
import type { FieldsByObject, UpsertResult } from '../../../lib/fields/field_definition.ts';
import type { ObjectMetadata } from '../../../lib/fields/field_metadata.ts';
import type { Credentials, OauthClient, TokenAnswer } from '../credentials.ts';

/** How a provider authenticates calls to an account. */
type AuthType = 'none' | 'apiKey' | 'basic' | 'oauth2' | 'jwt' | 'custom';
type GrantType = 'authorizationCode' | 'authorizationCodePKCE' | 'clientCredentials' | 'password';

/** The capabilities of the provider, also those that Causeway does not use. The rules for manifests check them. */
export type Capabilities = { read: boolean; write: boolean; subscribe: boolean; proxy: boolean };

/** Facts about a provider from its provider file. */
export type ProviderFacts = {
  name: string;
  displayName: string;
  /** The module that is used when a manifest names no module; may be empty. */
  defaultModule: string;
  authType: AuthType;
  grantType?: GrantType | undefined;
  /** True for a basic-auth provider whose customers have one API key instead of user name and password. */
  keyAsBasic: boolean;
  explicitScopesRequired: boolean;
  /** True when customers enter the host of the sign-in. Then the builder pins the allowed hosts on the provider app. */
  hostsOnApp: boolean;
  /** True when connecting takes more than one step. */
  isMultiStep: boolean;
  /** Names of the values that a customer enters for custom auth. */
  customInputs: string[];
  /** Names of the custom inputs that are not secret; the customer types them in plain text. */
  plainInputs: string[];
  /** Base-URL variables and other inputs that a new connection must provide. */
  requiredInputs: string[];
  /** Null when the provider file lists no capabilities. Then no capability rule applies. */
  capabilities: Capabilities | null;
  /** Capabilities by module name. A module's capabilities override the provider's. */
  modules: Record<string, Capabilities | null>;
  /** True when Causeway can create custom fields at the provider. */
  makesFields: boolean;
  /** The remark of the provider file on reading an object of a module; null when there is none. */
  objectRemark(module: string | undefined, objectName: string): ObjectRemark | null;
  /**
   * Returns a function that checks the field names of an object; null when the provider file lists no fields of the
   * object.
   */
  fieldJudge(module: string | undefined, objectName: string): FieldJudge | null;
  writeFacts(module: string | undefined, objectName: string): WriteFacts;
  /** Whether the provider file allows the proxy for a module. An empty name means the provider without a module. */
  hasProxy(module: string): boolean;
};

/** How the provider file can write an object of a module. `types` is empty when the object can't be written. */
export type WriteFacts = { types: readonly WriteType[]; canGet: boolean };
type FieldJudge = (fieldName: string) => { message: string; suggestion: string } | null;
/**
 * A remark on reading an object. `isUnreadable`: true when the provider file declares the object but reads of it fail;
 * false when the file does not declare it. `suggestion` says what to do.
 */
type ObjectRemark = { isUnreadable: boolean; message: string; suggestion: string };

/** Headers and query parameters to add to a call to the provider. */
export type Attachments = { headers: Record<string, string>; query: Record<string, string> };

type AuthorizeRequest = {
  provider: string;
  client: OauthClient;
  variables: Record<string, string>;
  redirectUri: string;
  state: string;
  /** The PKCE code verifier. If the provider supports PKCE, the URL contains its SHA-256 hash. */
  verifier: string;
  /** Additional query parameters from the provider app. */
  extraParams: Record<string, string>;
};

/**
 * The owner of the rate budgets of a call about credentials: the provider app, or the account if no app authenticates
 * the call. `account`: the connection, or the group before a connection exists.
 */
export type CallOwner = { projectId: string; providerAppId: string | null; account: string };

/** The owner of the rate budgets of a call about the data of an account. */
type DataCallOwner = { projectId: string; providerAppId: string | null; connectionId: string };

/**
 * `secrets`: further secrets of the account. They are masked in every error of the call, like the call's own secrets.
 */
export type AccountSecrets = { secrets?: readonly string[] | undefined };

type TokenRequest = AccountSecrets & {
  owner: CallOwner;
  provider: string;
  variables: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** Defaults to a timeout short enough for a waiting person. */
  timeoutMs?: number | undefined;
};
/** `verifier` is null when the sign-in was started without a PKCE challenge. */
type CodeExchange = TokenRequest & {
  client: OauthClient;
  code: string;
  redirectUri: string;
  verifier: string | null;
};

/** Everything that is needed to revoke the tokens of a connection. */
export type RevocableTokens = {
  accessToken: string;
  refreshToken?: string | undefined;
  client?: { clientId: string; clientSecret: string; hosts?: string[] | undefined } | undefined;
  variables: Record<string, string>;
};

/** `claims`: verified facts about the account that the person signed in to. */
export type StepAnswer = Record<'credentials' | 'metadata' | 'claims', Record<string, string>>;

type AccountWithCredentials = AccountSecrets & {
  owner: CallOwner;
  provider: string;
  credentials: Credentials;
  variables: Record<string, string>;
};

/**
 * `objects`: the objects that an integration reads. They are tried before the objects of the provider file. `deadline`:
 * when the caller stops waiting (Unix milliseconds).
 */
export type CredentialTrial = AccountWithCredentials & {
  objects: readonly { module?: string | undefined; objectName: string }[];
  deadline: number;
};

/** A read of one record, to check that the provider accepts the fields and filters of a config. */
type SampleRequest = AccountSecrets & {
  caller: DataCallOwner;
  provider: string;
  module: string;
  object: string;
  fields: string[];
  filters: readonly { fieldName: string; value: unknown }[];
  attachments: Attachments;
  variables: Record<string, string>;
};

/**
 * The connector engine as this service uses it. Methods that call the provider throw ProviderRefusal when it refuses,
 * and ProviderUnavailable when it gives no usable answer. No error and no shown value contains a secret, because all
 * calls go through connectors/calls.
 */
export type Connectors = {
  /** The whole public catalogue as JSON text. */
  catalogueJson(): string;
  infoJson(provider: string): string | undefined;
  /** The names of the providers in the catalogue. */
  names(): readonly string[];
  find(provider: string): ProviderFacts | undefined;
  /** True for a sandbox provider where CAUSEWAY_SANDBOX is off. */
  isWithheld(provider: string): boolean;
  /** Throws invalidArgument when a variable is missing or leads to an address that may not be called. */
  checkVariables(provider: string, variables: Record<string, string>): Promise<void>;
  /** The template variables of a connection from its metadata, with the provider file's defaults. */
  variablesOf(provider: string, workspaceRef: string, metadataJson: string): Record<string, string>;
  /**
   * A text that identifies the addresses of calls: if two texts are equal, the credentials are sent to the same
   * addresses.
   */
  targetOf(provider: string, variables: Record<string, string>): string;
  attachments(provider: string, credentials: Credentials, variables: Record<string, string>): Attachments;
  authorizeUrl(request: AuthorizeRequest): string;
  /** Whether a sign-in at this provider has a PKCE challenge. */
  usesPkce(provider: string): boolean;
  /**
   * The sign-in hosts that result from these variables and are not in `hosts`; none if the provider file fixes the
   * sign-in hosts.
   */
  strayHosts(provider: string, variables: Record<string, string>, hosts: readonly string[]): string[];
  /** Whether a suffix such as `.acme.example` is a domain of a single owner; `.co.uk` is not. */
  isOwnDomain(suffix: string): boolean;
  /** The issuer in the provider's authorization responses (RFC 9207); undefined when the provider file names none. */
  issuer(provider: string, variables: Record<string, string>): string | undefined;
  /**
   * Tests credentials with the health check of the provider file, or else by reading one record. True when the provider
   * accepts them, false when there is no call for a test.
   */
  tryCredentials(trial: CredentialTrial): Promise<boolean>;
  /** Asks the provider for variables of the account that are still unknown. Returns the new variables. */
  learn(account: AccountWithCredentials): Promise<Record<string, string>>;
  exchangeCode(exchange: CodeExchange): Promise<TokenAnswer>;
  clientCredentials(request: TokenRequest & { client: OauthClient }): Promise<TokenAnswer>;
  password(request: TokenRequest & { client: OauthClient; username: string; password: string }): Promise<TokenAnswer>;
  refresh(request: TokenRequest & { client: OauthClient | undefined; refreshToken: string }): Promise<TokenAnswer>;
  /** Number of steps of an authorization; 0 when the provider file defines none. */
  countSteps(provider: string): number;
  /** The URL of a step's page, and whether its callback must return `state`. Null for a step that only makes calls. */
  stepPage(provider: string, step: number, values: Record<string, string>): { url: string; bindsState: boolean } | null;
  /** Names of the parameters that the callback of a step must have. */
  stepParams(provider: string, step: number): string[];
  /**
   * The variables that steps may use: only variables that the provider file declares, so that metadata cannot replace
   * other values.
   */
  stepVariables(provider: string, metadataJson: string): Record<string, string>;
  /** Names of the callback parameters that contradict facts from earlier steps. */
  stepContradictions(
    provider: string,
    step: number,
    given: Record<string, string>,
    values: Record<string, string>,
  ): string[];
  /** Makes the calls of a step. */
  takeStep(owner: CallOwner, provider: string, step: number, values: Record<string, string>): Promise<StepAnswer>;
  /** True when the provider has a revocation endpoint. */
  canRevoke(provider: string): boolean;
  revoke(owner: CallOwner, provider: string, revocable: RevocableTokens): Promise<void>;
  sample(sample: SampleRequest): Promise<void>;
  /** Reads the fields of an object from the provider. */
  describeObject(question: ObjectQuestion): Promise<ObjectMetadata>;
  /** Creates or changes fields. A refusal of a single field is part of the result. */
  upsertFields(request: FieldsRequest): Promise<UpsertResult>;
};

/** The account whose credentials the call uses. `deadline`: when the caller stops waiting (Unix milliseconds). */
export type AccountCall = AccountSecrets & {
  caller: DataCallOwner;
  provider: string;
  module: string;
  attachments: Attachments;
  variables: Record<string, string>;
  deadline: number;
};
type ObjectQuestion = AccountCall & { object: string };
type FieldsRequest = AccountCall & { fields: FieldsByObject };

/**
 * The provider answered and refused the credentials (`credentials`) or the request (`request`). The message is safe to
 * show.
 */
export class ProviderRefusal extends Error {
  readonly reason: 'credentials' | 'request';
  /** True when the requested object does not exist. */
  readonly isAbsent: boolean;
  /** The provider's OAuth error code, for a refusal of its token endpoint. */
  readonly oauthError: string | undefined;
  /** True when the provider accepted the request, but sent an answer that is too large to be read. */
  readonly mayHaveActed: boolean;

  constructor(
    reason: 'credentials' | 'request',
    message: string,
    {
      isAbsent = false,
      oauthError,
      mayHaveActed = false,
    }: { isAbsent?: boolean; oauthError?: string | undefined; mayHaveActed?: boolean } = {},
  ) {
    super(message);
    this.name = 'ProviderRefusal';
    this.reason = reason;
    this.isAbsent = isAbsent;
    this.oauthError = oauthError;
    this.mayHaveActed = mayHaveActed;
  }
}

/**
 * The provider gave no usable answer: network error, timeout, 429 or 5xx. This says nothing about the credentials. The
 * message is safe to show.
 */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
  /** Milliseconds to wait before the next try, if the provider gave them. */
  retryAfterMs: number | undefined;
  /** False when the provider certainly did not process the request. */
  mayHaveActed = true;
}

/** No call was made, because the rate limit is exhausted. `retryAfterMs` is the wait for a permit. */
export class RateLimited extends ProviderUnavailable {
  override mayHaveActed = false;
}
