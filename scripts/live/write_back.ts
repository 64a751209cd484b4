import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'yaml';
import type { Ready } from '../../embedded/ready.ts';
import { type Api, createApi } from '../scenario/api.ts';
import { startReceiver } from '../scenario/receiver.ts';
import { addWebhook } from '../scenario/scenario.ts';
import type { LiveSource } from './live_source.ts';

type Line = { passed: boolean; text: string };
type Fields = Record<string, unknown>;
type Written = { operationId: string; result: { success: boolean; recordId?: string; errors?: unknown } };
type Operation = { status: string; result?: string; metadata: { progress: { recordsProcessed: number } } };

const GROUP = 'writer';
const DESTINATION = 'written-back';
const MAX_WAIT_MS = 60_000;

/**
 * Creates, changes and deletes one record through the public interface. After each step, Causeway reads the changed
 * records; the read must deliver the record as the application has it now, or nothing after the deletion.
 */
export async function writeBack(ready: Ready, source: LiveSource): Promise<Line[]> {
  const { object, field, create, change } = source.written;
  const now = new Map<string, Fields>();
  const receiver = await startReceiver('id', (body) => {
    for (const { fields } of (JSON.parse(body) as { result?: { fields: Fields }[] }).result ?? [])
      now.set(String(fields['id']), fields);
  });
  const since = new Date(Date.now() - 60_000).toISOString();
  const lines: Line[] = [];
  const say = (passed: boolean, text: string) => lines.push({ passed, text: `${source.provider} ${object}: ${text}` });
  try {
    const main = createApi(`${ready.baseUrl}/projects/${ready.project.name}`, ready.apiKey);
    await addWebhook(main, receiver, DESTINATION);
    const integrationId = await install(main, source);
    const path = `/integrations/${integrationId}/objects/${object}`;
    const write = (type: string, record: Fields) =>
      createApi(`${ready.writeUrl}/projects/${ready.project.id}`, ready.apiKey).post<Written>(path, {
        groupRef: GROUP,
        type,
        record,
      });
    /** Starts a read and returns the number of its records. */
    const read = async (): Promise<number> => {
      const reads = createApi(`${ready.readUrl}/projects/${ready.project.id}`, ready.apiKey);
      const asked = { groupRef: GROUP, mode: 'async', sinceTimestamp: since };
      const { operationId } = await reads.post<{ operationId: string }>(path, asked);
      return finished(main, operationId);
    };
    const created = await write('create', create);
    const id = created.result.recordId ?? '';
    say(created.result.success && id !== '', `created ${id}`);
    await read();
    say(
      await holds(() => now.get(id)?.[field] === create[field]),
      `read back after its creation: ${now.get(id)?.[field]}`,
    );
    say((await write('update', { id, ...change })).result.success, 'updated');
    const before = await read();
    say(
      await holds(() => now.get(id)?.[field] === change[field]),
      `read back after its update: ${now.get(id)?.[field]}`,
    );
    say((await write('delete', { id })).result.success, 'deleted');
    const left = await read();
    say(left === before - 1, `${before} records read before its deletion, ${left} after`);
  } finally {
    await receiver.stop();
  }
  return lines;
}

/** Installs an integration that reads and writes the object, for one customer. Returns the id of the integration. */
async function install(main: Api, { provider, credentials, written: { object, field } }: LiveSource): Promise<string> {
  const requiredFields = [{ fieldName: 'id' }, { fieldName: field }];
  const manifest = {
    name: 'write-back',
    provider,
    read: { objects: [{ objectName: object, destination: DESTINATION, requiredFields }] },
    write: { objects: [{ objectName: object }] },
  };
  const [integration] = await main.put<{ id: string }[]>('/integrations:batch', {
    sourceYaml: stringify({ specVersion: '1.0.0', integrations: [manifest] }),
  });
  const id = integration?.id ?? '';
  await main.post('/connections:generate', { provider, groupRef: GROUP, consumerRef: 'person-1', ...credentials });
  const content = {
    provider,
    read: { objects: { [object]: { objectName: object } } },
    write: { objects: { [object]: { objectName: object, deletionSettings: { enabled: true } } } },
  };
  await main.post(`/integrations/${id}/installations`, { groupRef: GROUP, config: { content } });
  return id;
}

/** Waits for the operation. Returns the number of records that it read. */
async function finished(main: Api, operationId: string): Promise<number> {
  for (const end = Date.now() + MAX_WAIT_MS; ; await sleep(100)) {
    const { status, result, metadata } = await main.get<Operation>(`/operations/${operationId}`);
    if (status === 'success') return metadata.progress.recordsProcessed;
    if (status === 'failure' || Date.now() > end) throw new Error(`The read back did not succeed: ${status} ${result}`);
  }
}

async function holds(is: () => boolean): Promise<boolean> {
  for (const end = Date.now() + MAX_WAIT_MS; !is(); await sleep(50)) if (Date.now() > end) return false;
  return true;
}
