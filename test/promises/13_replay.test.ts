import { Buffer } from 'node:buffer';
import { afterEach, describe, expect, it } from '@jest/globals';
import { newKeyring } from '../../lib/crypto/sealer.ts';
import type { SendRequest } from '../../lib/http/outbound.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import type { ReadPlan } from '../../services/reads/read_plan.ts';
import { aReadPlan, type ReadsFixture, readsFixture, recordIds } from '../../testbed/reads_fixture.ts';
import { forEachEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';

const noNetwork: SendRequest = async ({ url }) => {
  throw new Error(`The network was used for ${url}.`);
};

forEachEngine((engine) => {
  describe('an operation that is replayed', () => {
    const db = engine.suiteDatabase(migrations);
    let fixture: ReadsFixture;
    let plan: ReadPlan;
    let plans: ReadPlan[];

    afterEach(async () => {
      await fixture.stop();
      // An operation that a test leaves claimed would be run in a later one, when its lease has expired.
      for (const table of ['operations', 'messages', 'kept_pages', 'kept_bodies', 'kept_keys', 'outbox'])
        await db()(table).del();
    });

    async function aRead({ given = {} }: { given?: Partial<ReadPlan> } = {}): Promise<string> {
      plan = aReadPlan(given);
      plans = [plan];
      fixture = await readsFixture(db(), { plans });
      const id = await fixture.useCases.triggerRead({
        projectId: plan.projectId,
        integrationId: plan.integrationId,
        objectName: 'person',
        groupRef: 'acme',
        sinceTimestamp: '',
        untilTimestamp: '',
      });
      await fixture.runDue();
      expect(await fixture.useCases.getOperation(plan.projectId, id)).toMatchObject({ state: 'success' });
      return id;
    }

    const current = () => {
      const [now] = plans as [ReadPlan];
      return JSON.parse(now.selectionJson) as { selectedFields: string[] };
    };

    function select(...fields: string[]): void {
      plans[0] = {
        ...plan,
        configId: 'newer',
        selectionJson: JSON.stringify({ ...current(), selectedFields: fields }),
      };
    }

    async function replay(of: string, how: { config?: 'same' | 'current'; delivers?: boolean } = {}, send = noNetwork) {
      const useCases = fixture.useCasesWith(send);
      const request = { projectId: plan.projectId, operationId: of, config: 'same' as const, delivers: false, ...how };
      const id = await useCases.startReplay(request);
      await fixture.runDue(useCases);
      return useCases.getOperation(plan.projectId, id);
    }

    it('gives the same result with the same config, without requests and deliveries', async () => {
      const original = await aRead();
      const before = await fixture.messages();
      const { state, result, replayed } = await replay(original);
      expect(state).toBe('success');
      expect(result).toBe('[person] Replayed: 250 same');
      expect(replayed?.difference).toMatchObject({
        same: 250,
        added: 0,
        removed: 0,
        changed: 0,
        byOrder: 0,
        changes: [],
      });
      expect(replayed?.difference.exact).toBeGreaterThan(2);
      expect(await fixture.messages()).toEqual(before);
    });

    it('shows the result of a newer config for the same pages: its records and their fields', async () => {
      const original = await aRead();
      select('id', 'updated_at');
      const { replayed } = await replay(original, { config: 'current' });
      expect(replayed?.config).toBe('current');
      expect(replayed?.difference).toMatchObject({ changed: 250, same: 0, exact: 0 });
      expect(replayed?.difference.changes).toHaveLength(100);
      expect(replayed?.difference.changes[0]?.fields).toEqual(['fields.email', 'fields.updated_at']);
      expect(JSON.stringify(replayed?.difference)).not.toContain('@');
    });

    it('is delivered again with new ids and sequences, in the same order', async () => {
      const original = await aRead();
      const before = await fixture.messages();
      const { id, state, replayed } = await replay(original, { delivers: true });
      expect(state).toBe('success');
      expect(replayed?.difference.same).toBe(250);
      const again = (await fixture.messages()).slice(before.length);
      expect(recordIds(again)).toEqual(recordIds(before));
      expect(again.map(({ sequence }) => sequence)).toEqual(before.map(({ sequence }) => sequence + before.length));
      expect(again.map(({ body }) => body['result'])).toEqual(before.map(({ body }) => body['result']));
      expect(new Set(again.map(({ body }) => body['operationId']))).toEqual(new Set([id]));
      const told = await fixture.events('read.page.committed');
      expect(told.flatMap(({ messageIds }) => messageIds as string[])).toHaveLength(before.length * 2);
      expect(await fixture.events('read.triggered.done')).toHaveLength(1);
    });

    promise('never uses the network, even for pages that were not archived', { without: 'offline' }, async () => {
      const original = await aRead();
      const other = { ...plan, objectName: 'companies' };
      await db()('operations')
        .where({ id: original })
        .update({ plan: JSON.stringify(other) });
      const calls: string[] = [];
      const { state, result } = await replay(original, {}, async (request) => {
        calls.push(request.url);
        return fixture.send(request);
      });
      expect(calls).toEqual([]);
      expect(state).toBe('failure');
      expect(result).toContain('which the original did not request');
    });

    promise('archives nothing readable without the key, and no credentials', { without: 'seal' }, async () => {
      await aRead();
      const [message] = await fixture.messages();
      const email = /[\w.+-]+@[\w.-]+/.exec(message?.text ?? '')?.[0];
      expect(email).toBeDefined();
      const kept = await everythingArchived();
      expect(kept.length).toBeGreaterThan(1_000);
      for (const canary of [String(email), 'next_cursor', 'sandbox-key', fixture.sandbox.url])
        expect(kept.includes(canary)).toBe(false);
    });

    async function everythingArchived(): Promise<string> {
      const tables = await Promise.all(['kept_keys', 'kept_pages', 'kept_bodies'].map((table) => db()(table).select()));
      return tables
        .flat()
        .flatMap((row) => Object.values(row as object))
        .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
        .join('\n');
    }

    it('archives equal pages of an installation once, and no uncommitted page', async () => {
      await aRead();
      const bodies = await count('kept_bodies');
      const request = { projectId: plan.projectId, integrationId: plan.integrationId, objectName: 'person' };
      const again = { ...request, groupRef: 'acme', sinceTimestamp: '', untilTimestamp: '' };
      await fixture.useCases.triggerRead(again);
      await fixture.runDue();
      expect(await count('kept_bodies')).toBe(bodies);
      const pages = await count('kept_pages');
      await fixture.useCases.triggerRead(again);
      const [operation] = await fixture.stores.operations.claim(1, 10_000);
      await db()('operations').where({ id: operation?.id }).update({ fence: 1_000 });
      if (operation) await fixture.useCases.runOperation(operation, new AbortController().signal);
      expect(await count('kept_pages')).toBe(pages);
    });

    const count = async (table: string) => Number((await db()(table).count({ n: '*' }))[0]?.n);

    it('deletes expired pages, and the pages of a deleted installation at once', async () => {
      const original = await aRead();
      expect(await fixture.dropDue('archivedPages')).toBe(false);
      expect(await count('kept_pages')).toBeGreaterThan(0);
      await db()('kept_pages').update({ expire_time: 1 });
      await db()('kept_bodies').update({ expire_time: 1 });
      await fixture.dropDue('archivedPages');
      expect([await count('kept_pages'), await count('kept_bodies')]).toEqual([0, 0]);
      await expect(replay(original)).rejects.toMatchObject({ kind: 'unprocessable' });
    });

    it('can not be decrypted any more after its installation was deleted', async () => {
      const original = await aRead();
      await fixture.useCases.forgetInstallation('e-1', plan);
      expect(await count('kept_pages')).toBeGreaterThan(0);
      expect(await count('kept_keys')).toBe(0);
      await expect(replay(original)).rejects.toMatchObject({ kind: 'unprocessable' });
    });

    const ring = (...names: string[]) => names.map((name) => newKeyring().replace('k1', name)).join(',');
    const withRing = (keyring: string, send: SendRequest = noNetwork) =>
      fixture.useCasesWith(send, { config: { ...fixture.deps.config, keyring } });
    const same = (operationId: string) => ({
      projectId: plan.projectId,
      operationId,
      config: 'same' as const,
      delivers: false,
    });
    const NOT_ARCHIVED = { kind: 'unprocessable', detail: expect.stringContaining('not archived') };

    it('decrypts pages of an older key in the keyring, and is refused at once when that key is gone', async () => {
      const original = await aRead();
      const older = fixture.deps.config.keyring;
      const newer = ring('k2');
      const both = withRing(`${newer},${older}`);
      const id = await both.startReplay(same(original));
      await fixture.runDue(both);
      expect(await both.getOperation(plan.projectId, id)).toMatchObject({ result: '[person] Replayed: 250 same' });

      const alone = withRing(newer, fixture.send);
      await expect(alone.startReplay(same(original))).rejects.toMatchObject(NOT_ARCHIVED);
      const asked = { projectId: plan.projectId, integrationId: plan.integrationId, objectName: 'person' };
      const written = await alone.triggerRead({ ...asked, groupRef: 'acme', sinceTimestamp: '', untilTimestamp: '' });
      await fixture.runDue(alone);
      await expect(alone.startReplay(same(original))).rejects.toMatchObject(NOT_ARCHIVED);
      const again = await alone.startReplay(same(written));
      await fixture.runDue(alone);
      expect(await alone.getOperation(plan.projectId, again)).toMatchObject({ state: 'success' });
    });

    it('ends at its first try when the key is removed while it waits', async () => {
      const original = await aRead();
      const id = await fixture.useCases.startReplay(same(original));
      await db()('kept_pages').update({ sealed: Buffer.alloc(64) }); // encrypted with a lost key
      await fixture.runDue();
      const { state, result } = await fixture.useCases.getOperation(plan.projectId, id);
      expect({ state, result }).toEqual({ state: 'failure', result: expect.stringContaining('not archived') });
    });

    it('leaves no key of an installation that is deleted during a read', async () => {
      await aRead();
      await db()('kept_keys').del();
      const asked = { projectId: plan.projectId, integrationId: plan.integrationId, objectName: 'person' };
      let isForgotten = false;
      const useCases = fixture.useCasesWith(async (request) => {
        if (!isForgotten) await fixture.useCases.forgetInstallation('e-3', plan);
        isForgotten = true;
        return fixture.send(request);
      });
      await useCases.triggerRead({ ...asked, groupRef: 'acme', sinceTimestamp: '', untilTimestamp: '' });
      await fixture.runDue(useCases);
      expect(isForgotten).toBe(true);
      expect(await count('kept_keys')).toBe(0);
    });

    it('gives a reason when an operation can not be replayed', async () => {
      const original = await aRead();
      const { id } = await replay(original);
      await expect(replay(id)).rejects.toMatchObject({ kind: 'unprocessable' });
      const request = { operationId: original, config: 'same' as const, delivers: false };
      const foreign = fixture.useCases.startReplay({ ...request, projectId: aReadPlan().projectId });
      await expect(foreign).rejects.toMatchObject({ kind: 'notFound' });
      await db()('operations').where({ id: original }).update({ state: 'running' });
      await expect(replay(original)).rejects.toMatchObject({ kind: 'conflict', retryable: true });
    });

    it('is one operation for concurrent requests, and delays no read', async () => {
      const original = await aRead();
      const request = { projectId: plan.projectId, operationId: original, config: 'same' as const, delivers: true };
      const [first, second] = await Promise.all([
        fixture.useCases.startReplay(request),
        fixture.useCases.startReplay(request),
      ]);
      expect(second).toBe(first);
      const beside = await fixture.useCases.startReplay({ ...request, delivers: false });
      await fixture.runDue();
      expect(await fixture.useCases.getOperation(plan.projectId, beside)).toMatchObject({ state: 'success' });
      expect(await fixture.useCases.getOperation(plan.projectId, String(first))).toMatchObject({ state: 'success' });
    });

    it('compares by id only, if retention has deleted the delivered bodies', async () => {
      const original = await aRead();
      await db()('messages').update({ body: null });
      const { replayed } = await replay(original);
      expect(replayed?.difference).toMatchObject({ unknown: 250, same: 0, changed: 0, added: 0, removed: 0 });
    });
  });
});
