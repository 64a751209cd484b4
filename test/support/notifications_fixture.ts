import { afterEach, beforeEach } from '@jest/globals';
import { createSealer, newKeyring } from '../../lib/crypto/sealer.ts';
import { migrateUp } from '../../lib/db/migrate.ts';
import { openDatabase, type Db } from '../../lib/db/open.ts';
import { createUrlCheck } from '../../lib/http/url_check.ts';
import { newSigningSecret } from '../../lib/signature/webhook_signature.ts';
import { migrations } from '../../services/notifications/migrations/migrations.ts';
import { sqlStores } from '../../services/notifications/stores.ts';
import { makeCancelDestinationDeletion } from '../../services/notifications/destinations/usecases/cancel_destination_deletion.ts';
import { makeCreateDestination } from '../../services/notifications/destinations/usecases/create_destination.ts';
import { makeCreateEventTopicRoute } from '../../services/notifications/routing/usecases/create_event_topic_route.ts';
import { makeCreateTopic } from '../../services/notifications/routing/usecases/create_topic.ts';
import { makeCreateTopicDestinationRoute } from '../../services/notifications/routing/usecases/create_topic_destination_route.ts';
import { makeDeleteDestination } from '../../services/notifications/destinations/usecases/delete_destination.ts';
import { makeDeliverNotification } from '../../services/notifications/routing/usecases/deliver_notification.ts';
import { makeGetDestination } from '../../services/notifications/destinations/usecases/get_destination.ts';
import { makeResolveDestinations } from '../../services/notifications/destinations/usecases/resolve_destinations.ts';
import { makeStartDestinationDeletion } from '../../services/notifications/destinations/usecases/start_destination_deletion.ts';
import { makeUpdateDestination } from '../../services/notifications/destinations/usecases/update_destination.ts';
import { countedIds } from './counted_ids.ts';

export const PROJECT = '01900000-0000-7000-8000-0000000000aa';
export const KEY_OVERLAP = 24 * 3_600_000;

export type NotificationsFixture = Awaited<ReturnType<typeof notificationsFixture>>;

/** A fresh notifications for each test of a suite. */
export function eachWithNotifications(): () => NotificationsFixture {
  let fixture: NotificationsFixture;
  beforeEach(async () => {
    fixture = await notificationsFixture();
  });
  afterEach(() => fixture.db.destroy());
  return () => fixture;
}

/**
 * notifications without its port, its bus and its worker: real stores and use cases, on an empty database in memory or
 * on a given one whose migrations have run.
 */
export async function notificationsFixture(given?: Db) {
  const db = given ?? openDatabase('sqlite::memory:');
  if (!given) await migrateUp(db, migrations);
  const clock = { time: 1_800_000_000_000, now: () => clock.time };
  const wakes = { worker: 0, closer: 0 };
  const addresses = new Map<string, string[]>();
  const deps = {
    stores: sqlStores(db),
    sealer: createSealer(newKeyring()),
    clock,
    newId: countedIds(),
    newSecret: newSigningSecret,
    urlCheck: createUrlCheck({ allow: [], allowHttp: false }, async (host) => addresses.get(host) ?? []),
    keyOverlapMs: KEY_OVERLAP,
    wake: () => {
      wakes.worker += 1;
    },
    wakeCloser: () => {
      wakes.closer += 1;
    },
  };
  const createDestination = makeCreateDestination(deps);
  return {
    db,
    clock,
    wakes,
    /** The answers of name servers, by host. */
    addresses,
    deps,
    stores: deps.stores,
    createDestination,
    getDestination: makeGetDestination(deps),
    updateDestination: makeUpdateDestination(deps),
    resolveDestinations: makeResolveDestinations(deps),
    startDestinationDeletion: makeStartDestinationDeletion(deps),
    cancelDestinationDeletion: makeCancelDestinationDeletion(deps),
    deleteDestination: makeDeleteDestination(deps),
    createTopic: makeCreateTopic(deps),
    createEventTopicRoute: makeCreateEventTopicRoute(deps),
    createTopicDestinationRoute: makeCreateTopicDestinationRoute(deps),
    deliverNotification: makeDeliverNotification(deps),
    aDestination: (name: string, projectId = PROJECT) =>
      createDestination({ projectId, name, type: 'webhook', metadata: { url: 'https://hooks.acme.example/in' } }),
    async events(): Promise<{ type: string; payload: unknown }[]> {
      const rows: { type: string; payload: string }[] = await db('outbox').orderBy('id').select('type', 'payload');
      return rows.map(({ type, payload }) => ({ type, payload: JSON.parse(payload) as unknown }));
    },
  };
}
