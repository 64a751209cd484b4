import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { recordId, updatedAt } from '../../sandbox/records.ts';
import type { Builder, Operation } from '../support/builder.ts';
import { recordIdsOf } from '../support/envelopes.ts';
import { eventually } from '../support/eventually.ts';
import { makeDue } from '../support/make_due.ts';
import { type Stage, startStage } from '../support/stage.ts';
import type { Receiver } from '../support/webhook_receiver.ts';

const DAY = 86_400_000;
const SPACE = { seed: 1, records: 120, epoch: Date.now() };

describe('backfills', () => {
  let stage: Stage;
  let builder: Builder;
  let receiver: Receiver;

  beforeAll(async () => {
    stage = await startStage(SPACE);
    ({ builder, receiver } = stage);
    await builder.connect(stage.sandbox, 'acme');
  });
  afterAll(() => stage.stop());

  describe('of a window that a deploy widens', () => {
    let integrationId: string;
    let installationId: string;
    beforeAll(async () => {
      await builder.routeEvents('reads', stage.destinationId, ['read.backfill.done']);
      integrationId = await deploy({ days: 20 });
      installationId = await builder.installed(integrationId, 'acme', { contacts: {} });
    });

    function deploy(defaultPeriod: { days: number } | { fullHistory: true }): Promise<string> {
      const required = { requiredFields: [{ fieldName: 'id' }] };
      const contacts = { objectName: 'contacts', destination: 'main', ...required, backfill: { defaultPeriod } };
      return builder.deploy({ name: 'widened', read: { objects: [contacts] } });
    }

    const finished = (count: number): Promise<Operation[]> => builder.allFinished(integrationId, installationId, count);

    /** How many times each record of this age arrived. */
    function arrivals(fromDays: number, toDays: number): number[] {
      const received = receiver.records('contacts');
      const ages = Array.from({ length: SPACE.records }, (_, index) => (SPACE.epoch - updatedAt(SPACE, index)) / DAY);
      return ages.flatMap((age, index) =>
        age <= fromDays && age > toDays ? [received.get(recordId('contacts', index))?.size ?? 0] : [],
      );
    }

    it('reach the existing installations: exactly the older records arrive', async () => {
      await finished(1);
      await eventually(async () => expect(new Set(arrivals(19, 0))).toEqual(new Set([1])));
      expect(new Set(arrivals(90, 21))).toEqual(new Set([0]));

      await deploy({ days: 50 });
      const [difference] = await finished(2);
      await eventually(async () => expect(new Set(arrivals(49, 0))).toEqual(new Set([1])));
      expect(new Set(arrivals(90, 51))).toEqual(new Set([0]));
      const progress = await builder.get<Record<string, unknown>>(
        `/integrations/${integrationId}/installations/${installationId}/objects/contacts/backfill-progress`,
      );
      expect(progress).toMatchObject({ operationId: difference?.id, recordsProcessed: arrivals(50, 20).length });

      await deploy({ fullHistory: true });
      await finished(3);
      await eventually(async () => expect(receiver.notifications('read.backfill.done')).toHaveLength(3));
      await eventually(async () => expect(new Set(arrivals(91, 0))).toEqual(new Set([1])));
      expect(receiver.records('contacts').size).toBe(SPACE.records);

      await deploy({ days: 20 });
      await deploy({ days: 70 });
      expect(await finished(3)).toHaveLength(3);
    });
  });

  it('deliver changes made while the backfill runs', async () => {
    const companies = {
      objectName: 'companies',
      destination: 'main',
      schedule: '*/10 * * * *',
      requiredFields: [{ fieldName: 'id' }, { fieldName: 'city' }],
      backfill: { defaultPeriod: { fullHistory: true } },
    };
    const whole = await builder.deploy({ name: 'whole', read: { objects: [companies] } });
    const { control } = stage.sandbox;
    control.addFault({ kind: 'slow', object: 'companies', delayMs: 700 });
    const installation = await builder.installed(whole, 'acme', { companies: {} }, { query: '?skipSampling=true' });
    await eventually(async () => expect(await builder.listOperations(whole, installation)).toHaveLength(1));
    expect(await builder.get(`/integrations/${whole}/installations/${installation}`)).toMatchObject({
      id: installation,
    });
    control.updateRecord('companies', recordId('companies', 0), { city: 'Changed meanwhile' });
    const [backfill] = await builder.allFinished(whole, installation, 1);
    await eventually(async () => expect(recordIdsOf(receiver, backfill?.id ?? '')).toHaveLength(SPACE.records));
    expect(await makeDue(stage.platform, installation)).toBe(1);
    await builder.allFinished(whole, installation, 2);
    // If the change came before the backfill's page was answered, the backfill delivers it, and the scheduled read
    // skips it.
    const isChanged = ({ body }: { body: string }) => body.includes('Changed meanwhile');
    await receiver.waitFor((messages) => messages.some(isChanged), 15_000);
    expect(receiver.messages.filter(isChanged)).toHaveLength(1);
  });
});
