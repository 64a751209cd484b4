import { describe, expect, it } from '@jest/globals';
import { createCallBudgets } from '../../../connectors/calls/call_budgets.ts';
import type { ClosedBudget, PermitSource } from '../../../connectors/calls/permits.ts';
import { providerCalls } from '../../../connectors/calls/provider_calls.ts';
import { loadProviders } from '../../../connectors/engine/catalogue/providers.ts';
import { silentLog } from '../../../lib/log/log.ts';
import { engineConnectors } from './engine_connectors.ts';

const HOUR = 3_600_000;
const ANSWER = JSON.stringify({
  access_token: 'new',
  expires_in: 1800,
  accounts: [{ is_default: true, base_uri: 'https://eu.docusign.net' }],
});

/** Docusign issues tokens and tells about accounts on one host. `isExhausted`: that limit is used up. */
function docusign(isExhausted: (request: { url: string; token: string }) => boolean) {
  const closed: ClosedBudget[] = [];
  const permits: PermitSource = {
    draw: () => Promise.reject(new Error('Nothing is limited.')),
    close: async (of, askedMs = 1_000) => void closed.push({ ...of, waitMs: askedMs }),
    listClosed: async () => closed,
  };
  const asked: string[] = [];
  const calls = providerCalls(async ({ url, headers = {} }) => {
    const token = headers['Authorization'] ?? '';
    asked.push(new URL(url).pathname);
    if (isExhausted({ url, token })) return { status: 429, headers: { 'retry-after': '3600' }, text: '{}' };
    return { status: 200, headers: {}, text: ANSWER };
  });
  const clock = { now: () => 1_800_000_000_000 };
  const budgets = createCallBudgets({ permits, clock, log: silentLog });
  const policy = { allow: [], allowHttp: false };
  const connectors = engineConnectors({ catalogue: loadProviders(), calls, budgets, policy, clock });
  const about = (account: string) => ({
    owner: { projectId: 'p', providerAppId: 'app', account },
    provider: 'docusign',
    variables: {},
  });
  const learn = (account: string) =>
    connectors.learn({
      ...about(account),
      credentials: { kind: 'oauth2', tokens: { accessToken: `token-of-${account}`, issueTime: 0, expireTime: 0 } },
    });
  const client = { clientId: 'id', clientSecret: 'secret', scopes: [] };
  const refresh = (account: string) =>
    connectors.refresh({ ...about(account), client, refreshToken: `refresh-of-${account}` });
  return { learn, refresh, asked, closed };
}

describe('the rate budget of calls about credentials', () => {
  it('is the account’s where only the account authenticates: one exhausted account stops no other customer', async () => {
    const { learn, refresh, asked, closed } = docusign(({ token }) => token.endsWith('token-of-a'));
    await expect(learn('a')).rejects.toMatchObject({ retryAfterMs: HOUR });
    expect(closed).toHaveLength(1);
    await expect(learn('a')).rejects.toThrow('The rate limit of Docusign is exhausted.');
    expect(asked).toEqual(['/oauth/userinfo']); // the second one was not sent
    await learn('b');
    expect(await refresh('a')).toMatchObject({ accessToken: 'new' });
    expect(await refresh('b')).toMatchObject({ accessToken: 'new' });
  });

  it('is the provider app’s for its tokens: a 429 of the token endpoint is known to all its connections', async () => {
    const { learn, refresh, asked } = docusign(({ url }) => url.endsWith('/token'));
    await expect(refresh('a')).rejects.toMatchObject({ retryAfterMs: HOUR });
    await expect(refresh('b')).rejects.toThrow('The rate limit of Docusign is exhausted.');
    expect(asked).toEqual(['/oauth/token']);
    await learn('b');
  });
});
