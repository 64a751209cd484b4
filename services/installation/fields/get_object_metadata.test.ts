import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import {
  type InstallationWorld,
  installationWorld,
  PROJECT,
  PUBLIC_URL,
} from '../../../test/support/installation_world.ts';
import { deployed, installed, readObject, STRANGER } from '../../../test/support/installed.ts';
import { makeUseCases } from '../use_cases.ts';

const FIELDS = [
  { name: 'id', label: 'Id', type: 'string', readOnly: true, required: true },
  { name: 'email', label: 'E-mail', type: 'string' },
  { name: 'stage', label: 'Stage', type: 'select', options: ['lead', 'won'] },
];

let world: InstallationWorld;
let integrationId: string;
beforeEach(async () => {
  world = await installationWorld();
  world.answer(({ url }) =>
    /\/(contacts|companies)\/fields$/.test(new URL(url).pathname)
      ? { body: FIELDS }
      : { status: 404, body: { error: { code: 'unknown_object', message: 'no such object' } } },
  );
  integrationId = await deployed(world, {
    name: 'crm',
    read: { objects: [readObject('contacts', { mapToName: 'person' }), readObject('companies')] },
  });
  await installed(world, integrationId, { content: { read: { objects: { contacts: {} } } } });
});
afterEach(() => world.close());

const through = (objectName: string, more: object = {}) =>
  world.getObjectMetadata(world.call, {
    projectId: PROJECT,
    integrationId,
    provider: '',
    groupRef: 'acme',
    consumerRef: '',
    objectName,
    excludeReadOnly: false,
    ...more,
  });
const at = (objectName: string, more: object = {}) =>
  through(objectName, { integrationId: '', provider: 'sandbox', ...more });

describe('getObjectMetadata', () => {
  it('tells what the provider says, through an installation by either name', async () => {
    const byName = await through('contacts');
    expect(byName).toMatchObject({ name: 'contacts', mappedObjectName: 'person' });
    expect(byName.fields['stage']).toMatchObject({ valueType: 'singleSelect', providerType: 'select' });
    expect(byName.fields['id']).toMatchObject({ readOnly: true, isRequired: false });
    expect(await through('person')).toEqual(byName);
    expect(await through('companies')).not.toHaveProperty('mappedObjectName');
  });

  it('knows no mapped name at a connection', async () => {
    expect(await at('contacts')).not.toHaveProperty('mappedObjectName');
    await expect(at('person')).rejects.toMatchObject({ kind: 'notFound', detail: 'Sandbox has no such object.' });
  });

  it('leaves out what can not be written when asked to', async () => {
    const fields = async (excludeReadOnly: boolean) =>
      Object.keys((await at('contacts', { excludeReadOnly })).fields).sort();
    expect([await fields(true), await fields(false)]).toEqual([
      ['email', 'stage'],
      ['email', 'id', 'stage'],
    ]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['an object that the provider does not have', () => through('unicorns')],
    ['a path instead of a name', () => at('/api/v1/me')],
    ['a path instead of a name, through an installation', () => through('/api/v1/me')],
    ['a group without an installation', () => through('contacts', { groupRef: 'nobody' })],
    ['a group without a connection', () => at('contacts', { groupRef: 'nobody' })],
    ['another person’s installation', () => through('contacts', { consumerRef: 'somebody' })],
    ['another person’s connection', () => at('contacts', { consumerRef: 'somebody' })],
    ['an integration that is not there', () => through('contacts', { integrationId: ABSENT })],
    ['an integration of another project', () => through('contacts', { projectId: STRANGER })],
    ['a connection of another project', () => at('contacts', { projectId: STRANGER })],
    ['a provider that is not there', () => at('contacts', { provider: 'nowhere' })],
  ])('finds nothing for %s', async (_what, ask) => {
    await expect(ask()).rejects.toMatchObject({ kind: 'notFound' });
  });

  it.each([500, 429])('is a failure of the provider after a %d, of which nothing is quoted', async (status) => {
    world.answer(() => ({ status, headers: { 'retry-after': '7' }, body: { error: { message: 'INNARDS' } } }));
    const failure = await at('contacts').catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: 'providerFailed', detail: expect.not.stringContaining('INNARDS') });
    if (status === 429) expect(failure).toMatchObject({ extras: { retryAfter: world.deps.clock.now() + 7_000 } });
  });

  describe('when the provider rejects the credentials', () => {
    /** Where a refusal is confirmed after a millisecond, which goes by whenever the provider is asked. */
    const ask = () => {
      const settings = { publicUrl: PUBLIC_URL, internalToken: 'shared', confirmRefusal: 1 };
      return makeUseCases(world.deps, settings).getObjectMetadata(world.call, {
        projectId: PROJECT,
        integrationId: '',
        provider: 'sandbox',
        groupRef: 'acme',
        consumerRef: '',
        objectName: 'contacts',
        excludeReadOnly: false,
      });
    };
    const refused = (times: number) => {
      let left = times;
      world.answer(() => {
        world.pass(10);
        left -= 1;
        return left >= 0 ? { status: 401, body: {} } : { body: FIELDS };
      });
    };
    const statusNow = () => world.db('connections').where({ group_ref: 'acme' }).first('status') as Promise<object>;

    it('asks again, and takes them for good where that was all', async () => {
      refused(1);
      await expect(ask()).resolves.toMatchObject({ name: 'contacts' });
      expect(await statusNow()).toEqual({ status: 'working' });
    });

    it('marks them as bad when it rejects them again', async () => {
      refused(2);
      await expect(ask()).rejects.toMatchObject({
        kind: 'unprocessable',
        extras: { remedy: 'Let the customer connect again.' },
      });
      expect(await statusNow()).toEqual({ status: 'bad_credentials' });
    });
  });
});
