import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { aBuilder, succeeded } from '../support/builder.ts';
import { theOwner } from '../support/people.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';

const { components } = parse(readFileSync('gateway/openapi.yaml', 'utf8')) as {
  components: { examples: Record<string, { value: object }> };
};
/** The ids of the examples' story. */
const id = (last: string) => `01900000-0000-7000-8000-0000000000${last}`;

/** A reader who copies the bodies of the reference; only the ids are those of this platform. */
describe('the bodies of the reference', () => {
  let platform: TestPlatform;
  const real = new Map<string, string>();
  beforeAll(async () => {
    platform = await startTestPlatform();
    real.set(id('10'), platform.ready.orgId);
    real.set('"demo"', JSON.stringify(platform.ready.project.name));
  });
  afterAll(() => platform.stop());

  function body(example: string): object {
    const text = JSON.stringify(components.examples[example]?.value);
    return JSON.parse([...real].reduce((all, [from, to]) => all.replaceAll(from, to), text)) as object;
  }
  const send = (method: string, path: string, example: string) => aBuilder(platform).call(method, path, body(example));
  async function create(path: string, example: string, storyId: string, key = 'id'): Promise<string> {
    const made = succeeded<Record<string, string>>(await send('POST', path, example))[key] ?? '';
    real.set(storyId, made);
    return made;
  }

  it('create a destination, and a topic that is routed to it', async () => {
    const destination = await create('/destinations', 'NewDestination', id('07'));
    await create('/topics', 'NewTopic', id('16'));
    await create('/notification-event-topic-routes', 'NewEventTopicRoute', id('17'));
    await create('/topic-destination-routes', 'NewTopicDestinationRoute', id('18'));
    expect((await send('PATCH', `/destinations/${destination}`, 'DestinationChange')).status).toBe(200);
  });

  it('deploy an integration without a warning, in JSON and from a manifest', async () => {
    const app = await create('/provider-apps', 'NewProviderApp', id('0a'));
    expect((await send('PATCH', `/provider-apps/${app}`, 'ProviderAppChange')).status).toBe(200);
    expect((await send('POST', '/integrations', 'NewIntegration')).status).toBe(201);
    const deployed = succeeded<{ id: string; latestRevision: object }[]>(
      await send('PUT', '/integrations:batch', 'Manifest'),
    );
    const shown = components.examples['Integration']?.value as { latestRevision: { content: object } };
    expect(deployed).toMatchObject([
      { name: 'contacts-in', latestRevision: { content: shown.latestRevision.content, warnings: [] } },
    ]);
    expect((await send('POST', `/integrations/${deployed[0]?.id}/revisions`, 'Manifest')).status).toBe(201);
  });

  it('begin a sign-in', async () => {
    const { send: sendAs } = theOwner(platform);
    const answer = await sendAs('POST', '/oauth-connect', body('OAuthConnect'));
    expect([answer.status, URL.canParse(answer.text)]).toEqual([200, true]);
  });

  it('create and change keys', async () => {
    const key = await create('/api-keys', 'NewApiKey', id('98'), 'key');
    expect((await send('PATCH', `/api-keys/${key}`, 'ApiKeyChange')).status).toBe(200);
    const kid = await create('/jwt-keys', 'NewJWTKey', id('19'), 'kid');
    expect((await send('PATCH', `/jwt-keys/${kid}`, 'JWTKeyChange')).status).toBe(200);
  });

  it('change the project and the org, and invite a person', async () => {
    const { send: sendAs } = theOwner(platform);
    const { orgId, project, billingAccountId } = platform.ready;
    const answers = [
      await sendAs('PATCH', `/projects/${project.name}`, body('ProjectChange')),
      await sendAs('PATCH', `/orgs/${orgId}`, body('OrgChange')),
      await sendAs('POST', `/orgs/${orgId}/invites`, body('NewInvite')),
      await sendAs('POST', `/billingAccounts/${billingAccountId}/portalSession`, body('NewBillingSession')),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 201, 200]);
  });
});
