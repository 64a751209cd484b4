import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { type Builder, type Operation, succeeded } from '../support/builder.ts';
import { envelopeOf, messagesOf, recordIdsOf } from '../support/envelopes.ts';
import { eventually } from '../support/eventually.ts';
import { makeDue } from '../support/make_due.ts';
import { type Stage, startStage } from '../support/stage.ts';
import type { ReceivedMessage, Receiver } from '../support/webhook_receiver.ts';

const FAILURES = 3;
/** The poll interval of the scheduler, in milliseconds. */
const POLL = 100;
const schedule = '*/10 * * * *';
const requiredFields = [{ fieldName: 'id' }];

type Paused = { installationId: string; groupRef: string; config: object; error: string };

describe('scheduled reads', () => {
  let stage: Stage;
  let control: Sandbox['control'];
  let builder: Builder;
  let receiver: Receiver;

  beforeAll(async () => {
    stage = await startStage(
      { records: 50 },
      {
        CAUSEWAY_READS_AUTO_PAUSE_AFTER: String(FAILURES),
        CAUSEWAY_READS_MAX_TRIES: '1',
        CAUSEWAY_READS_SCHEDULER_POLL_MS: String(POLL),
      },
    );
    ({ builder, receiver } = stage);
    ({ control } = stage.sandbox);
    await builder.routeEvents('reads', stage.destinationId, ['read.schedule.paused']);
    await builder.connect(stage.sandbox, 'acme');
  });
  afterAll(() => stage.stop());

  const pausesOf = (id: string) =>
    (receiver.notifications('read.schedule.paused') as { data: Paused }[]).filter(
      ({ data }) => data.installationId === id,
    );

  describe('of an installation that a builder pauses and unpauses', () => {
    let integrationId: string;
    let installationId: string;
    beforeAll(async () => {
      const contacts = { objectName: 'contacts', mapToName: 'person', destination: 'main', schedule, requiredFields };
      const companies = { objectName: 'companies', destination: 'main', schedule, requiredFields };
      integrationId = await builder.deploy({ name: 'scheduled', read: { objects: [contacts, companies] } });
      installationId = await builder.installed(integrationId, 'acme', { contacts: {}, companies: {} });
    });

    it('start by themselves when they are due, with new records', async () => {
      await due('contacts');
      const [first] = await builder.allFinished(integrationId, installationId, 1);
      expect(first).toMatchObject({ status: 'success', result: '[person] No new data found' });
      const [added = ''] = control.addRecords('contacts', 1);
      await due('contacts');
      const [second] = await builder.allFinished(integrationId, installationId, 2);
      await eventually(async () => expect(recordIdsOf(receiver, second?.id ?? '')).toEqual([added]));
      expect(envelopeOf(messagesOf(receiver, second?.id ?? '')[0] as ReceivedMessage)).toMatchObject({
        readType: 'scheduled',
        objectName: 'person',
      });
    });

    it('do not start while paused, send one event, and start again when unpaused', async () => {
      const path = `/integrations/${integrationId}/installations/${installationId}`;
      const before = (await builder.listOperations(integrationId, installationId)).length;
      expect((await builder.read('POST', `${path}:pause`, { objects: ['person'], note: 'Moving house.' })).status).toBe(
        204,
      );
      expect((await builder.read('POST', `${path}:pause`, { objects: ['contacts'] })).status).toBe(204);
      await due('contacts');
      await sleep(POLL * 4);
      expect(await builder.listOperations(integrationId, installationId)).toHaveLength(before);
      await builder.finished(
        await builder.trigger(integrationId, 'contacts', 'acme', { sinceTimestamp: '2026-06-01T00:00:00Z' }),
      );
      expect((await builder.read('POST', `${path}:unpause`)).status).toBe(204);
      expect((await builder.read('POST', `${path}:unpause`, {})).status).toBe(204);
      await due('contacts');
      await builder.allFinished(integrationId, installationId, before + 2);
      await receiver.waitFor(() => pausesOf(installationId).length > 0, 10_000);
      expect(pausesOf(installationId)).toEqual([
        {
          notificationType: 'read.schedule.paused',
          data: expect.objectContaining({
            installationId,
            groupRef: 'acme',
            error: 'Moving house.',
            config: expect.objectContaining({ provider: 'sandbox' }),
          }),
        },
      ]);
    });

    it('pause all objects by default, and refuse an object that is not read', async () => {
      const path = `/integrations/${integrationId}/installations/${installationId}`;
      expect((await builder.read('POST', `${path}:pause`)).status).toBe(204);
      const before = (await builder.listOperations(integrationId, installationId)).length;
      await due('contacts');
      await due('companies');
      await sleep(POLL * 4);
      expect(await builder.listOperations(integrationId, installationId)).toHaveLength(before);
      expect((await builder.read('POST', `${path}:pause`, { objects: ['leads'] })).status).toBe(400);
      const absent = `/integrations/${integrationId}/installations/01900000-0000-7000-8000-000000000000`;
      expect((await builder.read('POST', `${absent}:pause`)).status).toBe(404);
      expect((await builder.read('POST', `${path}:unpause`)).status).toBe(204);
    });

    async function due(objectName: string): Promise<void> {
      await eventually(async () => expect(await makeDue(stage.platform, installationId, objectName)).toBe(1));
    }
  });

  describe('of an object whose provider refuses it repeatedly', () => {
    let integrationId: string;
    let installationId: string;
    beforeAll(async () => {
      const deals = { objectName: 'deals', destination: 'main', schedule, requiredFields };
      integrationId = await builder.deploy({ name: 'refused', read: { objects: [deals] } });
      installationId = await builder.installed(integrationId, 'acme', { deals: {} });
    });

    /** Makes a tick due and waits for the end of its read: returns the newest operation. */
    async function tick(count: number): Promise<Operation | undefined> {
      await eventually(async () => expect(await makeDue(stage.platform, installationId)).toBe(1));
      return (await builder.allFinished(integrationId, installationId, count))[0];
    }

    it('are paused automatically, with an event and the reason; after an unpause all changes arrive', async () => {
      expect(await tick(1)).toMatchObject({ status: 'success' });
      control.addFault({ kind: '500', object: 'deals', times: 1_000 });
      const failed: (Operation | undefined)[] = [];
      for (let i = 1; i <= FAILURES; i += 1) failed.push(await tick(1 + i));
      expect(failed.map((operation) => operation?.status)).toEqual(Array.from({ length: FAILURES }, () => 'failure'));

      await eventually(async () => expect(pausesOf(installationId)).toHaveLength(1));
      const [{ data: told }] = pausesOf(installationId) as [{ data: Paused }];
      const reason = (await builder.logs(failed[0]?.id ?? '')).find(({ message }) => message.msg === 'Failed.');
      expect(told).toMatchObject({
        installationId,
        groupRef: 'acme',
        config: { provider: 'sandbox' },
        error: `3 scheduled reads of deals failed in a row. Last error: ${reason?.message.error}`,
      });
      const paused = { severity: 'ERROR', message: expect.objectContaining({ error: told.error }) };
      expect(await builder.logs(failed.at(-1)?.id ?? '')).toContainEqual(expect.objectContaining(paused));
      const path = `/integrations/${integrationId}/installations/${installationId}`;
      await eventually(async () => expect(await builder.get(path)).toMatchObject({ healthStatus: 'unhealthy' }));

      control.clearFaults();
      const added = control.addRecords('deals', 5);
      succeeded(await builder.read('POST', `${path}:unpause`));
      expect(await tick(2 + FAILURES)).toMatchObject({ status: 'success' });
      await eventually(async () =>
        expect([...receiver.records('deals').keys()]).toEqual(expect.arrayContaining(added)),
      );
      await eventually(async () => expect(await builder.get(path)).toMatchObject({ healthStatus: 'healthy' }));
      expect(pausesOf(installationId)).toHaveLength(1);
    });
  });
});
