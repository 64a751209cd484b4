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

/** Port 0 means any free port. Set `publicUrl` if the suite reaches the platform at another address. */
export type Place = { port: number; publicUrl?: string };
export type TestPlatform = Platform & { dataDir: string; databaseUrl(service: string): string; log(): string };

/**
 * No rate limits and short waits, because suites send requests faster than any client. The suite about limits sets its
 * own.
 */
const QUICK: Environment = {
  CAUSEWAY_GATEWAY_RATE_LIMITS: '0',
  CAUSEWAY_INSTALLATION_CONFIRM_REFUSAL_MS: '500',
};
/** A short poll interval, so that a schedule that a suite makes due starts quickly. */
const SHARED: Environment = { ...QUICK, CAUSEWAY_READS_SCHEDULER_POLL_MS: '100' };

/**
 * Starts the embedded form, or the services form with CAUSEWAY_TEST_FORM=services. Without settings the suite shares
 * the platform with others and gets its own project; `stop` releases it, and throws if the platform has ended. With
 * settings, or through a validation proxy (CAUSEWAY_TEST_PROXY=1), it calls `startOwnPlatform`.
 */
export async function startTestPlatform(settings?: Environment): Promise<TestPlatform> {
  if (settings || process.env['CAUSEWAY_TEST_PROXY'] === '1') return startOwnPlatform(settings);
  return joinSharedPlatform(SHARED);
}

/**
 * Starts a platform with its own data folder, which `stop` deletes, for suites that test the first project or all
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

/** Sends one request and returns any answer that the document declares for that path. `path` begins at the origin. */
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
