import { setTimeout as sleep } from 'node:timers/promises';
import type { Ready } from '../../embedded/ready.ts';
import { createApi } from '../../scripts/scenario/api.ts';
import { manifestOf } from '../../scripts/scenario/manifest.ts';
import type { ReceiverStats } from '../../testbed/receiver_process.ts';

export const READ_FIELDS = ['id', 'email', 'phone', 'city'];

type Options = { ready: Ready; sandboxUrl: string; receiverUrl: string; records: number };

/**
 * Installs the sandbox's contacts and waits until every record has been delivered. Returns the milliseconds since the
 * first delivery.
 */
export async function readAllContacts({
  ready,
  sandboxUrl,
  receiverUrl,
  records,
}: Options): Promise<{ ms: number; stats: ReceiverStats }> {
  const suffix = Date.now().toString(36);
  const api = createApi(`${ready.baseUrl}/projects/${ready.project.name}`, ready.apiKey);
  const destination = `bench-${suffix}`;
  await api.post('/destinations', { name: destination, type: 'webhook', metadata: { url: receiverUrl } });
  const { secrets } = await api.get<{ secrets: { webhookSigningKey: string } }>(
    `/destinations/${destination}?includeSecrets=true`,
  );
  await fetch(new URL('/secret', receiverUrl), { method: 'PUT', body: secrets.webhookSigningKey });
  const objects = [{ name: 'contacts', fields: READ_FIELDS, mapped: { name: 'fullName' } }];
  const sourceYaml = manifestOf({ name: destination, provider: 'sandbox', destination, objects });
  const [integration] = await api.put<{ id: string }[]>('/integrations:batch', { sourceYaml });
  await api.post('/connections:generate', {
    provider: 'sandbox',
    groupRef: suffix,
    consumerRef: 'c',
    apiKey: 'sandbox-key',
    providerMetadata: { baseUrl: sandboxUrl },
  });
  const selectedFields = Object.fromEntries([...READ_FIELDS, 'name'].map((field) => [field, true]));
  const started = Date.now();
  await api.post(`/integrations/${integration?.id}/installations`, {
    groupRef: suffix,
    config: {
      content: { provider: 'sandbox', read: { objects: { contacts: { objectName: 'contacts', selectedFields } } } },
    },
  });
  for (;;) {
    const stats = (await (await fetch(new URL('/stats', receiverUrl))).json()) as ReceiverStats;
    if (stats.records >= records || stats.rejected > 0) return { ms: stats.lastAt - started, stats };
    if (Date.now() - started > 600_000) throw new Error(`Only ${stats.records} of ${records} records arrived.`);
    await sleep(100);
  }
}
