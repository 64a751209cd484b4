import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type InstallationWorld, installationWorld, PROJECT } from '../../../test/support/installation_world.ts';
import { readObject, STRANGER } from '../../../test/support/installed.ts';

let world: InstallationWorld;
beforeEach(async () => {
  world = await installationWorld();
});
afterEach(() => world.close());

const contacts = readObject('contacts', { schedule: '0 * * * *' });
const deals = readObject('deals');
const create = (name: string, content: object, more: object = {}) =>
  world.createIntegration(world.call, {
    projectId: PROJECT,
    name,
    provider: 'sandbox',
    specVersion: '1.0.0',
    contentJson: JSON.stringify(content),
    ...more,
  });
const find = (name: string, projectId = PROJECT) => world.deps.stores.integrations.findByName(projectId, name);
const contentOf = async (name: string) =>
  JSON.parse((await find(name))?.latestRevision.contentJson ?? 'null') as object;

describe('createIntegration', () => {
  it('keeps what was sent, with its name and provider', async () => {
    await create('from-json', { displayName: 'CRM', read: { objects: [contacts, deals] } });
    expect(await contentOf('from-json')).toEqual({
      name: 'from-json',
      provider: 'sandbox',
      displayName: 'CRM',
      read: { objects: [contacts, deals] },
    });
  });

  it('takes again what a listing shows, empty schedules and all', async () => {
    const listed = { name: 'again', provider: 'sandbox', read: { objects: [{ ...deals, schedule: '' }] } };
    await create('again', listed);
    expect(await contentOf('again')).toEqual({ ...listed, read: { objects: [deals] } });
  });

  it('makes one of a name in a project, however many ask at the same moment', async () => {
    const content = { read: { objects: [deals] } };
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => create('rush', content)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ kind: 'alreadyExists' });
    await create('rush', content, { projectId: STRANGER });
    expect((await find('rush', STRANGER))?.id).not.toBe((await find('rush'))?.id);
  });

  it.each<[string, object, string]>([
    ['no action', {}, 'latestRevision.content'],
    [
      'a schedule that is too close',
      { read: { objects: [{ ...contacts, schedule: '* * * * *' }] } },
      'latestRevision.content.read.objects[0].schedule',
    ],
    ['an object twice', { read: { objects: [deals, deals] } }, 'latestRevision.content.read.objects[1].objectName'],
    [
      'no destination',
      { read: { objects: [{ objectName: 'deals' }] } },
      'latestRevision.content.read.objects[0].destination',
    ],
    ['another name inside', { name: 'other', read: { objects: [deals] } }, 'latestRevision.content.name'],
    ['another provider inside', { provider: 'hubspot', read: { objects: [deals] } }, 'latestRevision.content.provider'],
  ])('judges the content like a manifest: %s', async (_what, content, name) => {
    await expect(create('judged', content)).rejects.toMatchObject({
      kind: 'unprocessable',
      extras: { issues: [expect.objectContaining({ in: 'body', name })] },
    });
    expect(await find('judged')).toBeUndefined();
  });

  it('H10: refuses an object that the provider file calls unreadable, with its place in the body', async () => {
    const leads = { ...deals, objectName: 'leads' };
    await expect(create('judged', { read: { objects: [leads] } }, { provider: 'marketo' })).rejects.toMatchObject({
      kind: 'unprocessable',
      extras: {
        issues: [
          {
            name: 'latestRevision.content.read.objects[0].objectName',
            detail: expect.stringMatching(/^"leads" of Marketo cannot be read\. .* Remove it from `read\.objects`\.$/),
          },
        ],
      },
    });
    expect(await find('judged')).toBeUndefined();
  });

  it.each<[string, object, string]>([
    ['name', { name: 'my name' }, 'name'],
    ['provider', { provider: 'nowhere' }, 'provider'],
    ['version', { specVersion: '2' }, 'latestRevision.specVersion'],
  ])('names the %s that is wrong outside of the content', async (_what, more, name) => {
    await expect(create('fine', { read: { objects: [deals] } }, more)).rejects.toMatchObject({
      kind: 'unprocessable',
      extras: { issues: [expect.objectContaining({ in: 'body', name })] },
    });
  });
});
