import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { type Answer, startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { pressContinue } from '../support/sign_in.ts';

const CLIENT = { clientId: 'sandbox-client', clientSecret: 'sandbox-secret', scopes: ['crm.read'] };

/** It answers 500, or not at all: the request may be retried, and nothing is half done. */
describe('an unavailable provider', () => {
  let platform: TestPlatform;
  let sandbox: Sandbox;
  let builder: Builder;

  beforeAll(async () => {
    [sandbox, platform] = await Promise.all([startSandbox({ records: 2 }), startTestPlatform()]);
    builder = aBuilder(platform);
  });
  afterAll(async () => {
    await platform.stop();
    await sandbox.stop();
  });

  /** The custom sign-in: first the group and consumer, then the parameters from the provider's page. */
  const connect = (body: object) =>
    builder.send('POST', '/v1/custom-auth/connect', { projectIdOrName: builder.projectName, ...body });
  async function nextStep(answer: Answer): Promise<object> {
    const { redirect } = succeeded<{ redirect: { url: string; sessionId: string } }>(answer);
    const { headers } = await fetch(await pressContinue(new URL(redirect.url)), { redirect: 'manual' });
    const callbackParams = Object.fromEntries(new URL(headers.get('location') ?? '').searchParams);
    return { sessionId: redirect.sessionId, callbackParams };
  }

  /** Makes the provider fail for all calls of one request. */
  async function whileUnavailable(ask: () => Promise<Answer>): Promise<void> {
    for (let i = 0; i < 5; i += 1) sandbox.control.addFault({ kind: '500', object: 'token' });
    const { status, body } = await ask();
    sandbox.control.clearFaults();
    expect([status, body['retryable']]).toEqual([502, true]);
  }

  const byClient = (groupRef: string) => ({
    provider: 'sandboxClient',
    groupRef,
    consumerRef: 'person',
    providerMetadata: { baseUrl: sandbox.url },
    oauth2ClientCredentials: CLIENT,
  });

  it('prevents a connection', async () => {
    await whileUnavailable(() => builder.call('POST', '/connections:generate', byClient('new')));
    expect(await builder.get('/connections?groupRef=new')).toEqual([]);
  });

  it('leaves a connection unchanged', async () => {
    const { id } = succeeded<{ id: string }>(await builder.call('POST', '/connections:generate', byClient('old')));
    const before = await builder.get(`/connections/${id}`);
    const change = { updateMask: ['oauth2ClientCredentials'], connection: { oauth2ClientCredentials: CLIENT } };
    await whileUnavailable(() => builder.call('PATCH', `/connections/${id}`, change));
    expect(await builder.get(`/connections/${id}`)).toEqual(before);
  });

  it('ends no custom sign-in', async () => {
    const app = { provider: 'sandboxSteps', clientId: 'sandbox-client', clientSecret: 'sandbox-secret' };
    succeeded(await builder.call('POST', '/provider-apps', app));
    const brief = await startSandbox({ records: 1 });
    const who = { provider: 'sandboxSteps', groupRef: 'steps', consumerRef: 'person', customAuth: { region: 'eu' } };
    const first = await nextStep(await connect({ ...who, providerMetadata: { baseUrl: brief.url } }));
    const second = await nextStep(await connect(first));
    await brief.stop();
    expect(await connect(second)).toMatchObject({ status: 502, body: { retryable: true } });
    expect(await builder.get('/connections?groupRef=steps')).toEqual([]);
  });
});
