import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Builder, succeeded } from '../support/builder.ts';
import { runCommand } from '../support/command_line.ts';
import { eventually } from '../support/eventually.ts';
import { type Stage, startStage } from '../support/stage.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';

type Counts = { found: number; released: number; delivered: number; withoutBody: number };
type Recovery = { id: string; state: string; since: string; until: string; counts: Counts; endTime?: string };
type Delivery = { id: string; state: string };

/** Two attempts, so that an outage uses them up at once. */
const ENVIRONMENT = { CAUSEWAY_NOTIFICATIONS_ATTEMPT_GAPS_MS: '0,50', CAUSEWAY_NOTIFICATIONS_BREAKER_FAILURES: '1000' };

describe('after an outage of a receiver', () => {
  let stage: Stage;
  let builder: Builder;
  let hook: Receiver;
  let installation: string;
  let answer = 500;
  const since = new Date(Date.now() - 1_000).toISOString();

  beforeAll(async () => {
    stage = await startStage({ records: 200 }, ENVIRONMENT);
    ({ builder } = stage);
    hook = await startReceiver({ respond: () => answer });
    await builder.addDestination('outage', hook);
    await builder.connect(stage.sandbox, 'acme');
    const backfill = { defaultPeriod: { fullHistory: true } };
    const object = { destination: 'outage', requiredFields: [{ fieldName: 'id' }], backfill };
    const objects = ['contacts', 'companies', 'deals'].map((objectName) => ({ ...object, objectName }));
    const integrationId = await builder.deploy({ name: 'outage-in', read: { objects } });
    const id = await builder.installed(integrationId, 'acme', { contacts: {}, companies: {}, deals: {} });
    installation = `/integrations/${integrationId}/installations/${id}`;
  });
  afterAll(async () => {
    await hook?.stop();
    await stage?.stop();
  });

  const listed = async (state: string) =>
    (await builder.get<{ results: Delivery[] }>(`/destinations/outage/deliveries?state=${state}&pageSize=1000`))
      .results;
  const recover = (body: object, name = 'outage') => builder.call('POST', `/destinations/${name}:recover`, body);
  const status = (to: string) =>
    builder.call('PATCH', '/destinations/outage', { updateMask: ['status'], destination: { status: to } });
  const recordsHeld = async () => {
    const { results } = await builder.get<{ results: { metadata: { progress?: Record<string, number> } }[] }>(
      `${installation}/operations`,
    );
    return results.map(({ metadata: { progress } }) => [
      progress?.['recordsProcessed'],
      progress?.['recordsDelivered'],
    ]);
  };

  it('refuses a span without time, an unknown destination, and a disabled one, and says what to do', async () => {
    expect(await recover({ since, until: since })).toMatchObject({
      status: 400,
      body: { issues: [{ name: 'since' }] },
    });
    expect((await recover({ since }, 'nobody')).status).toBe(404);
    expect((await recover({})).status).toBe(400);
    expect((await builder.call('GET', '/destinations/outage/recoveries/unknown')).status).toBe(404);
    expect((await builder.call('GET', '/destinations/nobody/recoveries')).status).toBe(404);
    expect((await builder.call('POST', '/destinations/outage/recoveries/unknown:cancel')).status).toBe(404);
  });

  it('the command sends again what was refused, with the same ids, and the counts of the reads are right', async () => {
    await eventually(async () => expect((await listed('held')).length).toBeGreaterThanOrEqual(3), 30_000);
    await eventually(async () => expect(await listed('pending')).toEqual([]));
    const refused = (await listed('held')).map(({ id }) => id);
    succeeded(await status('disabled'));
    const disabled = await recover({ since });
    expect(disabled).toMatchObject({ status: 409, body: { remedy: expect.stringContaining('PATCH') } });
    hook.messages.splice(0);
    answer = 500;
    succeeded(await status('active'));
    await eventually(async () => expect(hook.messages.length).toBeGreaterThanOrEqual(2 * refused.length), 30_000);
    await eventually(async () => expect((await listed('held')).length).toBe(refused.length));
    answer = 200;
    const { apiKey, project } = stage.platform.ready;
    const login = ['--url', stage.platform.origin, '--api-key', apiKey, '--project', project.name];
    const said = await runCommand('destinations', 'recover', 'outage', '--since', '1h', ...login, '--json');
    expect([said.code, said.err]).toEqual([0, expect.stringMatching(/^Recovery \S+\.\n/)]);
    const recovery = JSON.parse(said.out) as Recovery;
    expect(recovery).toMatchObject({ state: 'finished', counts: { found: refused.length, withoutBody: 0 } });
    await eventually(async () => expect(await listed('held')).toEqual([]));
    await eventually(async () =>
      expect(await builder.get<Recovery>(`/destinations/outage/recoveries/${recovery.id}`)).toMatchObject({
        counts: { found: refused.length, released: refused.length, delivered: refused.length },
      }),
    );
    const arrived = hook.messages.filter((one) => one.status === 200).map(({ id }) => id);
    expect(arrived.toSorted()).toEqual(refused.toSorted());
    await eventually(async () => {
      for (const [processed, delivered] of await recordsHeld()) expect(delivered).toBe(processed);
    });
    const list = await builder.get<Recovery[]>('/destinations/outage/recoveries');
    expect(list.map(({ id }) => id)).toEqual([recovery.id]);
    const again = await runCommand('destinations', 'recover', 'outage', '--since', '1h', ...login);
    expect(again).toMatchObject({ code: 0, out: 'finished  0 found, 0 released, 0 delivered, 0 without a body\n' });
  });
});
