import { Buffer } from 'node:buffer';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { openDatabase } from '../../lib/db/open.ts';
import { type Lab, startLab } from '../../sandbox/lab/lab.ts';
import { LAB } from '../../sandbox/lab/sign_in/credentials.ts';
import { freePort } from '../../scripts/servers/free_port.ts';
import { aBuilder, succeeded } from '../support/builder.ts';
import { startEmbedded } from '../support/embedded_process.ts';
import { mutatedEnvironment } from '../support/mutated_environment.ts';
import { startReceiver } from '../support/webhook_receiver.ts';
import { SHORT_WAITS } from './crash_lab.ts';
import { startHeldTokens } from './held_tokens.ts';

export type LostTokenWorld = Awaited<ReturnType<typeof lostTokenWorld>>;
export type Imported = { id: string; refreshToken: string; expireTime: number };
type TokenRow = { generation: number; spend_state: string | null };

const HOUR = 3_600_000;
const LOST = 'the response to a token refresh is lost';

/** The platform as a process that can be killed, with a lab whose answers to refresh tokens can be held. */
export async function lostTokenWorld(providers: readonly string[], records: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-lost-token-'));
  const [lab, receiver, port] = await Promise.all([startLab({ providers, records }), startReceiver(), freePort()]);
  const tokens = await startHeldTokens(lab.url);
  const start = () =>
    startEmbedded(dataDir, {
      ...SHORT_WAITS,
      PORT: String(port),
      CAUSEWAY_LAB_URL: tokens.url,
      CAUSEWAY_INSTALLATION_REFRESH_ROUND_MS: '200',
      ...mutatedEnvironment(),
    });
  let platform = await start();
  const builder = aBuilder(platform);
  for (const provider of providers) {
    const client = { clientId: LAB.clientId, clientSecret: LAB.clientSecret, scopes: ['crm.objects.contacts.read'] };
    succeeded(await builder.call('POST', '/provider-apps', { provider, ...client }));
  }

  /** Uses the database while the platform is not running. */
  async function inDatabase<T>(use: (db: ReturnType<typeof openDatabase>) => Promise<T>): Promise<T> {
    const db = openDatabase(`sqlite:${join(dataDir, 'installation.db')}`);
    return use(db).finally(() => db.destroy());
  }

  return {
    lab,
    receiver,
    tokens,
    builder,
    /** A connection whose tokens are due for a refresh, and whose access token is valid for `goodMs`. */
    async importDue(provider: string, groupRef: string, goodMs: number): Promise<Imported> {
      const { accessToken: token, refreshToken } = await signedIn(lab, provider);
      const now = Date.now();
      const expireTime = now + goodMs;
      const times = { issuedAt: iso(now - 12 * HOUR), expiresAt: iso(expireTime) };
      const answer = await builder.call('POST', '/connections:generate', {
        provider,
        groupRef,
        consumerRef: 'person',
        oauth2AuthorizationCode: { accessToken: { token, ...times }, refreshToken: { token: refreshToken } },
      });
      return { id: succeeded<{ id: string }>(answer).id, refreshToken, expireTime };
    },
    /** Sends the held answers, then kill -9; resolves when the process has exited. */
    async killWithAnswers(): Promise<void> {
      const { child } = platform;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      tokens.release(() => process.kill(child.pid!, 'SIGKILL'));
      await gone;
    },
    rowsOf: (ids: readonly string[]): Promise<TokenRow[]> =>
      inDatabase((db) => db('connections').whereIn('id', ids).select('generation', 'spend_state')),
    /** Expires the dead process's lease on the refresh, which lasts a minute. */
    passLeases: () => inDatabase((db) => db('connections').whereNotNull('lease_until').update({ lease_until: 1 })),
    async startAgain(): Promise<void> {
      platform = await start();
    },
    /** The log messages about lost answers: level and connection id. */
    lostInLog: (): string[] =>
      readFileSync(join(dataDir, 'causeway.log'), 'utf8')
        .split('\n')
        .filter((line) => line.includes(LOST))
        .map((line) => JSON.parse(line) as { level: string; connectionId: string })
        .map(({ level, connectionId }) => `${level} ${connectionId}`),
    async stop(): Promise<void> {
      platform.child.kill('SIGKILL');
      await Promise.all([receiver.stop(), tokens.stop(), lab.stop()]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Signs in by hand and returns the tokens, like a builder who migrates to Causeway. */
async function signedIn(lab: Lab, provider: string): Promise<{ accessToken: string; refreshToken: string }> {
  const { auth } = lab.provider(provider);
  if (auth.type !== 'oauth2') throw new Error(`${provider} does not use OAuth.`);
  const redirectUri = 'http://127.0.0.1/back';
  const page = new URL(auth.authorizeURL ?? '');
  page.search = String(
    new URLSearchParams({ response_type: 'code', client_id: LAB.clientId, redirect_uri: redirectUri, scope: 'a' }),
  );
  const { headers } = await fetch(page, { redirect: 'manual' });
  const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
  const client = Buffer.from(`${LAB.clientId}:${LAB.clientSecret}`).toString('base64');
  const answer = await fetch(auth.tokenURL, {
    method: 'POST',
    headers: { authorization: `Basic ${client}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
  });
  const tokens = (await answer.json()) as { access_token: string; refresh_token: string };
  return { accessToken: tokens.access_token, refreshToken: tokens.refresh_token };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
