/** How a provider is authorised at, as its file says. */
import type { Descriptor } from './provider.ts';

export type Auth = OauthFacts | ApiKeyFacts | BasicFacts | CustomFacts | { type: 'none' };
export type ApiKeyFacts = { type: 'apiKey'; in: 'header' | 'query'; name: string; prefix?: string; docsURL?: string };
export type BasicFacts = {
  type: 'basic';
  docsURL?: string;
  /** The provider takes one API key in place of a name and a password; `format` holds `%s` for it. */
  apiKeyAs?: { field: 'username' | 'password'; format?: string };
};
export type CustomFacts = {
  type: 'custom';
  headers?: Record<string, string>;
  query?: Record<string, string>;
  inputs?: Descriptor[];
  providerInputs?: Descriptor[];
  multiStep?: boolean;
  /** How a customer gets from nothing to credentials; a provider of several steps without them can't be connected yet. */
  steps?: AuthStep[];
};
/**
 * Templates know the connection's variables, the inputs, the provider app's clientId and clientSecret, what earlier
 * steps brought, and `callbackUrl` and `state` of this one.
 */
export type AuthStep = {
  /** The page to send the customer to; left out when the step only makes calls. */
  redirect?: string;
  /** What the customer must come back with; each is a value from here on. */
  callbackParams?: string[];
  exchange?: AuthExchange[];
};
export type AuthExchange = {
  /** Credentials made of what is known, in base64, before the call. */
  base64?: Record<string, string>;
  method?: 'GET' | 'POST';
  /** Left out: there is nothing to ask. */
  url?: string;
  headers?: Record<string, string>;
  send?: 'form' | 'json';
  fields?: Record<string, string>;
  /** Credentials in the answer, by name: the path of each, or several of which one is there. They are values from here on. */
  credentials?: Record<string, string | string[]>;
  /** workspaceRef, consumerRef and what else the answer says of the account, by name. */
  metadata?: Record<string, string>;
};
export type OauthFacts = {
  type: 'oauth2';
  grant: 'authorizationCode' | 'authorizationCodePKCE' | 'clientCredentials' | 'password';
  authorizeURL?: string;
  /** What the authorization server calls itself: its answers then carry it as `iss` (RFC 9207), or are refused. */
  issuer?: string;
  tokenURL: string;
  /**
   * Where a variable makes up the end of the two hosts: the hosts they may be, or with a dot before it the domain they
   * lie in. Without it whoever names the variable would be sent the builder's client secret.
   */
  authHosts?: string[];
  scopesRequired?: boolean;
  workspaceRequired?: boolean;
  /** Where the token endpoint wants the client's id and secret. Default: body. */
  clientAuth?: 'body' | 'basic';
  /** How the provider is told that a token is no longer wanted. */
  revocation?: {
    /** May hold {token} and {clientId}. */
    url: string;
    method?: 'POST' | 'DELETE';
    /** Which token; a refresh token where there is one, unless this says access. */
    token?: 'refresh' | 'access';
    send?: 'form' | 'json' | 'none';
    /** The name that the token is sent under; `token` unless said. */
    field?: string;
    /** Who asks: the client, in the body (as unless said) or a Basic header; nobody; or the token itself as a bearer. */
    clientAuth?: 'body' | 'basic' | 'none' | 'bearer';
  };
  audience?: string[];
  authorizeParams?: Record<string, string>;
  scopeMappings?: Record<string, string>;
  tokenMetadata?: { workspaceRef?: string; consumerRef?: string; scopes?: string; other?: TokenField[] };
  accessTokenHeader?: { name: string; prefix?: string };
  docsURL?: string;
};
export type TokenField = { name: string; displayName?: string; path: string; capture?: string };
