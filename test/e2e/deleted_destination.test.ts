import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Builder, succeeded } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import { type Stage, startStage } from '../support/stage.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';

const RECORDS = 600;

/**
 * A destination is replaced and deleted in the documented order during a first read: a deploy that names the new one, a
 * change of the installation's config, the deletion. Nobody calls anything afterwards.
 */
describe('H1, H2: a destination that is deleted during a read', () => {
  let stage: Stage;
  let builder: Builder;
  const receivers: Receiver[] = [];

  beforeAll(async () => {
    stage = await startStage({ records: RECORDS });
    ({ builder } = stage);
  });
  afterAll(async () => {
    for (const one of receivers) await one.stop();
    await stage?.stop();
  });

  async function destination(name: string, status: number): Promise<Receiver> {
    const receiver = await startReceiver({ respond: () => status });
    receivers.push(receiver);
    await builder.addDestination(name, receiver);
    return receiver;
  }

  function manifest(name: string, to: string) {
    const backfill = { defaultPeriod: { fullHistory: true } };
    const requiredFields = [{ fieldName: 'id' }];
    return { name, read: { objects: [{ objectName: 'contacts', destination: to, requiredFields, backfill }] } };
  }

  /** `isTime` resolves when the destination is to be replaced. */
  async function replaced(name: string, oldStatus: number, isTime: (old: Receiver) => Promise<void>) {
    const [from, to] = [`${name}-old`, `${name}-new`];
    const old = await destination(from, oldStatus);
    const fresh = await destination(to, 200);
    await builder.connect(stage.sandbox, name);
    const integrationId = await builder.deploy(manifest(name, from));
    const installationId = await builder.installed(integrationId, name, { contacts: { destination: from } });
    await isTime(old);
    await builder.deploy(manifest(name, to));
    const changes = [{ op: 'replace', path: '/destination', value: to }];
    const path = `/integrations/${integrationId}/objects/contacts/config-content`;
    succeeded(await builder.call('PATCH', path, { action: 'read', groupRef: name, changes }));
    expect((await builder.call('DELETE', `/destinations/${from}`)).status).toBe(204);
    return { old, fresh, path: `/integrations/${integrationId}/installations/${installationId}` };
  }

  const idsOf = (...all: Receiver[]) => new Set(all.flatMap((one) => [...one.records('contacts').keys()])).size;

  async function endsWell(path: string) {
    await eventually(async () => expect(await builder.get(path)).toMatchObject({ healthStatus: 'healthy' }), 30_000);
  }

  it('H1: brings the page that was awaited, and all later ones, to the new one', async () => {
    // The first is for the record that is asked for when the account is connected.
    stage.sandbox.control.addFault({ kind: 'slow', object: 'contacts', delayMs: 4_000, times: 2 });
    const { old, fresh, path } = await replaced('awaited', 200, () => sleep(500));
    await eventually(async () => expect(idsOf(fresh)).toBe(RECORDS), 40_000);
    expect(idsOf(old)).toBe(0);
    const { results } = await builder.get<{ results: { state: string }[] }>('/deliveries?state=undelivered');
    expect(results.length).toBeGreaterThan(0);
    await endsWell(path);
  });

  it('H2: brings the rest of a first read to the new one', async () => {
    stage.sandbox.control.addFault({ kind: 'slow', object: 'contacts', delayMs: 4_000, afterPage: 1 });
    const { old, fresh, path } = await replaced('rest', 200, async (receiver) => {
      await receiver.waitFor((messages) => messages.length > 0, 10_000);
    });
    await eventually(async () => expect(idsOf(old, fresh)).toBe(RECORDS), 40_000);
    await endsWell(path);
  });

  it('H1: brings what the old one had refused to the new one', async () => {
    const { fresh, path } = await replaced('refused', 410, async (receiver) => {
      await receiver.waitFor((messages) => messages.length > 0, 10_000);
    });
    await eventually(async () => expect(idsOf(fresh)).toBe(RECORDS), 40_000);
    await endsWell(path);
  });
});
