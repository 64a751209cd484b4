import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadDocument, type Operation, operationsOf } from '../../gateway/contract/document.ts';
import { newApiKey } from '../../lib/crypto/api_key.ts';
import { checkDeclared } from '../support/declared_answers.ts';
import { type Answer, startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { addressOf, type Drawn, send } from '../support/tenants/drawn_request.ts';

const document = loadDocument();
const operations = operationsOf(document);
const named = (some: Operation[]) => some.map((operation) => [operation.operationId, operation] as const);
const closed = operations.filter(({ schemes }) => schemes.length > 0);

/** The gateway checks the credential before anything else, so empty requests are enough. */
describe('the credential of every operation', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startTestPlatform();
  });
  afterAll(() => platform.stop());

  async function ask(operation: Operation, headers: Record<string, string>): Promise<Answer> {
    const drawn: Drawn = { path: { projectIdOrName: platform.ready.project.name }, query: {} };
    for (const [, name = ''] of operation.path.matchAll(/\{(\w+)\}/g)) drawn.path[name] ??= 'x';
    const answer = await send(platform.origin, operation, drawn, headers);
    checkDeclared(operation.method.toUpperCase(), addressOf(operation, drawn), answer);
    return answer;
  }

  const key = () => ({ 'x-api-key': platform.ready.apiKey });
  const token = () => ({ authorization: `Bearer ${platform.ready.bearerToken}` });

  async function expectRefused(operation: Operation, headers: Record<string, string>, status: number): Promise<void> {
    const answer = await ask(operation, headers);
    expect([headers, answer.status, answer.body['status']]).toEqual([headers, status, status]);
    expect(answer.headers.get('www-authenticate') !== null).toBe(status === 401);
  }

  it.each(named(closed))('is needed by %s', (_id, operation) => expectRefused(operation, {}, 401));

  it.each(named(closed))('is refused by %s if malformed', async (_id, operation) => {
    const keys = ['', 'x', 'cwk_', `${platform.ready.apiKey}x`, 'a'.repeat(8_000)].map((value) => ({
      'x-api-key': value,
    }));
    const words = ['Bearer', 'Bearer ', 'Bearer x', 'Bearer a.b.c', 'Bearer ..', 'Basic eDp5', 'Token x', 'x'];
    for (const headers of [...keys, ...words.map((authorization) => ({ authorization }))])
      await expectRefused(operation, headers, 401);
  });

  it.each(named(closed))('is refused by %s if unknown', async (_id, operation) => {
    const forged = platform.ready.bearerToken.replace(/\.[^.]+$/, `.${'A'.repeat(86)}`);
    await expectRefused(operation, { 'x-api-key': newApiKey() }, 401);
    await expectRefused(operation, { authorization: `Bearer ${forged}` }, 401);
    await expectRefused(operation, { authorization: `Bearer ${platform.ready.apiKey}` }, 401);
    await expectRefused(operation, { 'x-api-key': platform.ready.bearerToken }, 401);
  });

  it.each(named(closed))(
    'may come with another: %s takes the API key, or ignores what it does not take',
    async (_id, operation) => {
      const wrongKey = { 'x-api-key': newApiKey() };
      expect((await ask(operation, { ...key(), ...token() })).status).not.toBe(401);
      if (operation.schemes.includes('ApiKey')) {
        await expectRefused(operation, { ...wrongKey, ...token() }, 401);
        expect((await ask(operation, { ...key(), authorization: 'Bearer x' })).status).not.toBe(401);
      } else expect((await ask(operation, { ...wrongKey, ...token() })).status).not.toBe(401);
    },
  );

  it.each(named(closed))('is accepted by %s exactly with the documented schemes', async (_id, operation) => {
    for (const [scheme, headers] of [['ApiKey', key()] as const, ['Bearer', token()] as const]) {
      if (!operation.schemes.includes(scheme)) await expectRefused(operation, headers, 401);
      else expect([scheme, (await ask(operation, headers)).status]).not.toEqual([scheme, 401]);
    }
  });

  it.each(named(operations.filter(({ schemes }) => schemes.length === 0)))(
    'is not needed by %s',
    async (_id, operation) => {
      for (const headers of [{}, { 'x-api-key': 'x' }, { authorization: 'Bearer x' }, { ...key(), ...token() }])
        expect([headers, (await ask(operation, headers)).status]).not.toEqual([headers, 401]);
    },
  );

  it('is as in the specification for its sixteen operations with a scheme', () => {
    const schemes = Object.fromEntries(operations.map((operation) => [operation.operationId, operation.schemes]));
    const wanted = Object.entries(SPECIFIED).filter(([id]) => id in schemes);
    expect(Object.fromEntries(wanted.map(([id]) => [id, schemes[id]]))).toEqual(Object.fromEntries(wanted));
  });
});

const KEY = ['ApiKey'];
const EITHER = ['ApiKey', 'Bearer'];
const SPECIFIED = {
  createBillingAccountSession: EITHER,
  listApiKeys: EITHER,
  pauseReads: KEY,
  acceptInvite: ['Bearer'],
  listOperationLogs: EITHER,
  patchObjectConfigContent: KEY,
  updateTopic: KEY,
  triggerRead: KEY,
  listProviderApps: EITHER,
  createInstallation: KEY,
  listIntegrations: EITHER,
  getOrgInvite: EITHER,
  upsertMetadataForInstallation: KEY,
  listProviders: [],
  deleteConnection: KEY,
  createEventTopicRoute: KEY,
};
