import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCommandLine } from '../../cli/command_line.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';

type Destination = { metadata: { url: string }; status: string };
type Printed = { isVerified: boolean; message: { objectName?: string; resultInfo?: { numRecords: number } } };

describe('causeway listen, with a platform', () => {
  let platform: TestPlatform;
  let builder: Builder;
  let sandbox: Sandbox;
  beforeAll(async () => {
    [sandbox, platform] = await Promise.all([startSandbox({ records: 7 }), startTestPlatform()]);
    builder = aBuilder(platform);
  });
  afterAll(async () => {
    await platform.stop();
    await sandbox.stop();
  });

  function listen(...args: string[]) {
    const said = { out: '', err: '' };
    const { apiKey, project } = platform.ready;
    const login = ['--url', platform.origin, '--project', project.id, '--api-key', apiKey];
    const ended = runCommandLine(['listen', ...login, ...args], {
      stream: async () => {},
      out: (text) => (said.out += text),
      err: (text) => (said.err += text),
    });
    return { said, ended, isListening: () => eventually(async () => expect(said.err).toContain('Listening at')) };
  }
  const printed = (out: string) =>
    out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Printed);

  it('creates its destination, and prints the records of a read, verified', async () => {
    const first = listen('--json', '--exit-after', '1');
    await first.isListening();
    const integrationId = await builder.deploy({
      name: 'heard',
      read: { objects: [{ objectName: 'contacts', destination: 'local', requiredFields: [{ fieldName: 'id' }] }] },
    });
    await builder.connect(sandbox, 'acme');
    succeeded(await builder.install(integrationId, 'acme', { contacts: { selectedFields: { id: true } } }));
    // By name, which works wherever the id does.
    await builder.trigger('heard', 'contacts', 'acme');
    expect(await first.ended).toBe(0);
    expect(printed(first.said.out)).toEqual([
      expect.objectContaining({
        isVerified: true,
        message: expect.objectContaining({ objectName: 'contacts', resultInfo: { type: 'inline', numRecords: 7 } }),
      }),
    ]);
  });

  it('lets the same destination send to its new address, and verifies with a key that was rotated meanwhile', async () => {
    const before = await builder.get<Destination>('/destinations/local');
    const again = listen('--json', '--exit-after', '1');
    await again.isListening();
    const after = await builder.get<Destination>('/destinations/local');
    expect(again.said.err).toContain(after.metadata.url);
    expect(after.metadata.url).not.toBe(before.metadata.url);
    await builder.get('/destinations/local?rotate=true&includeSecrets=true');
    await builder.trigger('heard', 'contacts', 'acme');
    expect(await again.ended).toBe(0);
    const { url } = after.metadata;
    expect(again.said.err).toContain(`local sent to ${before.metadata.url}; it now sends to ${url}.\n`);
    expect(again.said.err).toMatch(new RegExp(`local still sends to ${url}\\.\\n$`));
  });

  it('leaves a destination alone that sends to another machine', async () => {
    await builder.addMissing('production');
    const { said, ended } = listen('--destination', 'production');
    expect(await ended).toBe(1);
    expect(said.err).toMatch(/^The destination production sends to hooks\.acme\.example, and listen does not redirect/);
    const { metadata } = await builder.get<Destination>('/destinations/production');
    expect(metadata.url).toBe('https://hooks.acme.example/production');
  });
});
