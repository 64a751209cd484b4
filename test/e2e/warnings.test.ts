import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stringify } from 'yaml';
import { runCommandLine } from '../../cli/command_line.ts';
import { succeeded } from '../support/builder.ts';
import { type Stage, startStage } from '../support/stage.ts';

type Warning = { message: string; line?: number; path: string; rule: string; suggestion?: string };
type Integration = { id: string; latestRevision: { warnings: Warning[] } };
type Installation = {
  id: string;
  healthStatus: string;
  healthReasons: { code: string; level: string; detail: string; since: string; objectName?: string }[];
  warnings: Warning[];
  config: { createdBy: string };
  group: object;
};

const WRITER = {
  name: 'writer',
  provider: 'sandbox',
  write: { objects: [{ objectName: 'contacts' }] },
  watchSchema: { destination: 'main', allObjects: {} },
};
const READER = {
  name: 'reader',
  provider: 'sandbox',
  read: { objects: [{ objectName: 'contacts', destination: 'main', requiredFields: [{ fieldName: 'id' }] }] },
};

describe('warnings', () => {
  let stage: Stage;
  let folder: string;
  beforeAll(async () => {
    stage = await startStage({ records: 3 });
    folder = mkdtempSync(join(tmpdir(), 'causeway-deploy-'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await stage.stop();
  });

  const yamlOf = (...integrations: object[]) => stringify({ specVersion: '1.0.0', integrations });
  const typed = () =>
    yamlOf(READER).replace(
      'destination: main',
      "destination: main\n          shedule: '0 * * * *'\n          backfil: {}",
    );
  const batch = async (sourceYaml: string) =>
    succeeded<Integration[]>(await stage.builder.call('PUT', '/integrations:batch', { sourceYaml }));
  async function install(integrationId: string, groupRef: string, content: object) {
    await stage.builder.connect(stage.sandbox, groupRef);
    const body = { groupRef, config: { content: { provider: 'sandbox', ...content } } };
    return stage.builder.call('POST', `/integrations/${integrationId}/installations`, body);
  }

  it('L8: of misspelt keys are in the answer of a deploy, and in that of every later GET', async () => {
    const [deployed] = await batch(typed());
    const unknown = (of?: Integration) => of?.latestRevision.warnings.filter(({ rule }) => rule === 'unknown-key');
    expect(unknown(deployed)).toEqual([
      expect.objectContaining({
        line: expect.any(Number),
        column: expect.any(Number),
        suggestion: 'Did you mean schedule?',
      }),
      expect.objectContaining({ suggestion: 'Did you mean backfill?' }),
    ]);
    const shown = await stage.builder.get<Integration>(`/integrations/${deployed?.id}`);
    expect(unknown(shown)).toEqual(unknown(deployed));
  });

  it('L8: are printed by causeway deploy, with file, line and suggestion', async () => {
    const file = join(folder, 'causeway.yaml');
    writeFileSync(file, typed());
    const said = { out: '', err: '' };
    const { apiKey, project } = stage.platform.ready;
    const at = ['--url', stage.platform.origin, '--api-key', apiKey, '--project', project.name];
    const output = {
      stream: async () => {},
      out: (text: string) => void (said.out += text),
      err: (text: string) => void (said.err += text),
    };
    expect(await runCommandLine(['deploy', file, ...at], output)).toBe(0);
    expect(said.out).toMatch(/^reader {2}[0-9a-f-]{36} {2}revision [0-9a-f-]{36}\n$/);
    expect(said.err).toMatch(/causeway\.yaml:\d+:\d+: warning: .*shedule.*\(unknown-key\) Did you mean schedule\?\n/);
    writeFileSync(file, yamlOf({ name: 'none', provider: 'nowhere' }));
    expect(await runCommandLine(['deploy', file, ...at], output)).toBe(1);
    expect(said.err).toMatch(
      /causeway\.yaml:3:5: error: \$\.integrations\[0\]: .*\n[\s\S]*\n422: The manifest has 2 faults/,
    );
  });

  it('come with a suggestion for an integration that a path misspells, and for an empty file', async () => {
    await batch(typed());
    const missed = await stage.builder.call('GET', '/integrations/raeder');
    expect([missed.status, missed.body['remedy']]).toEqual([404, 'Did you mean reader?']);
    const file = join(folder, 'empty.yaml');
    writeFileSync(file, '\n');
    let err = '';
    const output = { stream: async () => {}, out: () => undefined, err: (text: string) => void (err += text) };
    expect(await runCommandLine(['deploy', file], output)).toBe(1);
    expect(err).toMatch(/empty\.yaml is empty\. A manifest has at least one integration\.\n$/);
  });

  it('L9: about blocks that are not run yet are in the deploy, in the installation, its health and the lists', async () => {
    const [writer] = await batch(yamlOf(WRITER));
    expect(writer?.latestRevision.warnings).toMatchObject([
      { rule: 'not-run-yet', path: '$.integrations[0].watchSchema' },
    ]);
    const content = { read: { objects: {} }, write: { objects: { contacts: { objectName: 'contacts' } } } };
    const installed = succeeded<Installation>(await install(writer?.id ?? '', 'writes', content));
    expect(installed).toMatchObject({
      healthStatus: 'healthy',
      healthReasons: [{ code: 'notRunYet', level: 'warning', since: expect.any(String) }],
      warnings: [{ rule: 'not-run-yet' }],
      config: { createdBy: expect.stringMatching(/^builder:[0-9a-f-]{36}$/) },
      group: { updateTime: expect.any(String) },
    });
    const path = `/integrations/${writer?.id}/installations`;
    expect(await stage.builder.get(`${path}/${installed.id}`)).toEqual(installed);
    expect(await stage.builder.get(path)).toEqual([installed]);
    expect(await stage.builder.get<Installation[]>('/installations')).toContainEqual(installed);
  });

  it('are none in an integration that has the proxy alone, from the deploy to the installation', async () => {
    const [caller] = await batch(yamlOf({ name: 'caller', provider: 'sandbox', proxy: { enabled: true } }));
    expect(caller?.latestRevision.warnings ?? []).toEqual([]);
    const installed = succeeded<Installation>(await install(caller?.id ?? '', 'calls', { proxy: { enabled: true } }));
    expect([installed.healthStatus, installed.healthReasons ?? [], installed.warnings ?? []]).toEqual([
      'healthy',
      [],
      [],
    ]);
    expect(await stage.builder.get(`/integrations/${caller?.id}/installations/${installed.id}`)).toEqual(installed);
  });

  it('L10: about unknown keys are in the installation; parts that the integration lacks are refused', async () => {
    const [reader] = await batch(yamlOf(READER));
    const contacts = { objectName: 'contacts', shedule: '0 * * * *' };
    const refused = await install(reader?.id ?? '', 'reads', {
      read: { objects: { contacts } },
      proxy: { enabled: true },
    });
    expect([refused.status, refused.body['issues']]).toEqual([
      422,
      [expect.objectContaining({ name: 'config.content.proxy.enabled' })],
    ]);
    const answer = await install(reader?.id ?? '', 'reads', { read: { objects: { contacts } } });
    expect(succeeded<Installation>(answer).warnings).toEqual([
      {
        message: 'The key shedule is not known and has no effect.',
        path: 'config.content.read.objects.contacts.shedule',
        rule: 'unknown-key',
        suggestion: 'Did you mean schedule?',
      },
    ]);
  });
});
