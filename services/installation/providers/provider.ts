import type { WriteType } from '../../../connectors/engine/file/write_facts.ts';
import type { FieldsByObject, UpsertResult } from '../../../lib/fields/field_definition.ts';
import type { ObjectMetadata } from '../../../lib/fields/field_metadata.ts';
import type { Credentials, OauthClient, TokenAnswer } from '../credentials.ts';

/** How a provider authenticates calls to an account. */
type AuthType = 'none' | 'apiKey' | 'basic' | 'oauth2' | 'jwt' | 'custom';
type GrantType = 'authorizationCode' | 'authorizationCodePKCE' | 'clientCredentials' | 'password';

/**
 * The capabilities of the provider, including those that Causeway does not use. The capability rules of a manifest use
 * this.
 */
export type Capabilities = { read: boolean; write: boolean; subscribe: boolean; proxy: boolean };

/** Facts about a provider from its provider file. */
export type ProviderFacts = {
  name: string;
  displayName: string;
  /** The module when a manifest names none; may be empty. */
  defaultModule: string;
  authType: AuthType;
  grantType?: GrantType | undefined;
  /** True for a basic-auth provider whose customers have one API key instead of user name and password. */
  keyAsBasic: boolean;
  explicitScopesRequired: boolean;
  /** True when customers name the host of the sign-in, so that the builder pins the hosts on the provider app. */
  hostsOnApp: boolean;
  /** True when connecting takes more than one step. */
  isMultiStep: boolean;
  /** Names of the values that a customer enters for custom auth. */
  customInputs: string[];
  /** Those of them that are typed in plain text, and so are no secrets. */
  plainInputs: string[];
  /** Base-URL variables and other inputs that a new connection must provide. */
  requiredInputs: string[];
  /** Null when the provider file lists none. Then no rule refuses anything. */
  capabilities: Capabilities | null;
  /** Capabilities by module name. A module's capabilities override the provider's. */
  modules: Record<string, Capabilities | null>;
  /** True when Causeway can create custom fields there. */
  makesFields: boolean;
  /** The objection of the provider file to reading an object of a module; null when there is none. */
  objectRemark(module: string | undefined, objectName: string): ObjectRemark | null;
  /** Judges fields of an object by name, null for a known one; null where the provider file lists no fields of it. */
  fieldJudge(module: string | undefined, objectName: string): FieldJudge | null;
  writeFacts(module: string | undefined, objectName: string): WriteFacts;
  /** Whether the provider file has the proxy: of the module, or of the provider for an empty name. */
  hasProxy(module: string): boolean;
};

/**
 * How an object of a module can be written, by the provider file. `types` is empty for an object that can't be written.
 */
export type WriteFacts = { types: readonly WriteType[]; canGet: boolean };
type FieldJudge = (fieldName: string) => { message: string; suggestion: string } | null;
/**
 * The objection to reading an object. `isUnreadable`: the provider file declares it, but reads of it fail; false: the
 * file does not declare it. `suggestion`: what to do.
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
  /** PKCE code verifier; where the provider takes PKCE, the URL carries its SHA-256 hash. */
  verifier: string;
  /** Additional query parameters from the provider app. */
  extraParams: Record<string, string>;
};

/**
 * The owner of the rate budgets that a call about credentials counts against: the provider app, or the account where no
 * app authenticates the call. `account`: the connection, or the group before there is one.
 */
export type CallOwner = { projectId: string; providerAppId: string | null; account: string };

/** The account whose rate budgets a call about its data counts against. */
type Caller = { projectId: string; providerAppId: string | null; connectionId: string };

/** Secrets of the account, in addition to those of the call itself. They are masked in everything that the call throws. */
export type Held = { secrets?: readonly string[] | undefined };

