import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Builder, succeeded } from '../support/builder.ts';
import { runCommand } from '../support/command_line.ts';
import { eventually } from '../support/eventually.ts';
import { type Stage, startStage } from '../support/stage.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';

type Shown = { status: string; health: { state: string; reason?: string; nextProbeTime?: string } };
type Entry = { actor: string; action: string; targetName: string };

/** A destination is disabled after some seconds of failing, and probed every second. */
const ENVIRONMENT = {
  CAUSEWAY_NOTIFICATIONS_ATTEMPT_GAPS_MS: `0${',300'.repeat(50)}`,
  CAUSEWAY_NOTIFICATIONS_BREAKER_FAILURES: '1000',
  CAUSEWAY_NOTIFICATIONS_DISABLE_AFTER_MS: '2000',
  CAUSEWAY_NOTIFICATIONS_PROBE_GAPS_MS: '1000',
};

describe('an outage of a receiver that lasts until its destination is disabled', () => {
  let stage: Stage;
  let builder: Builder;
  let hook: Receiver;
  let answer = 500;

  beforeAll(async () => {
    stage = await startStage({ records: 400 }, ENVIRONMENT);
    ({ builder } = stage);
    hook = await startReceiver({ respond: () => answer });
    const id = await builder.addDestination('outage', hook);
    const topicId = await builder.routeEvents('news', stage.destinationId, ['destination.webhook.enabled']);
    expect([id, topicId]).toEqual([expect.any(String), expect.any(String)]);
    await builder.connect(stage.sandbox, 'acme');
    const object = { destination: 'outage', requiredFields: [{ fieldName: 'id' }] };
    const backfill = { defaultPeriod: { fullHistory: true } };
    const objects = ['contacts', 'companies', 'deals'].map((objectName) => ({ ...object, objectName, backfill }));
    const integrationId = await builder.deploy({ name: 'outage-in', read: { objects } });
    await builder.installed(integrationId, 'acme', { contacts: {}, companies: {}, deals: {} });
  });
  afterAll(async () => {
    await hook?.stop();
    await stage?.stop();
  });

  const shown = () => builder.get<Shown>('/destinations/outage');
  const setStatus = async (status: string) =>
    succeeded(await builder.call('PATCH', '/destinations/outage', { updateMask: ['status'], destination: { status } }));
  const entries = async () =>
    (await builder.get<{ results: Entry[] }>('/audit-log?action=destination.enabled')).results;

  it('disables it, and shows when it is tried again', async () => {
    await eventually(
      async () =>
        expect((await shown()).health).toMatchObject({
          state: 'disabled',
          reason: 'failures',
          nextProbeTime: expect.stringMatching(/^20.+Z$/),
        }),
      30_000,
    );
    const { apiKey, project } = stage.platform.ready;
    const { out } = await runCommand(
      ...['status', '--url', stage.platform.origin, '--api-key', apiKey, '--project', project.name],
    );
    expect(out).toMatch(/destination outage: disabled.+\n.*it only failed for too long\. It is tried again at 20/);
  });

  it('comes back by itself when the receiver is mended: everything arrives, an event and the audit log tell', async () => {
    const failed = hook.messages.length;
    // An attempt that began before the destination was disabled may arrive later. Then only one message is tried.
    await hook.waitFor((messages) => {
      const last = messages.slice(failed).slice(-3);
      return last.length === 3 && new Set(last.map(({ id }) => id)).size === 1;
    }, 15_000);
    expect(await entries()).toEqual([]);
    answer = 200;
    await eventually(
      async () => expect(await shown()).toMatchObject({ status: 'active', health: { state: 'ok' } }),
      15_000,
    );
    for (const name of ['contacts', 'companies', 'deals'])
      await eventually(async () => expect(hook.records(name).size).toBe(400), 30_000);
    const news = () => stage.receiver.notifications('destination.webhook.enabled');
    await eventually(async () => expect(news()).toHaveLength(1));
    expect(news()).toMatchObject([{ data: { destinationName: 'outage', url: hook.url } }]);
    await eventually(async () =>
      expect(await entries()).toMatchObject([
        { actor: 'causeway', action: 'destination.enabled', targetName: 'outage' },
      ]),
    );
  });

  it('is not tried when a person disabled it', async () => {
    await setStatus('disabled');
    expect((await shown()).health).toEqual({ state: 'disabled', reason: 'requested', since: expect.any(String) });
  });
});
