import { describe, expect, it } from '@jest/globals';
import { loadProviders } from '../catalogue/providers.ts';
import type { AuthExchange, Provider } from '../file/provider.ts';
import { base64Credentials, bindsState, exchangeRequest, readExchange, stepsOf, stepUrl } from './multi_step.ts';

const provider = loadProviders().get('sandboxSteps') as Provider;
const [first, second] = stepsOf(provider);
const exchange = second?.exchange?.[0] as AuthExchange;
const answer = (status: number, body: unknown) => ({ status, headers: {}, text: JSON.stringify(body) });

describe('an authorization in steps', () => {
  it('fills in the address of a step, escaped', () => {
    const values = {
      baseUrl: 'https://crm.example',
      region: 'eu&x=1',
      callbackUrl: 'https://us.example/c?d',
      state: 's',
    };
    expect(stepUrl(provider, first!, values)).toBe(
      'https://crm.example/install/choose?region=eu%26x%3D1&return_to=https%3A%2F%2Fus.example%2Fc%3Fd&state=s',
    );
    expect([bindsState(first!), bindsState({})]).toEqual([true, false]);
    expect(stepUrl(provider, {}, values)).toBeNull();
  });

  it('fills in a call, and throws if a value is missing', () => {
    const values = { code: 'c"1', clientId: 'app', clientSecret: 's' };
    expect(exchangeRequest(provider, exchange, values)).toMatchObject({
      method: 'POST',
      url: 'http://127.0.0.1:4020/install/token',
      body: '{"code":"c\\"1","client_id":"app","client_secret":"s"}',
    });
    expect(() => exchangeRequest(provider, exchange, { code: 'c' })).toThrow('clientId');
  });

  it('computes base64 credentials, at Redtail before and after its call', () => {
    const redtail = loadProviders().get('redtail') as Provider;
    const [ask, make] = stepsOf(redtail)[0]?.exchange ?? [];
    const inputs = { apiKey: 'k', username: 'ada', password: 'p:w' };
    const before = base64Credentials(redtail, ask!, inputs);
    expect(exchangeRequest(redtail, ask!, { ...inputs, ...before })).toMatchObject({
      method: 'GET',
      url: 'https://crm.redtailtechnology.com/api/public/v1/authentication',
      headers: { Authorization: `Basic ${btoa('k:ada:p:w')}` },
    });
    const { credentials } = readExchange(redtail, ask!, answer(200, { authenticated_user: { user_key: 'U' } }), {
      now: 0,
    });
    expect(base64Credentials(redtail, make!, { ...inputs, ...credentials })).toEqual({
      userKeyCredentials: btoa('k:U'),
    });
    expect(exchangeRequest(redtail, make!, inputs)).toBeNull();
  });

  it('reads credentials and metadata of the account', () => {
    const body = { install_key: 'k', workspace: { id: 'w', name: 'W' } };
    expect(readExchange(provider, exchange, answer(200, body), { now: 0 })).toEqual({
      credentials: { installKey: 'k' },
      metadata: { workspaceRef: 'w', workspaceName: 'W' },
      claims: {},
    });
  });

  it.each([
    [401, {}, 'credentials'],
    [503, {}, 'providerFault'],
    [200, { workspace: {} }, 'providerFault'],
  ])('distinguishes a refusal from a broken response (%i)', (status, body, kind) => {
    expect(() => readExchange(provider, exchange, answer(status, body), { now: 0 })).toThrow(
      expect.objectContaining({ kind }),
    );
  });
});
