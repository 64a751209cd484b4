/**
 * The sandbox: a small CRM with OAuth 2, API keys, paging, a time filter and injectable faults, for development and
 * tests without a provider account. Its documentation is README.md in this folder.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, systemClock } from '../lib/time/clock.ts';
import { createAccess } from './access.ts';
import { type Crm, handleApi } from './api.ts';
import { ApiError } from './api_error.ts';
import { handleConsent } from './consent_page.ts';
import { type Control, createControl, handleControl } from './control.ts';
import { createCustomFields } from './custom_fields.ts';
import { beforeAnswer } from './fault_effects.ts';
import { createFaults } from './faults.ts';
import { sendError, sendJson } from './http.ts';
import { createInstalls, type Installs } from './install.ts';
import { createOAuthServer, type OAuthServer } from './oauth_server.ts';
import { createOverlay } from './overlay.ts';
import { createPages } from './pages.ts';
import { createStats } from './stats.ts';
import { createWrites } from './writes.ts';

export type SandboxOptions = {
  /** Default: 0, any free port. */
  port?: number;
  host?: string;
  /** The number of records of each object. Default: 1,000. */
  records?: number;
  seed?: number;
  /** Max records of a page, whatever limit is requested. Default: 1,000, the API's own limit. */
  maxPageSize?: number;
  /**
   * Unix milliseconds. Records were updated in the 90 days before it. The default is fixed, so every run is the same.
   */
  epoch?: number;
  apiKey?: string;
  /** `user:password` for HTTP Basic. */
  basic?: string;
  clientId?: string;
  clientSecret?: string;
  redirectUris?: readonly string[];
  accessTokenTtlSeconds?: number;
  refreshTokenTtlSeconds?: number;
  /** Grants access without a consent page. Default: true. */
  autoConsent?: boolean;
  /** Whether the /control routes exist. Default: true. */
  control?: boolean;
  /** The size of the page cache in bytes. Default: 32 MiB. */
  cacheBytes?: number;
  clock?: Clock;
};

export type Sandbox = { url: string; port: number; control: Control; stop(): Promise<void> };

const defaults = {
  port: 0,
  host: '127.0.0.1',
  records: 1000,
  seed: 1,
  maxPageSize: 1000,
  epoch: Date.UTC(2026, 0, 1),
  apiKey: 'sandbox-key',
  basic: 'sandbox:sandbox',
  clientId: 'sandbox-client',
  clientSecret: 'sandbox-secret',
  redirectUris: ['http://127.0.0.1:8080/callbacks/v1/oauth', 'http://localhost:8080/callbacks/v1/oauth'],
  accessTokenTtlSeconds: 3600,
  refreshTokenTtlSeconds: 14 * 24 * 3600,
  autoConsent: true,
  control: true,
  cacheBytes: 32 * 1024 * 1024,
  clock: systemClock,
} satisfies Required<SandboxOptions>;

type Parts = { crm: Crm; oauth: OAuthServer; installs: Installs; control: Control; hasControl: boolean; url: string };

/** Starts the sandbox. Resolves when it listens; rejects when the port is in use. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const settings = { ...defaults, ...options };
  const server = createServer();
  const port = await listen(server, settings.port, settings.host);
  const url = `http://${settings.host === '0.0.0.0' ? '127.0.0.1' : settings.host}:${port}`;
  const parts = assemble(settings, url);
  server.on('request', (request, response) => void handle(parts, request, response));
  server.keepAliveTimeout = 60_000;
  return { url, port, control: parts.control, stop: () => stop(server) };
}

function assemble(settings: Required<SandboxOptions>, url: string): Parts {
  const stats = createStats();
  const oauth = createOAuthServer({ ...settings, issuer: `${url}/oidc`, onGrant: stats.tokenGrant });
  const installs = createInstalls(settings);
  const access = createAccess({ ...settings, isAccessToken: oauth.isAccessToken, isInstallKey: installs.isKey });
  const overlay = createOverlay(settings, settings.clock);
  const pages = createPages(settings, overlay, settings.cacheBytes);
  const crm = {
    access,
    stats,
    overlay,
    customFields: createCustomFields(),
    faults: createFaults(),
    pages,
    writes: createWrites(overlay, pages),
    maxPageSize: settings.maxPageSize,
  };
  return { crm, oauth, installs, control: createControl(crm, oauth), hasControl: settings.control, url };
}

async function handle(parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await route(parts, request, response);
  } catch (error) {
    if (response.headersSent) return void response.destroy();
    sendError(
      response,
      error instanceof ApiError
        ? error
        : new ApiError(500, 'server_error', 'The sandbox has a bug; see its standard error.'),
    );
    if (!(error instanceof ApiError)) console.error(error);
  }
}

async function route(
  { crm, oauth, installs, control, hasControl, url }: Parts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const address = new URL(request.url ?? '/', url);
  const { pathname } = address;
  if (pathname.startsWith('/api/v1/')) return handleApi(crm, request, response, address);
  if (pathname === '/oidc/token') return handleToken('token', { crm, oauth }, request, response);
  if (pathname === '/oidc/token/revocation') return handleToken('revocation', { crm, oauth }, request, response);
  if (pathname.startsWith('/install/')) return installs.handle(request, response, address);
  if (pathname.startsWith('/oidc/')) return oauth.handle(request, response);
  if (pathname.startsWith('/oidc-interaction/')) return handleConsent(oauth, request, response);
  if (hasControl && pathname.startsWith('/control/')) return handleControl(control, request, response);
  if (pathname === '/')
    return sendJson(response, 200, { name: 'Causeway sandbox CRM', api: `${url}/api/v1`, issuer: `${url}/oidc` });
  throw new ApiError(404, 'not_found', 'No such endpoint.');
}

/** Applies faults to the token endpoints too, because token refresh is where clients often fail. */
async function handleToken(
  name: 'token' | 'revocation',
  { crm: { faults, stats }, oauth }: Pick<Parts, 'crm' | 'oauth'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.once('close', () => stats.request(name, response.writableFinished ? response.statusCode : 'dropped'));
  const fault = faults.take(name);
  if (fault && (await beforeAnswer(fault, response)) === 'answered') return;
  return oauth.handle(request, response);
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
