import { createHash, createPrivateKey, type KeyObject, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose';
import { type AuthorizationContext, Provider } from 'oidc-provider/lib/provider.js';
import { newPrivateJwk } from '../../lib/crypto/new_private_jwk.ts';
import { grantScopes } from '../../sandbox/oauth_server.ts';
import { createTokenStorage } from '../../sandbox/token_storage.ts';

type Person = {
  sub: string;
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
};
type SigningKey = { privateKey: KeyObject; kid: string; alg: 'RS256' | 'ES256' };

export type OidcIssuer = {
  issuer: string;
  /** The number of requests for a path. */
  asked(path: string): number;
  /** Adds a person, who signs in with `login_hint` in a browser. */
  knows(person: Person): void;
  /** Allows this redirect URI for the console's client. */
  allowRedirect(uri: string): void;
  /** Signs a person in with the complete authorization code flow with PKCE; returns the ID token. */
  signIn(person: Person, clientId?: string): Promise<string>;
  /** Signs a token with any claims and header, with the issuer's current key. */
  sign(claims: JWTPayload, header?: Partial<JWTHeaderParameters>): Promise<string>;
  publicKey(): KeyObject;
  /** Replaces the signing key with a new one; the old key is dropped. `alg`: the algorithm of the new key. */
  rotate(options?: { alg?: 'RS256' | 'ES256' }): void;
  /** Closes the port until `up`, which opens it again at the same address. */
  down(): Promise<void>;
  up(): Promise<void>;
};

export const CLIENT = 'causeway-console';
export const OTHER_CLIENT = 'another-app';
const CALLBACK = 'https://console.example.com/callback';

/** A real OpenID Connect issuer on loopback (oidc-provider). Its keys can be replaced while it runs. */
export async function startOidcIssuer(): Promise<OidcIssuer> {
  const people = new Map<string, Person>();
  const counts = new Map<string, number>();
  const redirects = new Set([CALLBACK]);
  let server: Server = createServer();
  const port = await listen(server, 0);
  const issuer = `http://127.0.0.1:${port}`;
  let key = newKey('RS256');
  let handle = handlerOf(issuer, key, { people, redirects });
  serve(server);

  function serve(one: Server): void {
    one.on('request', (request, response) => {
      const path = (request.url ?? '').split('?')[0] ?? '';
      counts.set(path, (counts.get(path) ?? 0) + 1);
      void handle(request, response);
    });
  }

  return {
    issuer,
    asked: (path) => counts.get(path) ?? 0,
    publicKey: () => key.privateKey,
    allowRedirect: (uri) => void redirects.add(uri),
    knows: (person) => void people.set(person.sub, person),
    async signIn(person, clientId = CLIENT) {
      people.set(person.sub, person);
      return codeFlow(issuer, clientId, person.sub);
    },
    sign: (claims, header = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: key.alg, kid: key.kid, ...header }).sign(key.privateKey),
    rotate({ alg = 'RS256' } = {}) {
      key = newKey(alg);
      handle = handlerOf(issuer, key, { people, redirects });
    },
    async down() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    async up() {
      server = createServer();
      serve(server);
      await listen(server, port);
    },
  };
}

function newKey(alg: SigningKey['alg']): SigningKey {
  const key = newPrivateJwk(alg === 'RS256' ? 'rsa' : 'p256');
  return { privateKey: createPrivateKey({ key, format: 'jwk' }), alg, kid: randomBytes(8).toString('hex') };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

type Known = { people: Map<string, Person>; redirects: ReadonlySet<string> };

function handlerOf(issuer: string, { privateKey, kid, alg }: SigningKey, { people, redirects }: Known) {
  const storage = createTokenStorage((id) =>
    [CLIENT, OTHER_CLIENT].includes(id) ? clientMetadata(id, alg, redirects) : undefined,
  );
  return new Provider(issuer, {
    adapter: storage.model,
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid, alg, use: 'sig' }] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    conformIdTokenClaims: false,
    clientBasedCORS: () => false,
    cookies: { keys: [randomBytes(16).toString('hex')] },
    findAccount: (_: unknown, accountId: string) => ({ accountId, claims: () => people.get(accountId) }),
    extraParams: { auto: (context: AuthorizationContext) => signInAtOnce(context) },
    interactions: { url: () => '/nobody-is-asked' },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false }, dPoP: { enabled: false } },
    ttl: { AuthorizationCode: 60, AccessToken: 600, IdToken: 600, Session: 600, Grant: 600, Interaction: 600 },
    renderError(context: AuthorizationContext, out: object) {
      context.type = 'json';
      context.body = JSON.stringify(out);
    },
  }).callback();
}

function clientMetadata(id: string, alg: string, redirects: ReadonlySet<string>) {
  return {
    client_id: id,
    redirect_uris: [...redirects],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    id_token_signed_response_alg: alg,
  };
}

/** Signs in the person in `login_hint`, with consent, without a prompt. */
async function signInAtOnce({ oidc }: AuthorizationContext): Promise<void> {
  const { params, client, session, provider } = oidc;
  const accountId = params['login_hint'] ?? '';
  session.loginAccount({ accountId });
  session.ensureClientContainer(client.clientId);
  const scope = params['scope'] ?? '';
  session.grantIdFor(client.clientId, await grantScopes(provider, { accountId, clientId: client.clientId, scope }));
  params['prompt'] = undefined;
}

async function codeFlow(issuer: string, clientId: string, sub: string): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: CALLBACK,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    login_hint: sub,
    auto: '1',
  });
  const page = await fetch(`${issuer}/auth?${query.toString()}`, { redirect: 'manual' });
  const code = new URL(page.headers.get('location') ?? 'about:blank').searchParams.get('code');
  if (!code) throw new Error(`The issuer gave no code: ${page.status} ${await page.text()}`);
  const body = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, client_id: clientId };
  const answer = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...body, code_verifier: verifier }),
  });
  const { id_token: idToken } = (await answer.json()) as { id_token?: string };
  if (!idToken) throw new Error(`The issuer gave no ID token: ${answer.status}`);
  return idToken;
}
