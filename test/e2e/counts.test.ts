import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { recordIdsOf } from '../support/envelopes.ts';
import { eventually } from '../support/eventually.ts';
import { addProject } from '../support/second_project.ts';
import { type Stage, startStage } from '../support/stage.ts';

const RECORDS = 40;

type RecordCounts = { startTime: string; recordsFetched: number; recordsDelivered: number; recordsUndelivered: number };
type DeliveryCounts = { startTime: string; delivered: number; failedAttempts: number };
type Backlog = { destinationId: string; waiting: number; held: number; isMore: boolean; oldestTime: string };

/** Answers every message with 500. */
async function startRefusing(): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in` };
}

describe('what is counted of a project', () => {
  let stage: Stage;
  let builder: Builder;
  let stranger: Builder;
  let refusing: Awaited<ReturnType<typeof startRefusing>>;
  let brokenId: string;
  let companiesId: string;

  beforeAll(async () => {
    [stage, refusing] = await Promise.all([startStage({ records: RECORDS }), startRefusing()]);
    ({ builder } = stage);
    stranger = aBuilder(await addProject(stage.platform, 'stranger'));
    const metadata = { url: refusing.url };
    const broken = await builder.call('POST', '/destinations', { name: 'broken', type: 'webhook', metadata });
    brokenId = String((succeeded(broken) as { id: string }).id);
    await builder.connect(stage.sandbox, 'acme');
    const fields = { requiredFields: [{ fieldName: 'id' }] };
    const integrationId = await builder.deploy({
      name: 'crm-in',
      read: {
        objects: [
          { objectName: 'contacts', destination: 'broken', ...fields },
          { objectName: 'companies', destination: 'main', ...fields },
        ],
      },
    });
    await builder.installed(integrationId, 'acme', { contacts: {}, companies: {} });
    const contacts = await builder.trigger(integrationId, 'contacts', 'acme');
    const companies = await builder.trigger(integrationId, 'companies', 'acme');
    await Promise.all([builder.finished(contacts), builder.finished(companies)]);
    companiesId = companies;
    await eventually(async () => expect(recordIdsOf(stage.receiver, companies)).toHaveLength(RECORDS));
  });
  afterAll(async () => {
    await stage.stop();
    refusing.server.close();
  });

  const sumOf = <T>(slots: T[], name: keyof T) => slots.reduce((sum, slot) => sum + Number(slot[name]), 0);

  it('are the records read and delivered of the last day, each once', async () => {
    await eventually(async () => {
      const slots = await builder.get<RecordCounts[]>('/record-counts');
      expect(slots).toHaveLength(25);
      expect(sumOf(slots, 'recordsFetched')).toBe(2 * RECORDS);
      expect(sumOf(slots, 'recordsDelivered')).toBe(RECORDS);
      expect(sumOf(slots, 'recordsUndelivered')).toBe(0);
    });
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const slots = await builder.get<RecordCounts[]>(`/record-counts?step=5m&since=${since}`);
    expect([13, 14]).toContain(slots.length);
    expect(sumOf(slots, 'recordsFetched')).toBe(2 * RECORDS);
  });

  it('have no records of a replay, which asks no provider', async () => {
    const { operationId } = succeeded<{ operationId: string }>(
      await builder.call('POST', `/operations/${companiesId}:replay`, { deliver: true }),
    );
    expect(await builder.finished(operationId)).toMatchObject({ status: 'success' });
    const slots = await builder.get<RecordCounts[]>('/record-counts');
    expect(sumOf(slots, 'recordsFetched')).toBe(2 * RECORDS);
  });

  it('are the messages delivered and the attempts that failed', async () => {
    await eventually(async () => {
      const slots = await builder.get<DeliveryCounts[]>('/delivery-counts');
      expect(sumOf(slots, 'delivered')).toBeGreaterThan(0);
      expect(sumOf(slots, 'failedAttempts')).toBeGreaterThan(0);
    });
  });

  it('are what a destination still has to get; one that got everything is left out', async () => {
    await eventually(async () => {
      const backlogs = await builder.get<Backlog[]>('/delivery-backlogs');
      expect(backlogs).toEqual([
        {
          destinationId: brokenId,
          waiting: expect.any(Number),
          held: expect.any(Number),
          isMore: false,
          oldestTime: expect.stringMatching(/^\d{4}-/),
        },
      ]);
      const [{ waiting, held } = { waiting: 0, held: 0 }] = backlogs;
      expect(waiting + held).toBeGreaterThan(0);
    });
  });

  it('are nothing in another project', async () => {
    expect(sumOf(await stranger.get<RecordCounts[]>('/record-counts'), 'recordsFetched')).toBe(0);
    expect(sumOf(await stranger.get<DeliveryCounts[]>('/delivery-counts'), 'delivered')).toBe(0);
    expect(await stranger.get<Backlog[]>('/delivery-backlogs')).toEqual([]);
  });

  it('are refused for a span that is too long, empty or no span, with what to change', async () => {
    for (const [query, name] of [
      ['step=5m&since=2026-01-01T00:00:00Z', 'since'],
      ['since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z', 'since'],
      ['step=2h', 'step'],
    ]) {
      for (const path of ['record-counts', 'delivery-counts']) {
        const { status, body } = await builder.call('GET', `/${path}?${query}`);
        expect(status).toBe(400);
        expect(JSON.stringify(body)).toContain(`"${name}"`);
      }
    }
  });
});
