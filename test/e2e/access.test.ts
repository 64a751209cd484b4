import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadDocument, type Operation, operationsOf } from '../../gateway/contract/document.ts';
import { addApiKey, addBuilder } from '../support/credentials.ts';
import { checkDeclared } from '../support/declared_answers.ts';
import { type Answer, request, startTestPlatform, type TestPlatform } from '../support/platform.ts';

const operations = operationsOf(loadDocument());
const secured = operations.filter(({ schemes }) => schemes.length > 0);
const named = (some: Operation[]) => some.map((operation) => [operation.operationId, operation] as const);

/** Access is decided before the body is read, so an empty request shows who may call. */
describe('access of credentials to operations', () => {
  let platform: TestPlatform;
  let frontendKey: string;
  let member: string;
  let admin: string;
  let owner: string;
  let stranger: string;

  beforeAll(async () => {
    platform = await startTestPlatform();
    frontendKey = await addApiKey(platform, ['frontend']);
    [member, admin, owner, stranger] = await Promise.all([
      addBuilder(platform, 'member'),
      addBuilder(platform, 'admin'),
      addBuilder(platform, 'owner'),
      addBuilder(platform, null),
    ]);
  });
  afterAll(() => platform.stop());

  async function call(operation: Operation, headers: Record<string, string>): Promise<Answer> {
    const path = operation.path
      .replace('{projectIdOrName}', platform.ready.project.name)
      .replace('{orgId}', platform.ready.orgId)
      .replace(/\{\w+\}/g, '01900000-0000-7000-8000-000000000000');
    const url = `${operation.base === '/' ? '' : operation.base}${path}`;
    const method = operation.method.toUpperCase();
    const answer = await request(platform.origin, method, url, { headers });
    checkDeclared(method, url, answer);
    return answer;
  }
  const withKey = (operation: Operation) => call(operation, { 'x-api-key': frontendKey });
  const withToken = (operation: Operation, token: string) => call(operation, { authorization: `Bearer ${token}` });

  const forKeys = secured.filter(({ schemes }) => schemes.includes('ApiKey'));
  it.each(named(forKeys.filter(({ access }) => access.scope === 'full')))(
    'refuses %s to a key of the scope frontend',
    async (_id, operation) => {
      const { status, body } = await withKey(operation);
      expect([status, body['remedy']]).toEqual([403, expect.stringContaining('full')]);
    },
  );
  it.each(named(forKeys.filter(({ access }) => access.scope === 'frontend')))(
    'lets a key of the scope frontend call %s',
    async (_id, operation) => expect([401, 403]).not.toContain((await withKey(operation)).status),
  );

  const forBuilders = secured.filter(
    ({ schemes, path, access }) =>
      schemes.includes('Bearer') && access.role !== 'anyone' && /\{(projectIdOrName|orgId)\}/.test(path),
  );
  it.each(named(forBuilders.filter(({ access }) => access.role === 'member')))(
    'lets a member call %s',
    async (_id, operation) => expect([401, 403]).not.toContain((await withToken(operation, member)).status),
  );
  it.each(named(forBuilders.filter(({ access }) => access.role === 'admin')))(
    'lets an admin call %s, and no member',
    async (_id, operation) => {
      const { status, body } = await withToken(operation, member);
      expect([status, body['remedy']]).toEqual([403, expect.stringContaining('admin')]);
      expect([401, 403]).not.toContain((await withToken(operation, admin)).status);
    },
  );
  const forOwners = forBuilders.filter(({ access }) => access.role === 'owner');
  it('lets only owners, and no admin, use owner operations', async () => {
    for (const operation of forOwners) {
      expect([operation.operationId, (await withToken(operation, admin)).status]).toEqual([operation.operationId, 403]);
      expect([401, 403]).not.toContain((await withToken(operation, owner)).status);
    }
  });
  it('answers a builder without an org as if the resource did not exist', async () => {
    for (const operation of forBuilders)
      expect([operation.operationId, (await withToken(operation, stranger)).status]).toEqual([
        operation.operationId,
        404,
      ]);
  });

  it('S14: hides signing keys and credentials from members, and credentials from credentials for browsers', async () => {
    const get = (path: string, headers: Record<string, string>) =>
      request(platform.origin, 'GET', `/v1/projects/${platform.ready.project.name}${path}`, { headers });
    for (const query of ['includeSecrets', 'rotate'])
      expect(await get(`/destinations/x?${query}=true`, { authorization: `Bearer ${member}` })).toMatchObject({
        status: 403,
      });
    for (const query of ['includeCreds', 'includeRefreshToken'])
      for (const credential of [{ 'x-api-key': frontendKey }, { authorization: `Bearer ${member}` }])
        expect(await get(`/connections/x?${query}=true`, credential)).toMatchObject({ status: 403 });
  });
});
