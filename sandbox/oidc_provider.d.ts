/**
 * Types for the part of oidc-provider that the sandbox uses, as the package ships none. Inner modules are imported,
 * because the main module prints a warning about the runtime, and the caller parses the sandbox's standard output.
 */
declare module 'oidc-provider/lib/provider.js' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export type Session = {
    accountId?: string;
    loginAccount(details: { accountId: string }): void;
    ensureClientContainer(clientId: string): void;
    grantIdFor(clientId: string, grantId: string): void;
  };
  export type AuthorizationContext = {
    oidc: {
      params: Record<string, string | undefined>;
      client: { clientId: string };
      session: Session;
      provider: Provider;
      /** The entities that the request refers to. */
      entities?: { Account?: { accountId: string } };
    };
    body: unknown;
    type: string;
    path: string;
  };
  export type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> };
  type Token = { isValid: boolean };
  type TokenModel = { find(value: string): Promise<Token | undefined> };

  export class Provider {
    constructor(issuer: string, configuration: object);
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    use(middleware: (context: AuthorizationContext, next: () => Promise<void>) => Promise<void>): void;
    on(event: 'grant.success', listener: (context: AuthorizationContext) => void): this;
    on(event: 'server_error', listener: (context: AuthorizationContext, error: Error) => void): this;
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{ uid: string; params: Record<string, string> }>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options?: object,
    ): Promise<void>;
    Grant: new (of: {
      accountId: string;
      clientId: string;
    }) => Grant;
    AccessToken: TokenModel;
    ClientCredentials: TokenModel;
    Client: { find(clientId: string): Promise<object | undefined> };
    RefreshToken: new (of: {
      jti: string;
      scope: string;
      [property: string]: unknown;
    }) => { save(): Promise<string> };
  }
}

declare module 'oidc-provider/lib/helpers/errors.js' {
  export class AccessDenied extends Error {
    constructor(description?: string);
  }
}
