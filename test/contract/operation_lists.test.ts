import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Db } from '../../lib/db/open.ts';
import { lowestIdAt, newId } from '../../lib/ids/ids.ts';
import { type OperationFilter, workStatesOf } from '../../lib/work/states.ts';
import type { Message } from '../../services/reads/messages/message.ts';
import { recordHashes } from '../../services/reads/messages/record_hash.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import type { NewOperation } from '../../services/reads/operations/new_operation.ts';
import { operationLists } from '../../services/reads/operations/operation_list_store.ts';
import { sqlStores } from '../../services/reads/stores.ts';
import { aReadPlan, type ReadsFixture, readsFixture } from '../../testbed/reads_fixture.ts';
import { forEachEngine } from '../support/engines.ts';

const EVERYTHING = {
  integrationId: '',
  installationId: '',
  objectName: '',
  status: '',
  actionType: '',
  since: 0,
  until: 0,
  recordId: '',
  ofProject: true,
  pageSize: 0,
  pageToken: '',
};
const START = 1_760_000_000_000;

forEachEngine((engine) => {
  describe('L11: the operations of a project', () => {
    const db = engine.suiteDatabase(migrations);
    const projectId = newId();
    const integrations = [newId(), newId()] as const;
    const installations = [newId(), newId(), newId()] as const;
    const made = Array.from({ length: 30 }, (_, i): NewOperation & { state: string } => {
      const createTime = START + i * 1_000;
      const id = lowestIdAt(createTime).replace(/0{4}$/, String(i).padStart(4, '0'));
      return {
        id,
        projectId,
        integrationId: integrations[i % 2 === 0 ? 0 : 1],
        installationId: installations[i % 3] as string,
        configId: newId(),
        objectName: i % 5 === 0 ? 'deals' : 'contacts',
        mappedObjectName: i % 5 === 0 ? 'opportunity' : 'person',
        readType: 'triggered',
        sinceTime: null,
        untilTime: null,
        createTime,
        state: (['success', 'failure', 'waiting', 'success', 'parked'] as const)[i % 5] ?? 'success',
      };
    }).reverse();

    beforeAll(async () => {
      const { operations } = sqlStores(db());
      for (const { state, ...one } of made) {
        await operations.insert(one, 'waiting');
        await db()('operations').where({ id: one.id }).update({ state });
      }
    });

    async function pages(filter: OperationFilter, { limit = 4, look = 5, project = projectId } = {}) {
      const lists = operationLists(db(), look);
      const ids: string[] = [];
      let beforeId = '';
      for (let page = 0; page < 200; page += 1) {
        const { operations, nextId } = await lists.list(project, { filter, beforeId, limit });
        expect(operations.length).toBeLessThanOrEqual(limit);
        ids.push(...operations.map(({ id }) => id));
        if (nextId === '') return ids;
        beforeId = nextId;
      }
      throw new Error('The list does not end.');
    }
    const idsWhere = (wanted: (one: (typeof made)[number]) => boolean) => made.filter(wanted).map(({ id }) => id);

    it('are listed newest first, each once, over all states', async () => {
      expect(await pages({})).toEqual(made.map(({ id }) => id));
      expect(await pages({}, { limit: 100 })).toEqual(made.map(({ id }) => id));
    });

    it('are filtered by status, integration, installation, object and time', async () => {
      expect(await pages({ states: workStatesOf('failure') })).toEqual(idsWhere(({ state }) => state === 'failure'));
      expect(await pages({ states: workStatesOf('in_progress') })).toEqual(
        idsWhere(({ state }) => ['waiting', 'parked'].includes(state)),
      );
      expect(await pages({ integrationId: integrations[1] })).toEqual(
        idsWhere(({ integrationId }) => integrationId === integrations[1]),
      );
      expect(await pages({ installationId: installations[2] })).toEqual(
        idsWhere(({ installationId }) => installationId === installations[2]),
      );
      for (const objectName of ['deals', 'opportunity'])
        expect(await pages({ objectName }, { look: 1 })).toEqual(idsWhere((one) => one.objectName === 'deals'));
      const span = { since: START + 5_000, until: START + 20_000 };
      expect(await pages({ ...span, installationId: installations[0], states: workStatesOf('success') })).toEqual(
        idsWhere(
          (one) =>
            one.createTime >= span.since &&
            one.createTime < span.until &&
            one.installationId === installations[0] &&
            one.state === 'success',
        ),
      );
    });

    it('are of any of several installations, newest first', async () => {
      const [one, , other] = installations;
      const installationIds = [one, other, newId()];
      const isOfThem = ({ installationId }: NewOperation) => installationIds.includes(installationId);
      expect(await pages({ installationIds })).toEqual(idsWhere(isOfThem));
      expect(await pages({ installationIds, states: workStatesOf('failure') }, { look: 2 })).toEqual(
        idsWhere((of) => isOfThem(of) && of.state === 'failure'),
      );
      expect(await pages({ installationIds, integrationId: integrations[1] })).toEqual(
        idsWhere((of) => isOfThem(of) && of.integrationId === integrations[1]),
      );
      expect(await pages({ installationIds }, { project: newId() })).toEqual([]);
    });

    it('are of no other project', async () => {
      expect(await pages({}, { project: newId() })).toEqual([]);
      expect(await pages({ installationId: installations[0] }, { project: newId() })).toEqual([]);
      expect(await sqlStores(db()).operations.findAll(newId(), [made[0]?.id ?? ''])).toEqual([]);
    });

    it.each([
      ['operations_listed', { state: 'failure' }],
      ['operations_newest', { installation_id: installations[1] }],
    ])('are read in the order of the index %s, without sorting', async (index, where) => {
      const plan = await explained(db(), engine.name, { project_id: projectId, ...where });
      expect(plan).toContain(index);
      expect(plan).not.toMatch(/temp b-tree|filesort/i);
    });
  });

  describe('L11: the operations that delivered a record', () => {
    const db = engine.suiteDatabase(migrations);
    const plan = aReadPlan({ pageSize: 10 });
    let reads: ReadsFixture;
    let ids: string[];
    const list = (given = {}) => reads.useCases.listOperations({ ...EVERYTHING, projectId: plan.projectId, ...given });
    const named = { installationId: plan.installationId, objectName: 'contacts' };
    const found = async (given: object) => (await list(given)).operations.map(({ id }) => id);

    beforeAll(async () => {
      reads = await readsFixture(db(), { plans: [plan], sandbox: { records: 60 } });
      ids = [];
      for (let i = 0; i < 3; i += 1) {
        ids.unshift(await reads.useCases.triggerRead({ ...plan, sinceTimestamp: '', untilTimestamp: '' }));
        await reads.runDue();
      }
    });
    afterAll(() => reads.stop());

    it('are found by the id of the record, under both names of the object', async () => {
      const recordId = String((await idsInMessages())[25]);
      expect(await found({ ...named, recordId })).toEqual(ids);
      expect(await found({ ...named, objectName: 'person', recordId })).toEqual(ids);
      const [newest] = (await list({ ...named, recordId })).operations as { id: string; messageIds: string[] }[];
      const carried = (await reads.messages()).filter(
        ({ text, body }) => body['operationId'] === newest?.id && text.includes(`"id":"${recordId}"`),
      );
      expect(newest?.messageIds).toEqual(carried.map(({ id }) => id));
      expect(await found({ ...named, recordId: 'absent' })).toEqual([]);
      expect(await found({ ...named, recordId, status: 'failure' })).toEqual([]);
      expect(await found({ ...named, recordId, installationId: newId() })).toEqual([]);
      expect(await found({ ...named, recordId, projectId: newId() })).toEqual([]);
    });

    it('are paged', async () => {
      const recordId = String((await idsInMessages())[3]);
      const paged: string[] = [];
      for (let pageToken = '', page = 0; page < 10; page += 1) {
        const { operations, nextPageToken } = await list({ ...named, recordId, pageSize: 1, pageToken });
        expect(operations.length).toBeLessThanOrEqual(1);
        paged.push(...operations.map(({ id }) => id));
        pageToken = nextPageToken;
        if (pageToken === '') break;
      }
      expect(paged).toEqual(ids);
    });

    it('need the installation and the object', async () => {
      await expect(list({ recordId: 'r', installationId: plan.installationId })).rejects.toMatchObject({
        kind: 'invalidArgument',
        extras: { issues: [{ in: 'query', name: 'objectName' }] },
      });
      await expect(list({ recordId: 'r' })).rejects.toMatchObject({
        extras: { issues: [{ name: 'installationId' }, { name: 'objectName' }] },
      });
    });

    it('are found among many messages, and the page says when it did not examine all', async () => {
      const stores = sqlStores(db());
      const object = { projectId: plan.projectId, installationId: newId(), objectName: 'contacts' };
      const operationId = ids[0] ?? '';
      const message = (sequence: number): Message => ({
        ...object,
        id: newId(),
        operationId,
        sequence,
        numRecords: 1,
        body: Buffer.from('{}'),
        recordHashes: recordHashes([sequence === 7 ? 'rare' : `r${sequence}`]) as Uint8Array,
      });
      const messages = Array.from({ length: 5_100 }, (_, i) => message(i + 1));
      for (let at = 0; at < messages.length; at += 500)
        await stores.messages.add(messages.slice(at, at + 500), { createTime: 1, isHeld: false });
      const request = { ...object, recordId: 'rare' };
      const operations: string[] = [];
      let pages = 0;
      for (let pageToken = ''; ; pages += 1) {
        const answer = await list({ ...request, pageToken });
        operations.push(...answer.operations.map(({ id }) => id));
        pageToken = answer.nextPageToken;
        if (pageToken === '') break;
      }
      expect(operations).toEqual([operationId]);
      expect(pages).toBeGreaterThan(0);
    });

    async function idsInMessages(): Promise<unknown[]> {
      return (await reads.messages()).flatMap(({ body }) =>
        (body['result'] as { fields: { id: unknown } }[]).map(({ fields }) => fields.id),
      );
    }
  });
});

async function explained(db: Db, engine: string, where: object): Promise<string> {
  const query = db('operations')
    .where(where)
    .where('id', '<', newId())
    .orderBy('id', 'desc')
    .limit(4)
    .select('id')
    .toSQL()
    .toNative();
  const prefix = engine === 'sqlite' ? 'explain query plan ' : 'explain ';
  return JSON.stringify(await db.raw(prefix + query.sql, query.bindings as string[]));
}
