/** Types of the `auth` section of a provider file. */
import type { Descriptor } from './provider.ts';

export type Auth = OauthFacts | ApiKeyFacts | BasicFacts | CustomFacts | { type: 'none' };
export type ApiKeyFacts = { type: 'apiKey'; in: 'header' | 'query'; name: string; prefix?: string; docsURL?: string };
export type BasicFacts = {
  type: 'basic';
  docsURL?: string;
  /** The provider takes an API key as user name or password of Basic auth. `%s` in `format` stands for the key. */
  apiKeyAs?: { field: 'username' | 'password'; format?: string };
};
export type CustomFacts = {
  type: 'custom';
  headers?: Record<string, string>;
  query?: Record<string, string>;
  /** Values that come from the customer. */
  inputs?: Descriptor[];
  /** Values of the builder's provider app. All but `clientId` are secret. */
  providerInputs?: Descriptor[];
  multiStep?: boolean;
  /** The steps that lead to credentials. A multi-step provider without `steps` cannot be connected yet. */
  steps?: AuthStep[];
};
/**
 * Templates of a step can use the connection's variables, the inputs, `clientId` and `clientSecret` of the provider
 * app, values from earlier steps, and `callbackUrl`, `state`, `codeChallenge` and `codeVerifier` of this step.
 */
export type AuthStep = {
  /** The page that the customer is redirected to. Absent when the step only makes calls. */
  redirect?: string;
  /** Parameters that the callback must carry. Later templates can use them as values. */
  callbackParams?: string[];
  /**
   * Callback parameters that must equal a filled template, by name. Case is ignored. For a page that only confirms
   * values that are already known.
   */
  confirms?: Record<string, string>;
  exchange?: AuthExchange[];
};
export type AuthExchange = {
  /** Credentials that are computed before the call: base64 of a filled template, by name. */
  base64?: Record<string, string>;
  method?: 'GET' | 'POST';
  /** The URL to call. Absent: the exchange makes no call. */
  url?: string;
  headers?: Record<string, string>;
  send?: 'form' | 'json';
  fields?: Record<string, string>;
  /**
   * Credentials in the response, by name: a path, or a list of paths of which the first that exists is used. Later
   * templates can use the credentials.
   */
  credentials?: Record<string, string | string[]>;
  /** Metadata of the account in the response, such as `workspaceRef` and `consumerRef`: names and paths. */
  metadata?: Record<string, string>;
  /** An ID token in the response. Its verified claims say which account the person signed in to. */
  idToken?: IdTokenFacts;
};
export type IdTokenFacts = {
  path: string;
  /** The expected issuer. May contain the claims, such as `https://login.acme.example/{{.tenant}}`. */
  issuer: string;
  /** Claims that later templates can use, by name. */
  claims: Record<string, string>;
  /**
   * A list claim that must contain one of these values. `otherwise` is the message for a person whose token has none of
   * these values.
   */
  needs?: { claim: string; oneOf: string[]; otherwise: string };
};
export type OauthFacts = {
  type: 'oauth2';
  grant: 'authorizationCode' | 'authorizationCodePKCE' | 'clientCredentials' | 'password';
  authorizeURL?: string;
  /** The issuer of the authorization server. Responses without this value in `iss` (RFC 9207) are refused. */
  issuer?: string;
  tokenURL: string;
  /**
   * The allowed hosts of authorizeURL and tokenURL, when a variable forms the end of the host. A leading dot allows a
   * whole domain. Without this list, the value of the variable could send the builder's client secret to any host.
   */
  authHosts?: string[];
  /**
   * The host of the sign-in is a variable of the customer, and the hosts of customers share no domain. The builder
   * lists the allowed hosts in `metadata.hosts` of the provider app.
   */
  hostsOnApp?: true;
  /** The reason why the provider refuses PKCE. If absent, every authorization code sign-in sends an S256 challenge. */
  withoutPkce?: string;
  scopesRequired?: boolean;
  /** The customer must give the variable `workspace`, which needs no entry in `variables`. */
  workspaceRequired?: boolean;
  /** How client id and secret are sent to the token endpoint. Default: body. */
  clientAuth?: 'body' | 'basic';
  /** The request that revokes a token when a connection is deleted. */
  revocation?: {
    /** May contain `{token}` and `{clientId}`. */
    url: string;
    method?: 'POST' | 'DELETE';
    /** The token to revoke. Default: the refresh token if there is one, otherwise the access token. */
    token?: 'refresh' | 'access';
    send?: 'form' | 'json' | 'none';
    /** The name of the token field. Default: `token`. */
    field?: string;
    /**
     * How the request authenticates: with client id and secret in the body (default) or in a Basic header, not at all,
     * or with the token as bearer.
     */
    clientAuth?: 'body' | 'basic' | 'none' | 'bearer';
  };
  audience?: string[];
  authorizeParams?: Record<string, string>;
  /** The provider's name of a scope, by the name that the builder requests. Other scopes are sent as requested. */
  scopeMappings?: Record<string, string>;
  /** Paths of facts about the account in the token response. */
  tokenMetadata?: { workspaceRef?: string; consumerRef?: string; scopes?: string; other?: TokenField[] };
  /** The header that carries the access token. Default: `Authorization` with the prefix `Bearer `. */
  accessTokenHeader?: { name: string; prefix?: string };
  docsURL?: string;
};
/** `capture`: a regular expression whose first group is the wanted part of the text at `path`. */
export type TokenField = { name: string; displayName?: string; path: string; capture?: string };
