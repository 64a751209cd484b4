import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { runCommand } from '../support/command_line.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';

const HEAD = `specVersion: 1.0.0
integrations:
  - name: shop
    provider: sandbox
    read:
      objects:
`;
const object = (name: string, schedule = '0 * * * *') =>
  `        - objectName: ${name}\n          destination: main\n          schedule: '${schedule}'\n          optionalFieldsAuto: all\n`;

const NAMES = `specVersion: 1.0.0
integrations:
  - name: code
    provider: github
    read:
      objects:
        - objectName: issus
          destination: main
        - objectName: issues
          destination: main
          requiredFields: [{fieldName: titel}, {fieldName: number}]
          optionalFields: [{fieldName: bdy}, {mapToName: chosen}, {fieldName: "$['user']['login']"}]
`;
/** Each unknown name of NAMES, and what was meant. */
const REMARKS = [
  ['$.integrations[0].read.objects[0].objectName', 'an object issus.', 'Did you mean issues?'],
  ['$.integrations[0].read.objects[1].requiredFields[0].fieldName', 'a field titel of issues.', 'Did you mean title?'],
  ['$.integrations[0].read.objects[1].optionalFields[0].fieldName', 'a field bdy of issues.', 'Did you mean body?'],
] as const;

describe('causeway deploy', () => {
  let platform: TestPlatform;
  let builder: Builder;
  let sandbox: Sandbox;
  let folder = '';

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-deploy-'));
    [sandbox, platform] = await Promise.all([startSandbox({ records: 3 }), startTestPlatform()]);
    builder = aBuilder(platform);
    await builder.addMissing('main');
  });
  afterAll(async () => {
    await platform.stop();
    await sandbox.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  function run(...args: string[]) {
    const login = [
      '--url',
      platform.origin,
      '--api-key',
      platform.ready.apiKey,
      '--project',
      platform.ready.project.name,
    ];
    return args[0] === 'manifest' ? runCommand(...args) : runCommand(...args, ...login);
  }
  function manifest(...objects: string[]): string {
    const path = join(folder, 'causeway.yaml');
    writeFileSync(path, HEAD + objects.join(''));
    return path;
  }

  it('W3: warns of each misspelt object and field as manifest check, a dry run and the API do', async () => {
    const file = join(folder, 'names.yaml');
    writeFileSync(file, NAMES);
    const said: [string, { code: number; out: string; err: string }][] = [
      ['check', await run('manifest', 'check', file)],
      ['dry run', await run('deploy', file, '--dry-run')],
      ['deploy', await run('deploy', file)],
    ];
    for (const [command, { code, out, err }] of said) {
      const lines = `${out}${err}`.split('\n');
      expect([command, code]).toEqual([command, 0]);
      for (const [path, message, suggestion] of REMARKS) {
        const found = lines.filter(
          (line) => line.includes(path) && line.includes(message) && line.includes(suggestion),
        );
        expect([command, path, found.length]).toEqual([command, path, 1]);
      }
      expect([command, lines.filter((line) => line.includes('is not known to have')).length]).toEqual([command, 3]);
    }
    const stored = await builder.call('GET', '/integrations/code');
    expect(
      (stored.body as { latestRevision: { warnings: { path: string; suggestion: string }[] } }).latestRevision.warnings
        .filter(({ path }) => /Name$/.test(path))
        .map(({ path, suggestion }) => [path, suggestion]),
    ).toEqual(REMARKS.map(([path, , suggestion]) => [path, suggestion]));
    const init = ['init', 'github', '--object', 'issus', '--destination', 'main', '--out', join(folder, 'init.yaml')];
    const refused = await runCommand(...init);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('an object issus. Did you mean issues?')]);
    expect((await runCommand(...init, '--any')).code).toBe(0);
  });

  it('warns of an object of write that the provider file can not write, in the words of an installation', async () => {
    const file = join(folder, 'write.yaml');
    const objects = '{objects: [{objectName: contacts}, {objectName: invoices}]}';
    writeFileSync(
      file,
      `specVersion: 1.0.0\nintegrations:\n  - name: back\n    provider: sandbox\n    write: ${objects}\n`,
    );
    const said: [string, { code: number; out: string; err: string }][] = [
      ['check', await run('manifest', 'check', file)],
      ['dry run', await run('deploy', file, '--dry-run')],
      ['deploy', await run('deploy', file)],
    ];
    for (const [command, { code, out, err }] of said) {
      const lines = `${out}${err}`.split('\n').filter((line) => line.includes("Causeway can't write"));
      expect([command, code, lines]).toEqual([
        command,
        0,
        [
          expect.stringMatching(
            /integrations\[0\]\.write\.objects\[1\]\.objectName.*can't write invoices of .*: its provider file does not say how\. A write of it is refused\..*Remove the object from `write`/,
          ),
        ],
      ]);
    }
    const { body } = await builder.call('GET', '/integrations/back');
    const { warnings } = (body as { latestRevision: { warnings: { rule: string; path: string }[] } }).latestRevision;
    expect(warnings.map(({ rule, path }) => `${rule} ${path}`)).toEqual([
      'object-writable $.integrations[0].write.objects[1].objectName',
    ]);
  });

  it('shows what a manifest would create, and creates nothing with --dry-run', async () => {
    const file = manifest(object('contacts'), object('deals'));
    expect(await run('deploy', file, '--dry-run')).toMatchObject({
      code: 0,
      out: '+ shop: created\nNothing was changed: this was a dry run.\n',
    });
    expect((await run('deploy', file, '--dry-run', '--detailed-exitcode')).code).toBe(2);
    expect((await builder.call('GET', '/integrations/shop')).status).toBe(404);
    expect(await run('deploy', file)).toMatchObject({ code: 0, err: '+ shop: created\n' });
    expect((await run('deploy', file, '--dry-run', '--detailed-exitcode')).code).toBe(0);
  });

  it('shows the difference, and what is dropped', async () => {
    const { code, out, err } = await run('deploy', manifest(object('contacts', '30 * * * *')), '--dry-run');
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('~ read.objects[contacts].schedule: "0 * * * *" → "30 * * * *"'),
    ]);
    expect(out).toContain('- read.objects[deals]');
    expect(err).toContain(
      'deals is no longer in the manifest. Installations go on reading it; --destructive pauses that.',
    );
    const destructive = await run('deploy', manifest(object('contacts')), '--dry-run', '--destructive');
    expect(destructive.err).toContain('the reads of deals are paused');
  });

  it('prints the answer of the API as JSON', async () => {
    const { code, out } = await run('deploy', manifest(object('contacts')), '--dry-run', '--json');
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      [{ name: 'shop', plan: { change: 'changed', droppedObjects: ['deals'] } }],
    ]);
  });

  it('W9: exits with 1 and one line for each fault, with file and place as manifest check has it', async () => {
    const file = manifest(object('contacts', '* * * * *'));
    const refused = await run('deploy', file);
    const place = `${file}:9:11: error: $.integrations[0].read.objects[0].schedule: `;
    const [fault = '', ...rest] = refused.err.split('\n');
    expect([refused.code, fault.slice(0, place.length), fault.slice(place.length)]).toEqual([
      1,
      place,
      expect.stringContaining('more often than every 10 minutes'),
    ]);
    expect(rest).toEqual([
      '422: The manifest has a fault; nothing was changed.',
      'Fix the faults and deploy again.',
      '',
    ]);
    expect((await run('manifest', 'check', file)).out).toContain(place);
    const typo = await run('deploy', manifest(object('contacts').replace('main', 'mian')), '--dry-run');
    expect([typo.code, typo.err]).toEqual([1, expect.stringMatching(/:8:\d+: error: .*destination-exists.*main/)]);
    const syntax = await run('deploy', manifest(object('contacts', "'")));
    expect([syntax.code, syntax.err]).toEqual([1, expect.stringMatching(/causeway\.yaml:\d+:\d+: error: \$: /)]);
  });

  it('leaves the deploy by an uploaded zip as it is', async () => {
    const { url, bucket, path } = succeeded<Record<'url' | 'bucket' | 'path', string>>(
      await builder.send('GET', '/v1/generate-upload-url'),
    );
    const body = zipSync({ 'amp.yaml': strToU8(HEAD + object('contacts', '15 * * * *')) });
    await fetch(url, { method: 'PUT', body });
    const sourceZipUrl = `gs://${bucket}${path}`;
    const dry = await builder.call('PUT', '/integrations:batch?dryRun=true', { sourceZipUrl });
    expect(succeeded(dry)).toMatchObject([{ plan: { change: 'changed' } }]);
    succeeded(await builder.call('PUT', '/integrations:batch', { sourceZipUrl }));
    expect((await run('deploy', manifest(object('contacts', '15 * * * *')), '--detailed-exitcode')).code).toBe(0);
  });

  it('follows an operation until it ends, as text and as lines of JSON', async () => {
    await builder.connect(sandbox, 'acme');
    const integration = await builder.get<{ id: string }>('/integrations/shop');
    await builder.installed(integration.id, 'acme', { contacts: { selectedFields: { id: true } } });
    const id = await builder.trigger(integration.id, 'contacts', 'acme');
    const followed = await run('operations', '--follow', id);
    expect([followed.code, followed.out]).toEqual([0, expect.stringContaining(`${id}  success  contacts`)]);
    const { out } = await run('operations', '--follow', id, '--json');
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string });
    expect(lines.at(-1)).toMatchObject({ type: 'operation', operation: { id, status: 'success' } });
    const none = await run('operations', '--follow', '01900000-0000-7000-8000-000000000000');
    expect([none.code, none.err]).toEqual([1, expect.stringContaining('404')]);
  });

  it('prints the address of a thing in the console', async () => {
    const { code, out } = await run('open', 'integrations', 'shop', '--json');
    const url = `${platform.origin}/console/${platform.ready.project.name}/integrations/shop`;
    expect([code, JSON.parse(out)]).toEqual([0, { url }]);
    expect((await run('open', 'integratons')).err).toContain('integrations');
  });
});
