import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '../../lib/db/open.ts';
import { type Builder, type Operation, succeeded } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import { makeDue } from '../support/make_due.ts';
import { type Stage, startStage } from '../support/stage.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';

type Progress = { recordsProcessed: number; recordsHeld?: number; recordsDelivered?: number; recordsPending?: number };

describe('L3: a destination that answers 410 and is repaired later', () => {
  let stage: Stage;
  let builder: Builder;
  let hook: Receiver;
  let isBroken = true;
  let integrationId: string;
  let installationId: string;

  beforeAll(async () => {
    stage = await startStage({ records: 50 });
    ({ builder } = stage);
    hook = await startReceiver({ respond: () => (isBroken ? 410 : 200) });
    await builder.addDestination('fragile', hook);
    await builder.connect(stage.sandbox, 'acme');
    const requiredFields = [{ fieldName: 'id' }];
    const contacts = { objectName: 'contacts', destination: 'fragile', schedule: '*/10 * * * *', requiredFields };
    integrationId = await builder.deploy({ name: 'held', read: { objects: [contacts] } });
    installationId = await builder.installed(integrationId, 'acme', { contacts: {} });
  });
  afterAll(async () => {
    await hook?.stop();
    await stage?.stop();
  });

  const due = () => eventually(async () => expect(await makeDue(stage.platform, installationId)).toBe(1));
  const operations = () => builder.listOperations(integrationId, installationId);
  const progressOf = ({ metadata }: Operation) => metadata.progress as Progress;
  const arrived = () => [...hook.records('contacts').keys()].toSorted();
  let missed: string[] = [];

  it('is disabled, and the message is held', async () => {
    missed = stage.sandbox.control.addRecords('contacts', 3);
    await due();
    await eventually(async () => {
      const [first] = await operations();
      expect(first).toMatchObject({ status: 'success' });
      expect(progressOf(first as Operation)).toMatchObject({
        recordsProcessed: 3,
        recordsHeld: 3,
        recordsDelivered: 0,
        recordsPending: 0,
      });
    });
    expect(succeeded(await builder.call('GET', '/destinations/fragile'))).toMatchObject({ status: 'disabled' });
  });

  it('gets no scheduled read meanwhile, and refuses a trigger with 409 that says what to do', async () => {
    missed.push(...stage.sandbox.control.addRecords('contacts', 7));
    await due();
    await eventually(async () => expect(await missedStarts()).toBe(1), 30_000);
    expect(await operations()).toHaveLength(1);
    const path = `/integrations/${integrationId}/objects/contacts`;
    const refused = await builder.read('POST', path, { groupRef: 'acme', mode: 'async' });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        detail: 'The destination fragile is disabled, so records could not be delivered.',
        remedy: expect.stringContaining('set its status to active'),
      },
    });
  });

  it('gets all messages automatically when it is repaired', async () => {
    isBroken = false;
    const change = { updateMask: ['status'], destination: { status: 'active' } };
    expect(succeeded(await builder.call('PATCH', '/destinations/fragile', change))).toMatchObject({ status: 'active' });
    await eventually(async () => expect(arrived()).toEqual(missed.toSorted()), 60_000);
    await eventually(async () => {
      const all = await operations();
      expect(all).toHaveLength(2);
      for (const one of all) expect(progressOf(one)).toMatchObject({ recordsHeld: 0, recordsPending: 0 });
    });
  });

  async function missedStarts(): Promise<number> {
    const db = openDatabase(stage.platform.databaseUrl('reads'));
    try {
      const rows = await db('schedules')
        .where({ installation_id: installationId })
        .whereNotNull('missed_time')
        .pluck('id');
      return rows.length;
    } finally {
      await db.destroy();
    }
  }
});
