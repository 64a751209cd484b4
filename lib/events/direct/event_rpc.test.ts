import { expect, it } from '@jest/globals';
import { createLog } from '../../log/log.ts';
import { createRefusals } from '../../trust/refusals.ts';
import { startConsumer } from '../consumer.ts';
import { inProcessBus } from '../in_process_bus.ts';
import type { OutboxQueue } from '../outbox_queue.ts';
import { eventRpcs } from './event_rpc.ts';

async function startRpcs() {
  const lines: string[] = [];
  const log = createLog({ service: 'test', sink: { write: (line) => void lines.push(line) } });
  const bus = inProcessBus();
  const { handleEvents } = await startConsumer({ bus, consumer: 'notifications', handlers: {}, log });
  // Pushing reads nothing of this service's own outbox.
  const rpcs = eventRpcs({ bus, queue: {} as OutboxQueue, handleEvents, refusals: createRefusals(log) });
  const unknown = (id: number) => ({ id: `e${id}`, type: 'no.such.event', projectId: 'p', time: 1, payloadJson: '{}' });
  const push = (process: 'gateway' | 'reads', ids: number[]) =>
    rpcs.PushEvents({ requestId: 'r', principal: '', process, deadline: 0 }, { events: ids.map(unknown) } as never);
  return { push, lines: () => lines.map((line) => JSON.parse(line) as { msg: string; count: number }) };
}

it('S4: the gateway produces no events, so it pushes none', async () => {
  const { push } = await startRpcs();
  await expect(push('gateway', [1])).rejects.toMatchObject({ kind: 'permissionDenied' });
  await expect(push('gateway', [])).rejects.toMatchObject({ kind: 'permissionDenied' });
});

it('S4: events of unknown types are logged once a minute with their number', async () => {
  const { push, lines } = await startRpcs();
  await expect(push('reads', [1, 2, 3])).resolves.toEqual({ handledIds: [] });
  await push('reads', [4, 5]);
  expect(lines()).toEqual([
    expect.objectContaining({ level: 'warn', msg: 'event of a type with no handler', type: 'no.such.event', count: 1 }),
  ]);
});
