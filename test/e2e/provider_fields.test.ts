import { Buffer } from 'node:buffer';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { type Asked, type ScriptedProvider, startScriptedProvider } from '../support/scripted_provider.ts';

/** Our provider file at another address, with a key as bearer token. */
function atAnotherAddress(folder: string, name: string, as: string, leaveOut: string[] = []): void {
  const file = parse(readFileSync(assetPath(`connectors/providers/${name}.yaml`), 'utf8')) as Record<string, unknown>;
  for (const key of leaveOut) delete file[key];
  const moved = {
    ...file,
    name: as,
    baseURL: '{{.baseUrl}}',
    auth: { type: 'apiKey', in: 'header', name: 'Authorization', prefix: 'Bearer ' },
    variables: [{ name: 'baseUrl' }],
  };
  writeFileSync(join(folder, `${as}.yaml`), stringify(moved));
}

const envelope = (body: string) => `<?xml version="1.0"?><s:Envelope xmlns:s="x"><s:Body>${body}</s:Body></s:Envelope>`;
const field = { fieldName: 'Size__c', displayName: 'Size', valueType: 'int' };

describe('fields at other providers than the sandbox', () => {
  const providersDir = mkdtempSync(join(tmpdir(), 'causeway-providers-'));
  let platform: TestPlatform;
  let builder: Builder;
  let org: ScriptedProvider;
  let sandbox: Sandbox;

  beforeAll(async () => {
    atAnotherAddress(providersDir, 'salesforce', 'movedSalesforce', ['healthCheck']);
    atAnotherAddress(providersDir, 'sandbox', 'plainSandbox', ['metadata', 'fieldUpsert']);
    [org, sandbox, platform] = await Promise.all([
      startScriptedProvider(),
      startSandbox({ records: 2 }),
      startTestPlatform({ CAUSEWAY_PROVIDERS_DIR: providersDir }),
    ]);
    builder = aBuilder(platform);
    await builder.connect(org, 'acme', { provider: 'movedSalesforce', apiKey: 'CANARY-session' });
  });

  afterAll(async () => {
    await platform.stop();
    await Promise.all([org.stop(), sandbox.stop()]);
    rmSync(providersDir, { recursive: true, force: true });
  });

  const upsert = (fields: unknown = { Account: [field] }) =>
    builder.call('PUT', '/providers/movedSalesforce/object-metadata', { groupRef: 'acme', fields });
  const describeAccount = () =>
    builder.call('GET', '/providers/movedSalesforce/objects/Account/metadata?groupRef=acme');
  const operationIn = ({ body }: Asked) => /<(readMetadata|upsertMetadata)>/.exec(body)?.[1] ?? '';

  it('are described by Salesforce, for any object', async () => {
    const fields = [{ name: 'Size__c', label: 'Size', type: 'double', custom: true, updateable: true, nillable: true }];
    org.answer(() => ({ text: JSON.stringify({ compositeResponse: [{ body: { label: 'Account', fields } }] }) }));
    expect(succeeded(await describeAccount())).toEqual({
      name: 'Account',
      displayName: 'Account',
      fields: {
        Size__c: {
          fieldName: 'Size__c',
          displayName: 'Size',
          valueType: 'float',
          providerType: 'double',
          readOnly: false,
          isCustom: true,
          isRequired: false,
        },
      },
    });
  });

  it('are created by SOAP with the token of the connection, permitted and assigned', async () => {
    org.asked.length = 0;
    org.answer((asked) => {
      if (asked.path.startsWith('/services/data/v60.0/query')) return { text: '{"records":[{"Id":"0PS"}]}' };
      if (asked.path === '/services/oauth2/userinfo') return { text: '{"user_id":"005"}' };
      if (asked.path.endsWith('PermissionSetAssignment')) return { status: 201, text: '{"success":true}' };
      const name = /<fullName>(.*?)<\/fullName>/.exec(asked.body)?.[1] ?? '';
      const result = `<result><created>true</created><fullName>${name}</fullName><success>true</success></result>`;
      const inner = operationIn(asked) === 'upsertMetadata' ? result : '<result></result>';
      return {
        type: 'text/xml',
        text: envelope(`<${operationIn(asked)}Response>${inner}</${operationIn(asked)}Response>`),
      };
    });
    expect(succeeded(await upsert())).toEqual({
      success: true,
      fields: { Account: { Size__c: { fieldName: 'Size__c', action: 'create' } } },
    });
    expect(org.asked.map((asked) => operationIn(asked) || asked.path.split('?')[0])).toEqual([
      'readMetadata',
      'upsertMetadata',
      'readMetadata',
      'upsertMetadata',
      '/services/data/v60.0/query',
      '/services/oauth2/userinfo',
      '/services/data/v60.0/sobjects/PermissionSetAssignment',
    ]);
    expect(org.asked[1]?.body).toContain('<sessionId>CANARY-session</sessionId>');
    expect(platform.log()).not.toContain('CANARY-session');
  });

  const bomb = `<!DOCTYPE x [<!ENTITY a "SECRETWORD"><!ENTITY b "${'&a;'.repeat(2000)}">]>`;
  const hostile: [string, string][] = [
    ['an entity bomb', `${bomb}${envelope(`<upsertMetadataResponse>${'&b;'.repeat(2000)}</upsertMetadataResponse>`)}`],
    ['half an envelope', '<s:Envelope><s:Body><SECRETWORD'],
    ['an HTML page', '<!doctype html><title>SECRETWORD</title>'],
    ['an empty answer', ''],
  ];
  it.each(hostile)('fail as a provider failure that quotes nothing of %s', async (_what, text) => {
    org.answer(() => ({ type: 'text/xml', text }));
    for (const answer of [await upsert(), await describeAccount()]) {
      expect([answer.status, answer.type, answer.body['retryable']]).toEqual([502, 'application/problem+json', true]);
      expect(answer.text).not.toMatch(/SECRETWORD|CANARY/);
    }
  });

  it.each([
    ['an abyss', '<SECRETWORD>'.repeat(300_000)],
    ['an answer over the size limit', `<SECRETWORD>${'x'.repeat(17 * 1024 * 1024)}</SECRETWORD>`],
  ])('S1: fail by name, for good and without a quote, at %s', async (_what, text) => {
    org.answer(() => ({ type: 'text/xml', text }));
    for (const answer of [await upsert(), await describeAccount()]) {
      expect([answer.status, answer.body['retryable']]).toEqual([422, undefined]);
      expect(answer.text).toMatch(/CAUSEWAY_ANSWER_MAX_(DEPTH|BYTES|VALUES)/);
      expect(answer.text).not.toMatch(/SECRETWORD|CANARY/);
    }
  });

  it('are refused with the message of Salesforce only', async () => {
    org.answer(() => ({
      status: 403,
      text: '[{"errorCode":"INSUFFICIENT_ACCESS","message":"No access to metadata","inner":"SECRETWORD"}]',
    }));
    const answer = await describeAccount();
    expect([answer.status, answer.body['causes']]).toEqual([422, ['Salesforce answered 403: No access to metadata']]);
    expect(answer.text).not.toContain('SECRETWORD');
  });

  it('are inferred from records, and marked so, if the provider file has no description', async () => {
    // The sandbox accepts its key in another header, and as a bearer token too.
    const form = new URLSearchParams({ grant_type: 'client_credentials', scope: 'crm.read' });
    const granted = await fetch(`${sandbox.url}/oidc/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('sandbox-client:sandbox-secret').toString('base64')}` },
      body: form,
    });
    const { access_token: apiKey } = (await granted.json()) as { access_token: string };
    await builder.connect(sandbox, 'plain', { provider: 'plainSandbox', apiKey });
    const path = '/providers/plainSandbox/objects/deals/metadata?groupRef=plain';
    const { fields } = succeeded<{ fields: Record<string, Record<string, unknown>> }>(await builder.call('GET', path));
    expect(fields['updated_at']).toEqual({
      fieldName: 'updated_at',
      displayName: 'Updated At',
      valueType: 'datetime',
      isSampled: true,
    });
    expect(fields['active']).toMatchObject({ valueType: 'boolean' });
    expect(fields['big_number']).toMatchObject({ valueType: 'int' });
    expect(fields["$['owner']['name']"]).toMatchObject({ displayName: 'Owner Name', valueType: 'string' });
    expect(Object.values(fields).every(({ providerType }) => providerType === undefined)).toBe(true);
    const refused = await builder.call('PUT', '/providers/plainSandbox/object-metadata', {
      groupRef: 'plain',
      fields: { deals: [field] },
    });
    expect(refused.status).toBe(422);
  });
});