type TokenRequest = Held & {
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
export type Revocable = {
  accessToken: string;
  refreshToken?: string | undefined;
  client?: { clientId: string; clientSecret: string; hosts?: string[] | undefined } | undefined;
  variables: Record<string, string>;
};

/** `claims`: verified facts about the account that the person signed in to. */
export type StepAnswer = Record<'credentials' | 'metadata' | 'claims', Record<string, string>>;

type Account = Held & {
  owner: CallOwner;
  provider: string;
  credentials: Credentials;
  variables: Record<string, string>;
};

/**
 * `objects`: those that an integration reads, which come before those of the provider file. `deadline`: when the caller
 * stops waiting (Unix milliseconds).
 */
export type Trial = Account & {
  objects: readonly { module?: string | undefined; objectName: string }[];
  deadline: number;
};

/** A read of one record, to check that the provider accepts the fields and filters of a config. */
type Sample = Held & {
  caller: Caller;
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
 * and ProviderUnavailable when it gives no usable answer. No error and no value that is
 * shown contains a secret: all calls go through connectors/calls.
 */
export type Connectors = {
  /** The whole public catalogue as JSON text. */
  catalogueJson(): string;
  infoJson(provider: string): string | undefined;
  /** Those of the catalogue. */
  names(): readonly string[];
  find(provider: string): ProviderFacts | undefined;
  /** True for a sandbox provider where CAUSEWAY_SANDBOX is off. */
  isWithheld(provider: string): boolean;
  /** Throws invalidArgument when a variable is missing or leads to an address that may not be called. */
  checkVariables(provider: string, variables: Record<string, string>): Promise<void>;
  /** The template variables of a connection from its metadata, with the provider file's defaults. */
  variablesOf(provider: string, workspaceRef: string, metadataJson: string): Record<string, string>;
  /** A fingerprint of where calls go. Equal texts mean that calls and their credentials go to the same addresses. */
  targetOf(provider: string, variables: Record<string, string>): string;
  attachments(provider: string, credentials: Credentials, variables: Record<string, string>): Attachments;
  authorizeUrl(request: AuthorizeRequest): string;
  /** Whether a sign-in at this provider has a PKCE challenge. */
  usesPkce(provider: string): boolean;
  /** The sign-in hosts that the variables lead to and the app does not list; none where the provider file pins them. */
  strayHosts(provider: string, variables: Record<string, string>, hosts: readonly string[]): string[];
  /** Whether a text such as `.acme.example` is a domain that one owner holds; `.co.uk` is not. */
  isOwnDomain(suffix: string): boolean;
  /** The issuer in the provider's authorization responses (RFC 9207); undefined when the provider file names none. */
  issuer(provider: string, variables: Record<string, string>): string | undefined;
  /**
   * Asks the provider with credentials: by the health check of its file, or else for one record. True when it accepted
   * them, false when there is nothing to ask.
   */
  tryCredentials(trial: Trial): Promise<boolean>;
  /** Asks the provider for variables of the account that are still unknown. Returns the new ones. */
  learn(account: Account): Promise<Record<string, string>>;
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
  /** The variables that steps may use: those that the file declares, so that metadata cannot replace another value. */
  stepVariables(provider: string, metadataJson: string): Record<string, string>;
  /** Names of the callback parameters that contradict what earlier steps found out. */
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
  revoke(owner: CallOwner, provider: string, revocable: Revocable): Promise<void>;
  sample(sample: Sample): Promise<void>;
  /** Reads the fields of an object from the provider. */
  describeObject(question: ObjectQuestion): Promise<ObjectMetadata>;
  /** Creates or changes fields. A refusal of a single field is part of the result. */
  upsertFields(request: FieldsRequest): Promise<UpsertResult>;
};

/** The account to call as. `deadline` is when the caller stops waiting (Unix milliseconds). */
export type AccountCall = Held & {
  caller: Caller;
  provider: string;
  module: string;
  attachments: Attachments;
  variables: Record<string, string>;
  deadline: number;
};
type ObjectQuestion = AccountCall & { object: string };
type FieldsRequest = AccountCall & { fields: FieldsByObject };

/**
 * The provider answered and refused: the caller (`credentials`) or the request (`request`). The message is safe to
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
 * No usable answer: network error, timeout, 429 or 5xx. Says nothing about the credentials. The message is safe to
 * show.
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
