import { createHash } from 'node:crypto';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';

/**
 * Constants of release fixtures and of the suite that upgrades them. A fixture stores addresses, some of them
 * encrypted, so the ports are fixed. They are below the ephemeral ports, and below the ports that
 * scripts/servers/free_port.ts takes.
 */
export const SANDBOX_PORT = 19_410;
export const RECEIVER_PORT = 19_411;
export const PLATFORM_PORT = 19_412;

/** The number of records of each object. */
export const RECORDS = 40;
export const PAGE_SIZE = 8;
/** The platform is killed while it waits for the page after these pages. */
export const PAGES_BEFORE_KILL = 2;

export const FIXTURES = 'test/fixtures/releases';
export const ENGINES = ['sqlite', 'mariadb'] as const;
export type FixtureEngine = (typeof ENGINES)[number];

/**
 * These differ from the sandbox's defaults, so the sandbox refuses a platform that cannot decrypt the stored
 * credentials.
 */
export const CREDENTIALS = {
  apiKey: 'key-of-the-release-fixture',
  clientId: 'client-of-the-release-fixture',
  clientSecret: 'secret-of-the-release-fixture',
};

/**
 * Paths of the webhook receiver. It accepts everything at `MAIN_PATH` until the end of the story, and refuses
 * everything at `REFUSING_PATH`.
 */
export const MAIN_PATH = '/main';
export const REFUSING_PATH = '/refusing';
export const receiverUrl = (path: string) => `http://127.0.0.1:${RECEIVER_PORT}${path}`;

export function startFixtureSandbox(): Promise<Sandbox> {
  return startSandbox({
    port: SANDBOX_PORT,
    records: RECORDS,
    maxPageSize: PAGE_SIZE,
    redirectUris: [`http://localhost:${PLATFORM_PORT}/callbacks/v1/oauth`],
    ...CREDENTIALS,
  });
}

/**
 * The content of a fixture's `story.json`: the work in progress when the platform was killed, and the data that a
 * builder had.
 */
export type Story = {
  /** The key that `npm start` printed, and a key that was created through the API. */
  bootstrapKey: string;
  apiKey: string;
  signingKeys: { main: string; refusing: string };
  /** The messages that no destination has accepted: id, receiver path, hash of the body. */
  waiting: { id: string; path: string; sha256: string }[];
  /** A finished backfill with archived pages. Its object has a schedule. */
  finished: Read;
  /** A backfill that was killed after `PAGES_BEFORE_KILL` pages. */
  interrupted: Read;
  /** A finished backfill through an OAuth connection. Its object has a schedule. */
  oauth: Read & { connectionId: string; refreshToken: string };
};

export type Read = { operationId: string; integrationId: string; installationId: string; objectName: string };

export function sha256(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}
