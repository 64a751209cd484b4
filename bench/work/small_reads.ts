import { setTimeout as sleep } from 'node:timers/promises';
import type { Ready } from '../../embedded/ready.ts';
import { ApiError, createApi } from '../../scripts/scenario/api.ts';
import { manifestOf } from '../../scripts/scenario/manifest.ts';
import type { ReceiverStats } from '../../testbed/receiver_process.ts';
import { sizeOf } from '../measure/size_of.ts';

const INSTALLATIONS = sizeOf(8, 2);

type Options = { sandboxUrl: string; receiverUrl: string; name?: string };

/**
 * Eight installations of one object with one record. Returns one function per installation, each of which triggers one
 * read; it waits while the queue is full.
 */
export async function installSmallReads(
  ready: Ready,
  { sandboxUrl, receiverUrl, name = 'flat' }: Options,
): Promise<(() => Promise<void>)[]> {
  const api = createApi(`${ready.baseUrl}/projects/${ready.project.name}`, ready.apiKey);
  const reads = createApi(`${ready.readUrl}/projects/${ready.project.name}`, ready.apiKey);
  await api.post('/destinations', { name, type: 'webhook', metadata: { url: receiverUrl } });
  const objects = [{ name: 'contacts', fields: ['id'] }];
  const sourceYaml = manifestOf({ name, provider: 'sandbox', destination: name, objects });
  const [integration] = await api.put<{ id: string }[]>('/integrations:batch', { sourceYaml });
  const content = { contacts: { objectName: 'contacts', selectedFields: { id: true } } };
  return Promise.all(
    Array.from({ length: INSTALLATIONS }, async (_, i) => {
      const groupRef = `${name}-${i}`;
      const providerMetadata = { baseUrl: sandboxUrl };
      const connection = { provider: 'sandbox', groupRef, consumerRef: 'c', apiKey: 'sandbox-key', providerMetadata };
      await api.post('/connections:generate', connection);
      const config = { content: { provider: 'sandbox', read: { objects: content } } };
      await api.post(`/integrations/${integration?.id}/installations?skipSampling=true`, { groupRef, config });
      return async () => {
        for (;;) {
          const asked = reads.post(`/integrations/${integration?.id}/objects/contacts`, { groupRef, mode: 'async' });
          if (await asked.then(() => true, isQueueFull)) return;
          await sleep(20);
        }
      };
    }),
  );
}

/** A full queue is not a failure; any other error is. */
function isQueueFull(error: unknown): false {
  if (error instanceof ApiError && error.status === 409) return false;
  throw error;
}

/** Waits until the receiver has accepted so many records. Throws Error when it refuses one. */
export async function arrived(receiverUrl: string, records: number): Promise<void> {
  for (const end = Date.now() + 600_000; Date.now() < end; await sleep(100)) {
    const stats = (await (await fetch(new URL('/stats', receiverUrl))).json()) as ReceiverStats;
    if (stats.rejected > 0) throw new Error(`The receiver refused ${stats.rejected} messages.`);
    if (stats.records >= records) return;
  }
  throw new Error('Not every operation delivered its record.');
}
