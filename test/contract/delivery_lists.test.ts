import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Db } from '../../lib/db/open.ts';
import { newId } from '../../lib/ids/ids.ts';
import type { DeliveryState, NewDelivery } from '../../services/notifications/deliveries/delivery.ts';
import { type DeliveryFilter, statesOf } from '../../services/notifications/deliveries/delivery_view.ts';
import { sqlDeliveryViewStore } from '../../services/notifications/deliveries/delivery_view_store.ts';
import { makeGetDelivery, makeListDeliveries } from '../../services/notifications/deliveries/delivery_views.ts';
import { migrations } from '../../services/notifications/migrations/migrations.ts';
import { sqlStores } from '../../services/notifications/stores.ts';
import { forEachEngine } from '../support/engines.ts';
import { aDestination, ended, projectId, replica } from './notifications_replica.ts';

const problem = (kind: string) => expect.objectContaining({ name: 'Problem', kind });
const EVERYTHING = {
  state: '',
  installationId: '',
  objectName: '',
  operationId: '',
  since: 0,
  until: 0,
  pageSize: 0,
  pageToken: '',
};

forEachEngine((engine) => {
  const db = engine.suiteDatabase(migrations);
  const installations = [newId(), newId()];
  const destination = aDestination();
  /** Newest first: every third is of an event, and has the time of its neighbour. */
  const made: NewDelivery[] = Array.from({ length: 30 }, (_, i): NewDelivery => {
    const isEvent = i % 3 === 2;
    const subject = isEvent
      ? { eventType: 'installation.created' }
      : { installationId: installations[i % 2] as string, objectName: i % 5 === 0 ? 'deals' : 'contact' };
    const source = isEvent ? ('notification' as const) : ('read' as const);
    const id = newId();
    const createTime = 100_000 - 10 * Math.floor(i / 2);
    return {
      id,
      projectId,
      destinationId: destination.id,
      source,
      sourceId: id,
      state: 'pending',
      lastError: null,
      createTime,
      ...subject,
    };
  }).toSorted((a, b) => b.createTime - a.createTime || (a.id < b.id ? 1 : -1));
  const stateOf = (i: number): DeliveryState =>
    (['delivered', 'failed', 'pending', 'leased'] as const)[i % 4] ?? 'pending';

  beforeAll(async () => {
    const stores = sqlStores(db());
    await stores.destinations.insert(destination);
    await stores.deliveries.insert(made);
    for (const [i, { id }] of made.entries())
      await db()('deliveries')
        .where({ id })
        .update({ state: stateOf(i) });
  });

  async function pages(filter: Partial<DeliveryFilter>, { limit = 4, look = 6, project = projectId } = {}) {
    const store = sqlDeliveryViewStore(db(), look);
    const ids: string[] = [];
    let after = null;
    for (let page = 0; page < 100; page += 1) {
      const query = { filter: { states: statesOf(''), ...filter }, after, limit };
      const { deliveries, next } = await store.list(project, [destination.id], query);
      expect(deliveries.length).toBeLessThanOrEqual(limit);
      ids.push(...deliveries.map(({ id }) => id));
      if (!next) return ids;
      after = next;
    }
    throw new Error('The list does not end.');
  }
  const idsWhere = (wanted: (one: NewDelivery, i: number) => boolean) => made.filter(wanted).map(({ id }) => id);

  describe('L11: the deliveries of a destination', () => {
    it('are listed newest first, each once, over all states', async () => {
      expect(await pages({})).toEqual(made.map(({ id }) => id));
      expect(await pages({}, { limit: 100 })).toEqual(made.map(({ id }) => id));
    });

    it('are filtered by state, installation, object and time, also where few rows match', async () => {
      expect(await pages({ states: ['failed'] })).toEqual(idsWhere((_, i) => stateOf(i) === 'failed'));
      expect(await pages({ states: statesOf('pending') })).toEqual(
        idsWhere((_, i) => ['pending', 'leased'].includes(stateOf(i))),
      );
      const [installationId = ''] = installations;
      expect(await pages({ installationIds: [installationId] })).toEqual(
        idsWhere((one) => one.installationId === installationId),
      );
      expect(await pages({ installationIds: [installationId], objectName: 'deals' }, { look: 1 })).toEqual(
        idsWhere((one) => one.installationId === installationId && one.objectName === 'deals'),
      );
      expect(await pages({ installationIds: installations })).toEqual(
        idsWhere((one) => installations.includes(one.installationId ?? '')),
      );
      const span = { since: 99_900, until: 99_980 };
      expect(await pages(span)).toEqual(idsWhere((one) => one.createTime >= 99_900 && one.createTime < 99_980));
      expect(
        await pages({ ...span, installationIds: [installationId], states: ['leased'] }, { limit: 1, look: 2 }),
      ).toEqual(
        idsWhere(
          (one, i) =>
            one.createTime >= 99_900 &&
            one.createTime < 99_980 &&
            one.installationId === installationId &&
            stateOf(i) === 'leased',
        ),
      );
    });

    it('of a project are those of all its destinations, and of one operation', async () => {
      const stores = sqlStores(db());
      const second = { ...destination, id: newId(), name: 'second' };
      await stores.destinations.insert(second);
      const operationId = newId();
      const [first] = made;
      if (!first) throw new Error('Nothing was made.');
      const more = { ...first, id: newId(), destinationId: second.id, operationId, createTime: 200_000 };
      await stores.deliveries.insert([more]);
      const list = makeListDeliveries({ stores });
      const ofProject = async (asked: object) =>
        (await list({ ...EVERYTHING, projectId, destinationIdOrName: '', ...asked })).deliveries.map(({ id }) => id);
      expect(await ofProject({ pageSize: 100 })).toEqual([more.id, ...made.map(({ id }) => id)]);
      expect(await ofProject({ operationId })).toEqual([more.id]);
      expect(await ofProject({ operationId: newId() })).toEqual([]);
      expect(await ofProject({ projectId: newId() })).toEqual([]);
      await db()('deliveries').where({ id: more.id }).del();
      await stores.destinations.delete(projectId, second.id);
    });

    it('are of no other project, whatever ids a caller knows', async () => {
      const stranger = newId();
      const stores = sqlStores(db());
      expect(await pages({}, { project: stranger })).toEqual([]);
      const [{ id } = { id: '' }] = made;
      expect(await stores.deliveryViews.find(stranger, id)).toBeUndefined();
      expect(await stores.deliveryViews.attempts(stranger, id)).toEqual([]);
      await expect(makeGetDelivery({ stores })(stranger, id)).rejects.toEqual(problem('notFound'));
      const list = makeListDeliveries({ stores });
      const request = { ...EVERYTHING, projectId: stranger, destinationIdOrName: destination.id };
      await expect(list(request)).rejects.toEqual(problem('notFound'));
    });

    it('are paged by tokens, and refuse a foreign token and an unknown state', async () => {
      const list = makeListDeliveries({ stores: sqlStores(db()) });
      const request = { ...EVERYTHING, projectId, destinationIdOrName: destination.name, pageSize: 20 };
      const first = await list(request);
      const second = await list({ ...request, pageToken: first.nextPageToken });
      expect([...first.deliveries, ...second.deliveries].map(({ id }) => id)).toEqual(made.map(({ id }) => id));
      expect(second.nextPageToken).toBe('');
      await expect(list({ ...request, pageToken: 'bzE6eA' })).rejects.toEqual(problem('invalidArgument'));
      await expect(list({ ...request, state: 'leased' })).rejects.toMatchObject({
        kind: 'invalidArgument',
        message: expect.stringContaining('pending, held, delivered'),
      });
    });

    it('are read in the order of their index, without sorting', async () => {
      const plan = await explained(db(), engine.name, destination.id);
      expect(plan).toContain('deliveries_listed');
      expect(plan).not.toMatch(/temp b-tree|filesort/i);
    });
  });

  describe('L11: the attempts of a delivery', () => {
    const database = engine.suiteDatabase(migrations);
    let replicated: ReturnType<typeof replica>;
    beforeAll(() => {
      replicated = replica(database());
    });

    it('have status, latency, error and the answer of each', async () => {
      const { stores, add, claimAll, record } = replicated;
      const own = aDestination();
      await stores.destinations.insert(own);
      const [id = ''] = await add(own, 1);
      const [first] = await claimAll();
      if (!first) throw new Error('Nothing is due.');
      await record([ended(first, 500, { answer: 'no such column \u{1F600}', startTime: 100, endTime: 141 })]);
      const { delivery, attempts } = await makeGetDelivery({ stores })(projectId, id);
      expect(delivery).toMatchObject({
        id,
        destinationId: own.id,
        state: 'pending',
        attemptCount: 1,
        lastError: 'status 500',
      });
      expect(attempts).toEqual([
        { attempt: 1, startTime: 100, endTime: 141, status: 500, error: null, answer: 'no such column \u{1F600}' },
      ]);
    });
  });
});

async function explained(db: Db, engine: string, destinationId: string): Promise<string> {
  const query = db('deliveries')
    .where({ project_id: projectId, destination_id: destinationId, state: 'failed' })
    .where('create_time', '<=', 99_950)
    .orderBy('create_time', 'desc')
    .orderBy('id', 'desc')
    .limit(4)
    .select('id')
    .toSQL()
    .toNative();
  const prefix = engine === 'sqlite' ? 'explain query plan ' : 'explain ';
  return JSON.stringify(await db.raw(prefix + query.sql, query.bindings as string[]));
}
