import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import { type InstallationWorld, installationWorld, PROJECT } from '../../../test/support/installation_world.ts';
import { deployed, readObject, STRANGER } from '../../../test/support/installed.ts';

let world: InstallationWorld;
let asked: { integrationId: string; revisionId: string; connectionId: string };
beforeEach(async () => {
  world = await installationWorld();
  world.answer(() => ({ body: [{ name: 'email', label: 'E-mail', type: 'string' }] }));
  const integrationId = await deployed(world, {
    name: 'crm',
    read: { objects: [readObject('contacts'), readObject('companies')] },
  });
  asked = { integrationId, revisionId: await latestOf(integrationId), connectionId: (await world.connect()).id };
});
afterEach(() => world.close());

const latestOf = async (id: string, projectId = PROJECT) =>
  (await world.deps.stores.integrations.find(projectId, id))?.latestRevision.id ?? '';
const hydrate = (more: object = {}) => world.hydrateRevision(world.call, { projectId: PROJECT, ...asked, ...more });

describe('hydrateRevision', () => {
  it('is the revision with the fields that its objects have in the account', async () => {
    const { id, content } = await hydrate();
    expect(id).toBe(asked.revisionId);
    expect(content).toMatchObject({
      name: 'crm',
      read: { objects: [{ objectName: 'contacts' }, { objectName: 'companies' }] },
    });
    for (const object of content.read?.objects ?? [])
      expect(object).toMatchObject({ allFieldsMetadata: { email: { displayName: 'E-mail' } } });
  });

  it('says at one object what went wrong with it, and shows the others', async () => {
    world.answer(({ url }) =>
      url.includes('companies') ? { status: 500, body: {} } : { body: [{ name: 'email', type: 'string' }] },
    );
    const [contacts, companies] = (await hydrate()).content.read?.objects ?? [];
    expect(contacts).not.toHaveProperty('error');
    expect(companies).toMatchObject({
      allFieldsMetadata: {},
      error: expect.stringContaining('Sandbox did not answer as it should'),
    });
  });

  it('says at an object that there is no permit of the rate limit, without a call', async () => {
    await world.permits.close({ projectId: PROJECT, key: `connection:${asked.connectionId}` }, 3_600_000);
    let calls: number;
    let contacts: object | undefined;
    // Connecting looked for closed budgets, and a process does so once a second.
    do {
      calls = world.sent.length;
      [contacts] = (await hydrate()).content.read?.objects ?? [];
    } while (contacts && !('error' in contacts));
    expect(contacts).toMatchObject({ error: 'The rate limit of Sandbox is exhausted.' });
    expect(world.sent).toHaveLength(calls);
  });

  it('says so at every object when the credentials are bad', async () => {
    await world.deps.stores.connections.markBad(PROJECT, asked.connectionId, 1, world.deps.clock.now());
    for (const object of (await hydrate()).content.read?.objects ?? [])
      expect(object).toMatchObject({
        error: expect.stringContaining('The provider does not accept the credentials of this connection.'),
      });
    expect(world.sent).toEqual([]);
  });

  it('shows a long description of the fields as one that is too long, not as a failure', async () => {
    const many = Array.from({ length: 600 }, (_, n) => ({ name: `f${n}`, label: 'x'.repeat(30_000), type: 'string' }));
    world.answer(() => ({ body: many }));
    const objects = (await hydrate()).content.read?.objects ?? [];
    expect(objects.map((object) => ('error' in object ? object.error : ''))).toContain(
      'The description of the fields is too long to be shown here.',
    );
  });

  it('finds no integration, revision or connection that is absent, foreign, or of another integration', async () => {
    const other = await deployed(world, { name: 'other', read: { objects: [readObject('deals')] } });
    const theirs = await deployed(
      world,
      { name: 'crm', read: { objects: [readObject('deals')] } },
      { projectId: STRANGER },
    );
    const theirConnection = await world.connect({ projectId: STRANGER });
    for (const [more, detail] of [
      [{ integrationId: ABSENT }, 'There is no such integration.'],
      [{ integrationId: theirs }, 'There is no such integration.'],
      [{ integrationId: other }, 'There is no such revision.'],
      [{ revisionId: ABSENT }, 'There is no such revision.'],
      [{ revisionId: await latestOf(theirs, STRANGER) }, 'There is no such revision.'],
      [{ connectionId: ABSENT }, 'There is no such connection.'],
      [{ connectionId: theirConnection.id }, 'There is no such connection.'],
    ] as const)
      await expect(hydrate(more)).rejects.toMatchObject({ kind: 'notFound', detail });
  });

  it('is refused with a connection to another provider', async () => {
    const { id } = await world.connect({
      provider: 'sandboxBasic',
      credentialsJson: '{"basicAuth":{"username":"a","password":"b"}}',
    });
    await expect(hydrate({ connectionId: id })).rejects.toMatchObject({
      kind: 'unprocessable',
      extras: { issues: [expect.objectContaining({ in: 'query', name: 'connectionId' })] },
    });
  });
});
