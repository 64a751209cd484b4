import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Builder, succeeded } from '../support/builder.ts';
import { runCommand } from '../support/command_line.ts';
import { eventually } from '../support/eventually.ts';
import { type Stage, startStage } from '../support/stage.ts';

type Shown = {
  id: string;
  status: string;
  waitingFor?: { reason: string; detail: string; until?: string; destinationId?: string };
};

describe('a read that waits', () => {
  let stage: Stage;
  let builder: Builder;
  let idle = '';

  beforeAll(async () => {
    stage = await startStage({ records: 20 });
    ({ builder } = stage);
    idle = await builder.addDestination('idle', stage.receiver);
  });
  afterAll(() => stage?.stop());

  const command = async (...args: string[]) => {
    const { origin, ready } = stage.platform;
    const login = ['--url', origin, '--api-key', ready.apiKey, '--project', ready.project.name];
    return (await runCommand('operations', ...args, ...login)).out;
  };
  /** The backfill of a new customer. `meanwhile`: after the customer has connected, before anything is read. */
  async function backfillOf(
    name: string,
    destination: string,
    meanwhile = () => {},
  ): Promise<() => Promise<Shown | undefined>> {
    const object = { objectName: 'contacts', requiredFields: [{ fieldName: 'id' }], destination };
    const objects = [{ ...object, backfill: { defaultPeriod: { fullHistory: true } } }];
    const integrationId = await builder.deploy({ name, read: { objects } });
    await builder.connect(stage.sandbox, name);
    meanwhile();
    const installationId = await builder.installed(integrationId, name, { contacts: {} });
    return async () => (await builder.listOperations(integrationId, installationId))[0] as Shown | undefined;
  }

  it('says so for the provider that answered 429, until the time that it named; so does the command line', async () => {
    const { control } = stage.sandbox;
    const limit = () => control.addFault({ kind: '429', object: 'contacts', retryAfter: 600, times: 1 });
    const listed = await backfillOf('limited', 'main', limit);
    await eventually(async () => expect((await listed())?.waitingFor?.reason).toBe('rateLimit'));
    const { id, status, waitingFor: { until = '', ...wait } = {} } = (await listed()) as Shown;
    expect({ status, wait }).toEqual({
      status: 'in_progress',
      wait: { reason: 'rateLimit', detail: expect.stringContaining('429') },
    });
    expect(Math.abs(Date.parse(until) - Date.now() - 600_000)).toBeLessThan(60_000);
    expect(await builder.get<Shown>(`/operations/${id}`)).toMatchObject({ waitingFor: { ...wait, until } });
    expect(await command('list', '--integration', 'limited')).toContain(`waits (rateLimit) until ${until}: Sandbox`);
    expect(JSON.parse(await command('get', id))).toMatchObject({ waitingFor: { until } });
  });

  it('says so for its destination, and no more when that is active again', async () => {
    const change = async (status: string) =>
      succeeded(await builder.call('PATCH', '/destinations/idle', { updateMask: ['status'], destination: { status } }));
    await change('disabled');
    const listed = await backfillOf('idle-in', 'idle');
    await eventually(async () =>
      expect((await listed())?.waitingFor).toEqual({
        reason: 'destination',
        detail: 'The destination idle is disabled. The read goes on when it is active.',
        destinationId: idle,
      }),
    );
    await change('active');
    await eventually(async () => expect(await listed()).toMatchObject({ status: 'success' }));
    expect(await listed()).not.toHaveProperty('waitingFor');
  });

  it('says so for credentials that the provider refuses', async () => {
    const { control } = stage.sandbox;
    const listed = await backfillOf('refused', 'main', () => control.revoke({ what: 'key', apiKey: 'another-key' }));
    await eventually(async () =>
      expect((await listed())?.waitingFor).toMatchObject({ reason: 'credentials', until: expect.any(String) }),
    );
  });
});
