import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Builder, succeeded } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import { type Stage, startStage } from '../support/stage.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';

type Shown = { healthStatus: string; healthReasons?: { code: string; level: string; detail: string }[] };

describe('H3: a destination that is failing', () => {
  let stage: Stage;
  let builder: Builder;
  let hook: Receiver;
  let installation: string;
  let answer = 500;

  beforeAll(async () => {
    stage = await startStage({ records: 400 });
    ({ builder } = stage);
    hook = await startReceiver({ respond: () => answer });
    await builder.addDestination('shaky', hook);
    await builder.connect(stage.sandbox, 'acme');
    const requiredFields = [{ fieldName: 'id' }];
    const backfill = { defaultPeriod: { fullHistory: true } };
    const object = { destination: 'shaky', requiredFields, backfill };
    // Three messages at least, so that it fails three times in a row at once.
    const objects = ['contacts', 'companies', 'deals'].map((objectName) => ({ ...object, objectName }));
    const integrationId = await builder.deploy({ name: 'shaky-in', read: { objects } });
    const id = await builder.installed(integrationId, 'acme', {
      contacts: {},
      companies: {},
      deals: {},
    });
    installation = `/integrations/${integrationId}/installations/${id}`;
  });
  afterAll(async () => {
    await hook?.stop();
    await stage?.stop();
  });

  const reasons = async () => (await builder.get<Shown>(installation)).healthReasons ?? [];
  const shown = () => builder.get<{ health: object }>('/destinations/shaky');
  const change = async (status: string) =>
    succeeded(await builder.call('PATCH', '/destinations/shaky', { updateMask: ['status'], destination: { status } }));

  it('H3: shows it with the last status, and is a warning of its installations', async () => {
    await eventually(async () =>
      expect((await shown()).health).toMatchObject({ state: 'failing', lastStatus: 500, since: expect.any(String) }),
    );
    await eventually(async () =>
      expect(await reasons()).toContainEqual(
        expect.objectContaining({
          code: 'destinationFailing',
          level: 'warning',
          detail: expect.stringContaining('Deliveries to the destination shaky have failed since'),
        }),
      ),
    );
    expect(await builder.get<Shown>(installation)).toMatchObject({ healthStatus: 'healthy' });
  });

  it('H3: says when a change disabled it', async () => {
    await change('disabled');
    expect((await shown()).health).toMatchObject({ state: 'disabled', reason: 'requested' });
  });

  it('H3: gets everything when it is mended, and is ok', async () => {
    answer = 200;
    await change('active');
    await eventually(async () => expect(hook.records('contacts').size).toBe(400));
    expect((await shown()).health).toEqual({ state: 'ok' });
    await eventually(async () => expect(await reasons()).toEqual([]));
  });
});
