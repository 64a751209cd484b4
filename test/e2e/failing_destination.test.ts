import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Builder, succeeded } from '../support/builder.ts';
import { runCommand } from '../support/command_line.ts';
import { eventually } from '../support/eventually.ts';
import { type Stage, startStage } from '../support/stage.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';

type Shown = { healthStatus: string; healthReasons?: { code: string; level: string; detail: string }[] };

describe('H3: a destination that is failing', () => {
  let stage: Stage;
  let builder: Builder;
  let hook: Receiver;
  let installation: string;
  let shaky: string;
  let answer = 500;

  beforeAll(async () => {
    stage = await startStage({ records: 400 });
    ({ builder } = stage);
    hook = await startReceiver({ respond: () => answer });
    shaky = await builder.addDestination('shaky', hook);
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

  const command = (...args: string[]) => {
    const { origin, ready } = stage.platform;
    return runCommand(...args, '--url', origin, '--api-key', ready.apiKey, '--project', ready.project.name);
  };
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
          destinationId: shaky,
        }),
      ),
    );
    expect(await builder.get<Shown>(installation)).toMatchObject({ healthStatus: 'healthy' });
    expect((await command('destinations', 'list')).out).toMatch(/ shaky +webhook +failing +[3-9]/);
    const installations = await command('installations', 'list');
    expect(installations.out).toMatch(/ shaky-in +acme +sandbox +healthy: destinationFailing /);
    const operations = await command('operations', 'list', '--object', 'contacts');
    expect(operations.out).toMatch(/ read +acme +contacts +400 +0 of 400 /);
    const { code, out } = await command('status');
    expect(code).toBe(2);
    expect(out).toMatch(
      /^ERROR {4}destination shaky: failing, since 20.+\n.+the last with status 500\. \d+ of its messages/,
    );
    expect(out).toMatch(/^WARNING {2}installation of shaky-in for acme(, \w+){3}: destinationFailing, since 20/m);
  });

  it('H3: says when a change disabled it', async () => {
    await change('disabled');
    expect((await shown()).health).toMatchObject({ state: 'disabled', reason: 'requested' });
    const { out } = await command('status', '--json');
    expect(JSON.parse(out)).toMatchObject({
      state: 'error',
      checked: { installations: 1, destinations: 2 },
      findings: expect.arrayContaining([
        expect.objectContaining({
          level: 'error',
          what: 'destination shaky',
          code: 'disabled',
          detail: expect.stringContaining('somebody disabled it'),
        }),
      ]),
    });
  });

  it('H3: gets everything when it is mended, and is ok', async () => {
    answer = 200;
    await change('active');
    await eventually(async () => expect(hook.records('contacts').size).toBe(400));
    expect((await shown()).health).toEqual({ state: 'ok' });
    await eventually(async () => expect(await reasons()).toEqual([]));
    expect(await command('status')).toEqual({
      code: 0,
      out: 'Nothing is wrong with 1 installation and 2 destinations.\n',
      err: '',
    });
  });

  it('has a command for the customer whose credentials are refused: a link to connect again', async () => {
    stage.sandbox.control.revoke({ what: 'key', apiKey: 'next-key' });
    await builder.trigger('shaky-in', 'contacts', 'acme');
    await eventually(async () =>
      expect(await reasons()).toContainEqual(expect.objectContaining({ code: 'badCredentials' })),
    );
    const { code, out } = await command('status');
    expect([code, out]).toEqual([2, expect.stringContaining('causeway connect acme shaky-in\n')]);
    const listed = await command('connections', 'list', '--group', 'acme');
    expect(listed).toMatchObject({ code: 0, out: expect.stringMatching(/ acme +\S+ +bad_credentials +no /) });
    const link = await command('connect', 'acme', 'shaky-in');
    expect([link.code, link.err]).toEqual([0, expect.stringMatching(/^For acme only, in one browser, until 20/)]);
    expect(await (await fetch(link.out.trim())).text()).toContain('<html');
    const misspelt = await command('connect', 'acme', 'shaky');
    expect(misspelt).toMatchObject({ code: 1, err: expect.stringContaining('no such integration') });
  });

  it('is an error of the status when the platform can not be reached', async () => {
    const { code, err } = await runCommand('status', '--url', 'http://127.0.0.1:9', '--api-key', 'k', '--project', 'p');
    expect([code, err]).toEqual([2, expect.stringContaining('127.0.0.1:9')]);
  });
});
