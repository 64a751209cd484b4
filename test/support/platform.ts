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
import { joinSharedPlatform } from './shared_platform/shared_platform.ts';
import { behindProxy } from './validation_proxy/behind_proxy.ts';

/** Port 0 means any free port; set a public address if the suite reaches the platform at another address. */
export type Place = { port: number; publicUrl?: string };
export type TestPlatform = Platform & { dataDir: string; databaseUrl(service: string): string; log(): string };

/** Suites send requests faster than any client, and wait less; the suite about limits sets its own. */
const QUICK: Environment = {
  CAUSEWAY_GATEWAY_RATE_LIMITS: '0',
  CAUSEWAY_INSTALLATION_CONFIRM_REFUSAL_MS: '500',
};
/** A schedule that a suite makes due on the shared platform starts at once. */
const SHARED: Environment = { ...QUICK, CAUSEWAY_READS_SCHEDULER_POLL_MS: '100' };

/**
 * The embedded form, or the services form with CAUSEWAY_TEST_FORM=services. Without settings the suite shares the
 * platform with others and gets a project of its own; `stop` releases it, and throws if the platform has ended. With
 * settings, or through a validation proxy (CAUSEWAY_TEST_PROXY=1), it is `startOwnPlatform`.
 */
export async function startTestPlatform(settings?: Environment): Promise<TestPlatform> {
  if (settings || process.env['CAUSEWAY_TEST_PROXY'] === '1') return startOwnPlatform(settings);
  return joinSharedPlatform(SHARED);
}

/**
 * Starts a platform with its own data folder, which `stop` removes: for suites that test the first project, or all
 * projects.
 */
export async function startOwnPlatform(settings: Environment = {}): Promise<TestPlatform> {
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
 * One raw request; returns any answer, provided that the document declares it for that address. `path` begins at the
 * origin.
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

/** Sends JSON as a builder with an API key. */
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
