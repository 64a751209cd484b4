import { Buffer } from 'node:buffer';
import { afterEach, beforeEach } from '@jest/globals';
import { createSealer, newKeyring } from '../../lib/crypto/sealer.ts';
import { migrateUp } from '../../lib/db/migrate.ts';
import { type Db, openDatabase } from '../../lib/db/open.ts';
import { createUrlCheck } from '../../lib/http/url_check.ts';
import { silentLog } from '../../lib/log/log.ts';
import { newSigningSecret } from '../../lib/signature/webhook_signature.ts';
import { destinationDrivers } from '../../services/notifications/destinations/drivers.ts';
import { migrations } from '../../services/notifications/migrations/migrations.ts';
import { sqlStores } from '../../services/notifications/stores.ts';
import { makeUseCases } from '../../services/notifications/use_cases.ts';
import { claimRules, rules } from '../contract/notifications_replica.ts';
import { countedIds } from './counted_ids.ts';

export const PROJECT = '01900000-0000-7000-8000-0000000000aa';
export const KEY_OVERLAP = 24 * 3_600_000;

export type NotificationsFixture = Awaited<ReturnType<typeof notificationsFixture>>;

/** Makes a new notifications service for each test of a suite. */
export function eachWithNotifications(): () => NotificationsFixture {
  let fixture: NotificationsFixture;
  beforeEach(async () => {
    fixture = await notificationsFixture();
  });
  afterEach(() => fixture.db.destroy());
  return () => fixture;
}

/**
 * The notifications service without its port, bus and worker: real stores and use cases, on an empty database in memory
 * or on a given migrated one.
 */
export async function notificationsFixture(given?: Db) {
  const db = given ?? openDatabase('sqlite::memory:');
  if (!given) await migrateUp(db, migrations);
  const clock = { time: 1_800_000_000_000, now: () => clock.time };
  const wakes = { worker: 0, closer: 0 };
  /** The ids of messages whose bodies the reads service still has. */
  const bodiesInReads = new Set<string>();
  const addresses = new Map<string, string[]>();
  const deps = {
    stores: sqlStores(db),
    sealer: createSealer(newKeyring()),
    clock,
    newId: countedIds(),
    newSecret: newSigningSecret,
    random: () => 0.5,
    readBodies: async (ids: string[]) =>
      new Map(ids.filter((id) => bodiesInReads.has(id)).map((id) => [id, Buffer.from(id)])),
    log: silentLog,
    drivers: destinationDrivers({
      send: () => Promise.reject(new Error('Nothing is sent here.')),
      urlCheck: createUrlCheck({ allow: [], allowHttp: false }, async (host) => addresses.get(host) ?? []),
      clock,
      limits: { headTimeoutMs: 15_000, timeoutMs: 20_000 },
    }),
    keyOverlapMs: KEY_OVERLAP,
    undeliveredRetentionMs: 14 * 24 * 3_600_000,
    claimRules,
    attemptRules: rules,
    probeRules: { leaseMs: claimRules.leaseMs, startWithinMs: claimRules.leaseMs / 2 },
    wake: () => {
      wakes.worker += 1;
    },
    wakeQueues: () => {
      wakes.closer += 1;
    },
  };
  const useCases = makeUseCases(deps);
  return {
    db,
    clock,
    wakes,
    /** The answers of DNS by host name. */
    addresses,
    bodiesInReads,
    deps,
    stores: deps.stores,
    ...useCases,
    aDestination: (name: string, projectId = PROJECT) =>
      useCases.createDestination({
        projectId,
        name,
        type: 'webhook',
        metadata: { url: 'https://hooks.acme.example/in' },
      }),
    async events(): Promise<{ type: string; payload: unknown }[]> {
      const rows: { type: string; payload: string }[] = await db('outbox').orderBy('id').select('type', 'payload');
      return rows.map(({ type, payload }) => ({ type, payload: JSON.parse(payload) as unknown }));
    },
  };
}
