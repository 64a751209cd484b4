import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Platform } from '../../embedded/platform.ts';
import type { Ready } from '../../embedded/ready.ts';
import type { Environment } from '../../lib/config/settings.ts';
import { checkIfDeclared } from './declared_answers.ts';
import { startEmbeddedPlatform } from './embedded_platform.ts';
import { startServicesPlatform } from './services_platform.ts';
import { behindProxy } from './validation_proxy/behind_proxy.ts';

/** Port 0 is any free one; a public address is where the suite finds the platform, when that is elsewhere. */
export type Place = { port: number; publicUrl?: string };
export type TestPlatform = Platform & { dataDir: string; databaseUrl(service: string): string; log(): string };

/** Suites ask faster than anybody, and wait less; the one about limits sets its own. */
const QUICK: Environment = { CAUSEWAY_GATEWAY_RATE_LIMITS: '0', CAUSEWAY_INSTALLATION_CONFIRM_REFUSAL: '500' };

/**
 * The embedded form on a data folder of its own, gone with `stop`; the services form with CAUSEWAY_TEST_FORM=services.
 * With CAUSEWAY_TEST_PROXY=1 the suite meets it through a validation proxy.
 */
export async function startTestPlatform(settings: Environment = {}): Promise<TestPlatform> {
  const environment = { ...QUICK, ...settings };
  const isAuthCompat = settings['CAUSEWAY_AUTH_COMPAT'] === '1';
  if (process.env['CAUSEWAY_TEST_PROXY'] === '1')
    return behindProxy((place) => startForm(environment, place), { isAuthCompat });
  return startForm(environment, { port: 0 });
}

function startForm(environment: Environment, place: Place): Promise<TestPlatform> {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-e2e-'));
  const start = process.env['CAUSEWAY_TEST_FORM'] === 'services' ? startServicesPlatform : startEmbeddedPlatform;
  return start(dataDir, environment, place);
}

export type Answer = { status: number; type: string; headers: Headers; body: Record<string, unknown>; text: string };

/**
 * One raw request; the answer whatever it is, as long as it is one that the document declares for that address. `path`
 * begins at the origin.
 */
export async function request(
  origin: string,
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  const response = await fetch(origin + path, {
    method,
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  const answer = {
    status: response.status,
    type,
    headers: response.headers,
    body: type.includes('json') && text ? (JSON.parse(text) as Record<string, unknown>) : {},
    text,
  };
  checkIfDeclared(method, path, answer);
  return answer;
}

/** As a builder with a key and JSON. */
export function asBuilder(platform: { origin: string; ready: Ready }) {
  return (method: string, path: string, body?: unknown): Promise<Answer> =>
    request(platform.origin, method, path, {
      headers: {
        'x-api-key': platform.ready.apiKey,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
}
