import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '../../lib/db/open.ts';
import { newId } from '../../lib/ids/ids.ts';
import { silentLog } from '../../lib/log/log.ts';
import { createApi } from '../../scripts/scenario/api.ts';
import { notificationMessageId } from '../../services/notifications/routing/notification.ts';
import { sqlStores } from '../../services/notifications/stores.ts';
import { seededRandom } from '../support/seeded_random.ts';
import { addReceiver } from './backfill.ts';
import { type CrashLab, startCrashLab } from './crash_lab.ts';
import { crashScale } from './crash_scale.ts';
import { type EmbeddedProcess, startEmbedded } from './embedded_process.ts';

const { isFull, seeds } = crashScale();
// The full form takes about five minutes for each seed on two cores: one destination gets some 450 messages a second, and
// releasing all 100,000 takes 20 s of that.
const MESSAGES = isFull ? 100_000 : 2_000;
const KILLS = isFull ? 20 : 6;
const CREATED = Date.now() - 3_600_000;

type Recovery = {
  id: string;
  state: string;
  counts: Record<'found' | 'released' | 'delivered' | 'withoutBody', number>;
};

describe('a recovery of a destination whose process is killed', () => {
  const cleanUp: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const undo of cleanUp.toReversed()) await undo();
  });

  it.each(seeds)(
    'sends every message again, with its own id and bytes, and counts each once (seed %i)',
    async (seed) => {
      const lab = await startCrashLab({ records: 1 });
      cleanUp.push(lab.stop);
      const embedded = await startEmbedded(lab);
      cleanUp.push(() => embedded.process.stop());
      const { baseUrl, project, apiKey } = embedded.ready;
      const api = createApi(`${baseUrl}/projects/${project.name}`, apiKey);
      const { id: destinationId } = await addReceiver(api, lab);
      await embedded.process.stop();
      const ids = await addUndelivered(lab, { projectId: project.id, destinationId });
      await embedded.process.restart();
      const { id } = await api.post<Recovery>('/destinations/crash:recover', {
        since: new Date(CREATED).toISOString(),
      });
      const path = `/destinations/crash/recoveries/${id}`;
      const states = await killRepeatedly(embedded, () => api.get<Recovery>(path), seed);
      const end = performance.now() + (isFull ? 900_000 : 120_000);
      let recovery = await api.get<Recovery>(path);
      while (recovery.counts.delivered < MESSAGES && performance.now() < end) {
        await sleep(250);
        recovery = await api.get<Recovery>(path);
      }
      // At least one kill hit a recovery that was still running.
      expect(states).toContain('running');
      const counts = { found: MESSAGES, released: MESSAGES, delivered: MESSAGES, withoutBody: 0 };
      expect(recovery).toMatchObject({ state: 'finished', counts });
      const arrived = lab.ledger().filter(({ status }) => status < 300);
      expect(new Set(arrived.map((line) => line.id))).toEqual(new Set(ids));
      const bytes = new Map<string, Set<string>>();
      for (const line of arrived) bytes.set(line.id, (bytes.get(line.id) ?? new Set()).add(line.sha256));
      expect([...bytes.values()].filter(({ size }) => size !== 1)).toEqual([]);
    },
    isFull ? 1_200_000 : 300_000,
  );
});

/** What an outage leaves: held and failed messages about events, with their bodies. The process is stopped. */
async function addUndelivered(lab: CrashLab, of: { projectId: string; destinationId: string }): Promise<string[]> {
  const db = openDatabase(`sqlite:${join(lab.dir, 'embedded', 'notifications.db')}`, { log: silentLog });
  const ids: string[] = [];
  try {
    for (let at = 0; at < MESSAGES; at += 500)
      await sqlStores(db).transaction(async (s) => {
        for (let n = at; n < Math.min(at + 500, MESSAGES); n += 1) {
          const eventId = newId();
          const facts = { eventType: 'installation.created' as const, createTime: CREATED + n };
          const body = JSON.stringify({ notificationType: facts.eventType, data: { n } });
          await s.notifications.insert({ eventId, projectId: of.projectId, body, ...facts });
          const id = notificationMessageId(eventId, of.destinationId);
          const about = { source: 'notification' as const, sourceId: eventId, lastError: 'status 500', orderNumber: n };
          await s.deliveries.insert([{ id, ...of, ...about, ...facts, state: 'held' }]);
          ids.push(id);
        }
      });
    // Every second one has failed finally.
    const failed = ids.filter((_, n) => n % 2 === 0);
    for (let at = 0; at < failed.length; at += 500) {
      const some = failed.slice(at, at + 500);
      await db('holds').whereIn('delivery_id', some).del();
      await db('deliveries').whereIn('id', some).update({ state: 'failed', hold_seq: 0 });
    }
  } finally {
    await db.destroy();
  }
  return ids;
}

/** Returns the states of the recovery before the kills. */
async function killRepeatedly(embedded: EmbeddedProcess, look: () => Promise<Recovery>, seed: number) {
  const random = seededRandom(seed);
  const states: string[] = [];
  for (let kills = 0; kills < KILLS; kills += 1) {
    states.push((await look()).state);
    await sleep(random.int(0, 60));
    await embedded.process.kill('SIGKILL');
    await embedded.process.restart();
  }
  return states;
}
