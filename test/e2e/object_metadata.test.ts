import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';

const ABSENT = '01900000-0000-7000-8000-000000000000';
type Metadata = {
  name: string;
  displayName: string;
  mappedObjectName?: string;
  fields: Record<string, Record<string, unknown>>;
};

describe('the fields of an object', () => {
  let platform: TestPlatform;
  let builder: Builder;
  let sandbox: Sandbox;
  let integrationId: string;

  beforeAll(async () => {
    [sandbox, platform] = await Promise.all([startSandbox({ records: 3 }), startTestPlatform()]);
    builder = aBuilder(platform);
    integrationId = await builder.deploy({
      name: 'crm',
      read: {
        objects: [
          { objectName: 'contacts', mapToName: 'person', destination: 'main', requiredFields: [{ fieldName: 'id' }] },
          { objectName: 'deals', destination: 'main', requiredFields: [{ fieldName: 'id' }] },
        ],
      },
    });
    await builder.connect(sandbox, 'acme');
    succeeded(await builder.install(integrationId, 'acme', { contacts: {} }));
  });

  afterAll(async () => {
    await platform.stop();
    await sandbox.stop();
  });

  const through = (objectName: string, query = 'groupRef=acme', integration = integrationId) =>
    builder.call('GET', `/integrations/${integration}/objects/${objectName}/metadata?${query}`);
  const at = (objectName: string, query = 'groupRef=acme', provider = 'sandbox') =>
    builder.call('GET', `/providers/${provider}/objects/${objectName}/metadata?${query}`);

  it('are those that the provider describes, through an installation, by either name', async () => {
    const byName = succeeded<Metadata>(await through('contacts'));
    expect(byName).toMatchObject({ name: 'contacts', displayName: 'Contacts', mappedObjectName: 'person' });
    expect(byName.fields['stage']).toEqual({
      fieldName: 'stage',
      displayName: 'Stage',
      valueType: 'singleSelect',
      providerType: 'select',
      readOnly: false,
      isCustom: false,
      isRequired: false,
      values: ['lead', 'qualified', 'proposal', 'customer', 'lost'].map((value) => ({ value, displayValue: value })),
    });
    expect(byName.fields['name']).toMatchObject({ valueType: 'string', isRequired: true });
    expect(byName.fields['id']).toMatchObject({ readOnly: true, isRequired: false });
    expect(byName.fields['score']).toMatchObject({ valueType: 'float' });
    expect(byName.fields['active']).toMatchObject({ valueType: 'boolean' });
    expect(byName.fields['updated_at']).toMatchObject({ valueType: 'datetime' });
    expect(byName.fields['owner']).toMatchObject({ valueType: 'other', providerType: 'object' });
    expect(succeeded(await through('person'))).toEqual(byName);
  });

  it('have no mapped name if the manifest maps none, nor through a connection', async () => {
    expect(succeeded(await through('companies'))).not.toHaveProperty('mappedObjectName');
    const found = succeeded<Metadata>(await at('contacts'));
    expect([found.name, found.mappedObjectName]).toEqual(['contacts', undefined]);
    expect((await at('person')).status).toBe(404);
  });

  it('leave out read-only fields on request', async () => {
    const writable = succeeded<Metadata>(await at('contacts', 'groupRef=acme&excludeReadOnly=true'));
    expect(Object.keys(writable.fields)).not.toContain('id');
    expect(Object.keys(writable.fields)).toContain('email');
    const all = succeeded<Metadata>(await through('contacts', 'groupRef=acme&excludeReadOnly=false'));
    expect(Object.keys(all.fields)).toContain('id');
  });

  it.each([
    ['an object that the provider does not have', () => through('unicorns')],
    ['an object that the provider does not have, at the connection', () => at('unicorns')],
    ['a path instead of a name', () => at(encodeURIComponent('/api/v1/me'))],
    ['a path instead of a name, through an installation', () => through(encodeURIComponent('/api/v1/me'))],
    ['a group without an installation', () => through('contacts', 'groupRef=nobody')],
    ['a group without a connection', () => at('contacts', 'groupRef=nobody')],
    ['a missing integration', () => through('contacts', 'groupRef=acme', ABSENT)],
    ['a missing provider', () => at('contacts', 'groupRef=acme', 'nowhere')],
  ])('are not found for %s', async (_what, ask) => {
    const { status, type } = await ask();
    expect([status, type]).toEqual([404, 'application/problem+json']);
  });

  it('need a group', async () => {
    expect((await through('contacts', '')).status).toBe(400);
    expect((await at('contacts', 'groupRef=')).status).toBe(400);
    expect((await at('contacts', 'groupRef=acme&excludeReadOnly=perhaps')).status).toBe(400);
  });

  it.each(['500', 'drop-connection', 'invalid-json'] as const)(
    'are a failure of the provider after a %s, of which nothing is quoted',
    async (kind) => {
      for (const ask of [at, through]) {
        sandbox.control.addFault({ kind, object: 'contacts' });
        const answer = await ask('contacts');
        sandbox.control.clearFaults();
        expect([answer.status, answer.type]).toEqual([502, 'application/problem+json']);
        expect(answer.body).toMatchObject({ retryable: true });
      }
    },
  );

  it('mark credentials as bad if the provider rejects them, like a read', async () => {
    sandbox.control.addFault({ kind: '500', object: 'contacts' }); // saved, not checked
    const { id } = await builder.connect(sandbox, 'rejected', { apiKey: 'wrong' });
    const answer = await at('contacts', 'groupRef=rejected');
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ remedy: 'Let the customer connect again.' });
    expect(await builder.get<{ status: string }>(`/connections/${id}`)).toMatchObject({ status: 'bad_credentials' });
    const installed = await builder.install(
      integrationId,
      'rejected',
      { contacts: {} },
      { query: '?skipSampling=true' },
    );
    expect([installed.status, (await through('contacts', 'groupRef=rejected')).status]).toEqual([201, 422]);
  });

  it('refresh tokens that the provider rejects, and try again', async () => {
    const { id } = await builder.connect(sandbox, 'tokens', {
      provider: 'sandboxClient',
      oauth2ClientCredentials: { clientId: 'sandbox-client', clientSecret: 'sandbox-secret', scopes: ['crm.read'] },
    });
    expect((await at('contacts', 'groupRef=tokens', 'sandboxClient')).status).toBe(200);
    sandbox.control.revoke({ what: 'access' });
    expect((await at('contacts', 'groupRef=tokens', 'sandboxClient')).status).toBe(200);
    expect(await builder.get<{ status: string }>(`/connections/${id}`)).toMatchObject({ status: 'working' });
  });

  // The last test: from then on the connection waits.
  it('are refused with 429 at once after the provider asked to wait, until the time that it named', async () => {
    sandbox.control.addFault({ kind: '429', object: 'contacts', retryAfter: 600 });
    expect(await at('contacts')).toMatchObject({ status: 502, body: { retryable: true } });
    const answer = await through('contacts');
    expect(answer).toMatchObject({ status: 429, body: { retryable: true } });
    expect(Date.parse(String(answer.body['retryAfter']))).toBeGreaterThan(Date.now() + 300_000);
  });
});
