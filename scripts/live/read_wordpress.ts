import { setTimeout as sleep } from 'node:timers/promises';
import type { Receiver } from '../../test/support/webhook_receiver.ts';
import { type Api, apiOf, type ReadyPlatform } from './api.ts';
import type { WordPress, WordPressCounts } from './wordpress.ts';

const PROVIDER = 'wordPressSelfHosted';
const GROUP = 'live-group';
const READ_MILLIS = 120_000;

type ObjectName = keyof WordPressCounts;
/** How many records one object has at WordPress, and how many different ones came. */
export type ObjectResult = { objectName: ObjectName; expected: number; delivered: number };

/** The main job against a real WordPress, through public endpoints only: install, let the backfill run, count what comes. */
export async function readWordPress(
  platform: ReadyPlatform,
  wordpress: WordPress,
  receiver: Receiver,
): Promise<ObjectResult[]> {
  const api = apiOf(platform, 'main');
  const objects = Object.keys(wordpress.counts) as ObjectName[];
  const destination = await api.call<{ id: string }>('POST', '/destinations', {
    name: 'live-webhook',
    type: 'webhook',
    metadata: { url: receiver.url },
  });
  const shown = await api.call<{ secrets: { webhookSigningKey: string } }>(
    'GET',
    `/destinations/${destination.id}?includeSecrets=true`,
  );
  receiver.verifyWith(shown.secrets.webhookSigningKey);
  const integrationId = await deploy(api, objects);
  await install(api, integrationId, wordpress);
  await waitFor(receiver, wordpress.counts);
  return objects.map((objectName) => ({
    objectName,
    expected: wordpress.counts[objectName],
    delivered: receiver.records(objectName).size,
  }));
}

async function deploy(api: Api, objects: ObjectName[]): Promise<string> {
  const sourceYaml = [
    'specVersion: 1.0.0',
    'integrations:',
    '  - name: live',
    `    provider: ${PROVIDER}`,
    '    read:',
    '      objects:',
  ]
    .concat(objects.map(manifestObject))
    .join('\n');
  const [integration] = await api.call<{ id: string }[]>('PUT', '/integrations:batch', { sourceYaml });
  if (!integration) throw new Error('The manifest made no integration.');
  return integration.id;
}

function manifestObject(objectName: ObjectName): string {
  return [
    `        - objectName: ${objectName}`,
    '          destination: live-webhook',
    '          schedule: "0 * * * *"',
    '          requiredFields:',
    '            - fieldName: id',
    '          backfill:',
    '            defaultPeriod:',
    '              fullHistory: true',
  ].join('\n');
}

async function install(api: Api, integrationId: string, { url, username, password, counts }: WordPress): Promise<void> {
  const connection = await api.call<{ id: string }>('POST', '/connections:generate', {
    groupRef: GROUP,
    consumerRef: 'live-consumer',
    provider: PROVIDER,
    providerWorkspaceRef: url,
    providerMetadata: { workspace: { value: url, source: 'input' } },
    basicAuth: { username, password },
  });
  const configured = (objectName: string) => [
    objectName,
    { objectName, selectedFields: {}, selectedFieldMappings: {} },
  ];
  await api.call('POST', `/integrations/${integrationId}/installations`, {
    groupRef: GROUP,
    connectionId: connection.id,
    config: {
      content: { provider: PROVIDER, read: { objects: Object.fromEntries(Object.keys(counts).map(configured)) } },
    },
  });
}

/** Until everything came, or nothing new has for so long that nothing will: what is missing is then in the result. */
async function waitFor(receiver: Receiver, counts: WordPressCounts): Promise<void> {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const end = Date.now() + READ_MILLIS;
  const came = () => Object.keys(counts).reduce((sum, name) => sum + receiver.records(name).size, 0);
  while (came() < total && Date.now() < end) await sleep(100);
}
