import type { Credentials, OauthClient, TokenAnswer } from './credentials.ts';
import type { FieldsByObject, ObjectMetadata, UpsertResult } from './object_metadata.ts';

/** How a provider's accounts are opened. */
export type AuthType = 'none' | 'apiKey' | 'basic' | 'oauth2' | 'jwt' | 'custom';
export type GrantType = 'authorizationCode' | 'authorizationCodePKCE' | 'clientCredentials' | 'password';

/** What the provider can do, whoever runs it; capability faults of a manifest are judged by these. */
export type Capabilities = { read: boolean; write: boolean; subscribe: boolean; proxy: boolean };

/** What the catalogue says of a provider. */
export type ProviderFacts = {
  name: string;
  displayName: string;
  /** The module of a manifest that names none; may be empty. */
  defaultModule: string;
  authType: AuthType;
  grantType?: GrantType | undefined;
  /** A basic-auth provider whose customers have a key instead of a user name and password. */
  keyAsBasic: boolean;
  explicitScopesRequired: boolean;
  /** Connects in more than one step, by whatever means. */
  isMultiStep: boolean;
  /** What a customer types in for a custom way of connecting. */
  customInputs: string[];
  /** Base-URL variables and other inputs that a connection must bring. */
  requiredInputs: string[];
  /** Null where nobody has written them down: then nothing is refused. */
  capabilities: Capabilities | null;
  /** The same of its modules, by module name; a module's word overrides the provider's. */
  modules: Record<string, Capabilities | null>;
  /** Whether Causeway makes custom fields there. */
  makesFields: boolean;
  /** Native names of the objects that are known; null when the file names none. */
  objects: string[] | null;
};

/** What a call to the provider needs besides its own path. */
export type Attachments = { headers: Record<string, string>; query: Record<string, string> };

export type AuthorizeRequest = {
  provider: string;
  client: OauthClient;
  variables: Record<string, string>;
  redirectUri: string;
  state: string;
  /** The URL carries its hash. */
  verifier: string;
  /** Further query parameters that the provider app asks for. */
  extraParams: Record<string, string>;
};

export type TokenRequest = {
  provider: string;
  variables: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** What a person waits for when absent. */
  timeoutMillis?: number | undefined;
};
export type CodeExchange = TokenRequest & { client: OauthClient; code: string; redirectUri: string; verifier: string };

/** What is needed to have the provider forget the tokens of a connection. */
export type Revocable = {
  accessToken: string;
  refreshToken?: string | undefined;
  client?: { clientId: string; clientSecret: string } | undefined;
  variables: Record<string, string>;
};

export type StepAnswer = { credentials: Record<string, string>; metadata: Record<string, string> };

export type Trial = { provider: string; credentials: Credentials; variables: Record<string, string> };

/** One record of an object, to see whether the provider accepts what a config selects. */
export type Sample = {
  provider: string;
  module: string;
  object: string;
  fields: string[];
  filters: readonly { fieldName: string; value: unknown }[];
  attachments: Attachments;
  variables: Record<string, string>;
};

/**
 * The connector engine as this service uses it. Whatever calls the provider throws ProviderRefusal when the provider
 * said no, and ProviderAway when nobody knows.
 */
export type Connectors = {
  /** The whole public catalogue as JSON text. */
  catalogueJson(): string;
  infoJson(provider: string): string | undefined;
  find(provider: string): ProviderFacts | undefined;
  /** Throws Problem invalidArgument when a variable is missing or makes an address that may not be called. */
  checkVariables(provider: string, variables: Record<string, string>): Promise<void>;
  /** The parts of a connection's metadata that fill the base URL, defaults included. */
  variablesOf(provider: string, workspaceRef: string, metadataJson: string): Record<string, string>;
  /** The same text for variables that have calls, and the credentials in them, go to the same places. */
  targetOf(provider: string, variables: Record<string, string>): string;
  attachments(provider: string, credentials: Credentials, variables: Record<string, string>): Attachments;
  authorizeUrl(request: AuthorizeRequest): string;
  /** What the provider calls itself in the answers of its sign-in page (RFC 9207); undefined where the file names nothing. */
  issuer(provider: string, variables: Record<string, string>): string | undefined;
  /** Asks the provider whether it takes these credentials; says nothing where its file names no such question. */
  tryCredentials(trial: Trial): Promise<void>;
  /** What the provider tells of the account by itself and nothing has said yet; variables of the connection from then on. */
  learn(trial: Trial): Promise<Record<string, string>>;
  exchangeCode(exchange: CodeExchange): Promise<TokenAnswer>;
  clientCredentials(request: TokenRequest & { client: OauthClient }): Promise<TokenAnswer>;
  password(request: TokenRequest & { client: OauthClient; username: string; password: string }): Promise<TokenAnswer>;
  refresh(request: TokenRequest & { client: OauthClient | undefined; refreshToken: string }): Promise<TokenAnswer>;
  /** Of an authorization in steps: how many there are; 0 where the file names none. */
  countSteps(provider: string): number;
  /** Where a step sends the browser, and whether its answer must bring back `state`; null when it only makes calls. */
  stepPage(provider: string, step: number, values: Record<string, string>): { url: string; bindsState: boolean } | null;
  /** What the customer must bring back from a step. */
  stepParams(provider: string, step: number): string[];
  /** Makes the calls of a step. */
  takeStep(provider: string, step: number, values: Record<string, string>): Promise<StepAnswer>;
  /** Whether the provider can be told that tokens are no longer wanted. */
  canRevoke(provider: string): boolean;
  revoke(provider: string, revocable: Revocable): Promise<void>;
  sample(sample: Sample): Promise<void>;
  /** The fields of an object, live. */
  describeObject(question: ObjectQuestion): Promise<ObjectMetadata>;
  /** What the provider refuses field by field is in the answer. */
  upsertFields(request: FieldsRequest): Promise<UpsertResult>;
};

/** Whose account, and until when somebody waits (Unix milliseconds). */
export type AccountCall = {
  provider: string;
  module: string;
  attachments: Attachments;
  variables: Record<string, string>;
  deadline: number;
};
export type ObjectQuestion = AccountCall & { object: string };
export type FieldsRequest = AccountCall & { fields: FieldsByObject };

/** The provider answered and said no. `reason` credentials: to who asks; request: to what was asked. Text is safe. */
export class ProviderRefusal extends Error {
  readonly reason: 'credentials' | 'request';
  /** What was asked for is not there. */
  readonly isAbsent: boolean;

  constructor(reason: 'credentials' | 'request', message: string, isAbsent = false) {
    super(message);
    this.name = 'ProviderRefusal';
    this.reason = reason;
    this.isAbsent = isAbsent;
  }
}

/** No usable answer: network, time-out, 429, 5xx. Says nothing about credentials. Text is safe. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway';
  /** Milliseconds after which the provider allows another try, where it said so. */
  retryAfterMs: number | undefined;
  /** False when the provider certainly did not do what it was asked. */
  mayHaveActed = true;
}
