import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCommandLine } from '../../cli/command_line.ts';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { recordIdsOf } from '../support/envelopes.ts';
import { eventually } from '../support/eventually.ts';
import { request, startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { addProject } from '../support/second_project.ts';
import { startReceiver, type Receiver } from '../support/webhook_receiver.ts';

const RECORDS = 120;

/** An operation is read, its provider goes away for good, and everything after that comes from what was kept. */
describe('an operation that is run again, from the command line', () => {
  let platform: TestPlatform;
  let sandbox: Sandbox;
  let receiver: Receiver;
  let builder: Builder;
  let integrationId: string;
  let installationId: string;
  let original: string;

  beforeAll(async () => {
    [sandbox, receiver, platform] = await Promise.all([
      startSandbox({ records: RECORDS }),
      startReceiver(),
      startTestPlatform(),
    ]);
    builder = aBuilder(platform);
    await builder.addDestination('main', receiver);
    integrationId = await builder.deploy({
      name: 'contacts-in',
      read: {
        objects: [
          {
            objectName: 'contacts',
            mapToName: 'person',
            destination: 'main',
            requiredFields: [{ fieldName: 'id' }],
            optionalFields: [{ fieldName: 'email' }, { fieldName: 'city' }],
          },
        ],
      },
    });
    await builder.connect(sandbox, 'acme');
    installationId = await builder.installed(integrationId, 'acme', {
      contacts: { selectedFields: { email: true, city: true } },
    });
    original = await builder.trigger(integrationId, 'contacts', 'acme');
    expect(await builder.finished(original)).toMatchObject({ status: 'success' });
    await eventually(async () => expect(recordIdsOf(receiver, original)).toHaveLength(RECORDS));
    await sandbox.stop();
  }, 120_000);

  afterAll(async () => {
    await platform.stop();
    await receiver.stop();
  });

  async function causeway(...args: string[]) {
    const said = { out: '', err: '' };
    const { apiKey } = platform.ready;
    const code = await runCommandLine(['operations', ...args, '--url', platform.origin, '--api-key', apiKey], {
      out: (text) => {
        said.out += text;
      },
      err: (text) => {
        said.err += text;
      },
    });
    return { code, ...said };
  }

  it('comes out the same while the provider is away', async () => {
    const { code, out, err } = await causeway('replay', original);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(`Replayed: ${RECORDS} same`);
  });

  it('shows what the config of now would have made of it', async () => {
    const patch = {
      updateMask: ['config.content.read.objects.contacts.selectedFields'],
      installation: { config: { content: { read: { objects: { contacts: { selectedFields: { email: true } } } } } } },
    };
    const path = `/integrations/${integrationId}/installations/${installationId}`;
    succeeded(await builder.call('PATCH', path, patch));
    const { code, out } = await causeway('replay', original, '--config', 'current');
    expect(code).toBe(1);
    expect(out).toContain(`${RECORDS} changed`);
    expect(out).toMatch(/^~ \S+ {2}fields\.city$/m);
    expect(out).toContain('… and 20 more');
    const { code: again, out: json } = await causeway('replay', original, '--config', 'current', '--json');
    expect(again).toBe(1);
    expect(JSON.parse(json)).toMatchObject({
      status: 'success',
      metadata: {
        replay: { operationId: original, delivers: false, config: 'current', records: { changed: RECORDS } },
      },
    });
  });

  it('is delivered again, as messages of an operation of its own', async () => {
    const before = recordIdsOf(receiver, original);
    const { code, out } = await causeway('replay', original, '--deliver', '--json');
    expect(code).toBe(0);
    const { id } = JSON.parse(out) as { id: string };
    await eventually(async () => expect(recordIdsOf(receiver, id).toSorted()).toEqual(before.toSorted()));
    const listed = await builder.listOperations(integrationId, installationId);
    expect(listed.find((one) => one.id === id)?.metadata).toMatchObject({
      replay: { operationId: original, delivers: true },
    });
  });

  it('is listed, shown and told line by line', async () => {
    const { code, out } = await causeway('list', '--integration', integrationId, '--installation', installationId);
    expect(code).toBe(0);
    expect(out).toContain(`${original}  success`);
    expect(JSON.parse((await causeway('show', original)).out)).toMatchObject({ id: original, status: 'success' });
    expect((await causeway('logs', original)).out).toContain('Finished: [person]');
  });

  it('is nobody else’s, and never what is not there', async () => {
    const other = await addProject(platform, 'other');
    const asked = await request(platform.origin, 'POST', `/v1/projects/other/operations/${original}:replay`, {
      headers: { 'x-api-key': other.ready.apiKey, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(asked.status).toBe(404);
    const { code, err } = await causeway('replay', '01900000-0000-7000-8000-000000000000');
    expect(code).toBe(1);
    expect(err).toContain('404: There is no such operation.');
    expect((await causeway('replay')).code).toBe(2);
    expect((await causeway('replay', original, '--config', 'newest')).code).toBe(2);
  });

  it('has nothing to run again when its installation is deleted', async () => {
    succeeded(await builder.call('DELETE', `/integrations/${integrationId}/installations/${installationId}`));
    await eventually(async () => {
      const { code, err } = await causeway('replay', original);
      expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('422: ') });
    });
  });
});
