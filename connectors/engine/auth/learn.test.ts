import { describe, expect, it } from '@jest/globals';
import { aProvider } from '../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../test/support/scripted_send.ts';
import { loadProviders } from '../catalogue/providers.ts';
import type { LearnFrom, Provider } from '../file/provider.ts';
import { learnedNames, learnValues } from './learn.ts';

const sites = [
  { id: 's1', url: 'https://other.acme.example/' },
  { id: 's2', url: 'https://Mine.acme.example' },
];
const from: LearnFrom = {
  url: 'https://acme.example/sites',
  list: 'sites',
  where: { path: 'url', equals: 'https://{{.workspace}}.acme.example' },
  path: 'id',
};
const auth = { headers: { Authorization: 'Bearer t' }, query: { v: '2' } };
const acme = (more: Partial<Provider> = {}) =>
  aProvider({}, { baseURL: 'https://acme.example/{{.siteId}}', learned: [{ name: 'siteId', from }], ...more });

describe('learned values', () => {
  it('are requested with the credentials and taken from the matching entry', async () => {
    const send = scriptedSend({ body: { sites } });
    const headers = { 'X-Site': '{{.siteId}}', 'X-Version': '3' };
    const found = await learnValues(acme({ headers }), { auth, variables: { workspace: 'mine' } }, send, Date.now());
    expect(found).toEqual({ siteId: 's2' });
    expect(send.requests[0]).toEqual({
      method: 'GET',
      url: 'https://acme.example/sites?v=2',
      headers: { Accept: 'application/json', Authorization: 'Bearer t', 'X-Version': '3' },
    });
  });

  it('are not requested if known, and share one request to the same URL', async () => {
    const send = scriptedSend({ body: { sites: [{ id: 's1', url: 'https://eu.acme.example' }] } });
    const both = [
      { name: 'siteId', from: { url: from.url, list: 'sites', path: 'id' } },
      { name: 'server', from: { url: from.url, path: 'sites[0].url', capture: '^https://([^.]+)' } },
      { name: 'known', from },
      { name: 'byToken' },
    ];
    const provider = acme({ learned: both });
    expect(await learnValues(provider, { auth, variables: { known: 'k' } }, send, Date.now())).toEqual({
      siteId: 's1',
      server: 'eu',
    });
    expect([send.requests.length, learnedNames(provider)]).toEqual([1, ['siteId', 'server', 'known']]);
  });

  it('fail if they are missing and needed, and are omitted if not needed', async () => {
    const account = { auth, variables: { workspace: 'nobody' } };
    await expect(learnValues(acme(), account, scriptedSend({ body: { sites } }), Date.now())).rejects.toThrow(
      'returned no siteId',
    );
    await expect(learnValues(acme(), account, scriptedSend({ status: 403 }), Date.now())).rejects.toThrow('403');
    const idle = acme({ baseURL: 'https://acme.example' });
    expect(await learnValues(idle, account, scriptedSend({ status: 403 }), Date.now())).toEqual({});
  });
});

describe('learned values of our own files', () => {
  const catalogue = loadProviders();
  const learn = (name: string, variables: Record<string, string>, body: object) =>
    learnValues(catalogue.get(name) as Provider, { auth, variables }, scriptedSend({ body }), Date.now());

  it('are the site at Atlassian, the tenant at Xero, the server at DocuSign', async () => {
    const resources = [
      { id: 'c1', url: 'https://one.atlassian.net' },
      { id: 'c2', url: 'https://two.atlassian.net' },
    ];
    expect(await learn('atlassian', { workspace: 'two' }, resources)).toEqual({ cloudId: 'c2' });
    expect(await learn('xero', {}, [{ tenantId: 't1' }])).toEqual({ tenantId: 't1' });
    const accounts = [
      { account_id: 'a1', is_default: false, base_uri: 'https://na1.docusign.net' },
      { account_id: 'a2', is_default: true, base_uri: 'https://eu2.docusign.net' },
    ];
    expect(await learn('docusign', {}, { accounts })).toEqual({ server: 'eu2' });
  });
});
