import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { request } from '../support/platform.ts';
import { type Stage, startStage } from '../support/stage.ts';
import { type ReceivedSpan, startTraceCollector } from '../support/trace_collector.ts';

const OURS = 'a'.repeat(32);
const MINE = 'b'.repeat(16);

describe('a trace', () => {
  let stage: Stage;
  let collector: Awaited<ReturnType<typeof startTraceCollector>>;
  let integrationId: string;
  let operationId: string;
  /** The answers of the receiver to the next attempts; then 200. */
  const answers: number[] = [];

  beforeAll(async () => {
    collector = await startTraceCollector();
    stage = await startStage(
      { records: 3 },
      {
        CAUSEWAY_TRACES_URL: collector.url,
        CAUSEWAY_TRACES_PERCENT: '100',
        CAUSEWAY_TRACES_HEADERS: 'x-collector-key=secret',
        CAUSEWAY_NOTIFICATIONS_ATTEMPT_GAPS_MS: '0,200,200',
      },
      { respond: () => answers.shift() ?? 200 },
    );
    const { builder, sandbox } = stage;
    await builder.connect(sandbox, 'acme');
    integrationId = await builder.deploy({
      name: 'crm-in',
      read: { objects: [{ objectName: 'contacts', destination: 'main', requiredFields: [{ fieldName: 'id' }] }] },
    });
    await builder.installed(integrationId, 'acme', { contacts: {} });
  });
  afterAll(async () => {
    await stage?.stop();
    await collector?.stop();
  });

  /** Triggers a read with a traceparent of the builder. */
  async function triggered(flag: '00' | '01'): Promise<string> {
    const { platform } = stage;
    const answer = await request(
      platform.origin,
      'POST',
      `/read/v1/projects/${platform.ready.project.name}/integrations/${integrationId}/objects/contacts`,
      {
        headers: {
          'x-api-key': platform.ready.apiKey,
          'content-type': 'application/json',
          traceparent: `00-${OURS}-${MINE}-${flag}`,
        },
        body: JSON.stringify({ groupRef: 'acme', mode: 'async', sinceTimestamp: '2000-01-01T00:00:00Z' }),
      },
    );
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return String(answer.body['operationId']);
  }

  const of = (name: string) => collector.spans.filter((span) => span.traceId === OURS && span.name === name);
  const byId = (id: string) => collector.spans.find((span) => span.spanId === id);
  /** The names from a span up to its root. */
  function chainOf(span: ReceivedSpan | undefined): string[] {
    return span ? [span.name, ...chainOf(byId(span.parentSpanId))] : [];
  }

  it('leads from the request of a builder to the attempt, through every process, and into the webhook', async () => {
    const before = stage.receiver.messages.length;
    operationId = await triggered('00');
    const messages = await stage.receiver.waitFor((all) => all.length > before, 20_000);
    const { headers } = messages.at(-1) as { headers: Record<string, unknown> };
    await eventually(async () => {
      const [attempt] = of('delivery attempt');
      expect(chainOf(attempt)).toEqual([
        'delivery attempt',
        'commit pages',
        'reads run',
        'reads/TriggerRead',
        'triggerRead',
      ]);
      expect(headers['traceparent']).toBe(`00-${OURS}-${attempt?.spanId}-01`);
      expect(of('triggerRead').map(({ parentSpanId }) => parentSpanId)).toEqual([MINE]);
      expect(chainOf(of('provider call')[0]).slice(0, 2)).toEqual(['provider call', 'reads run']);
      expect(chainOf(of('read.page.committed')[0])).toContain('commit pages');
    }, 20_000);
    // Each process sends its spans every few seconds.
    await eventually(async () => {
      const services = new Set(collector.spans.map(({ service }) => service));
      if (services.has('causeway')) expect(services).toEqual(new Set(['causeway']));
      else
        for (const service of ['gateway', 'installation', 'reads', 'notifications'])
          expect(services).toContain(`causeway-${service}`);
    }, 20_000);
    expect(collector.headers[0]).toMatchObject({ 'x-collector-key': 'secret' });
  });

  it('links a later attempt to the first one’s message, and does not go on in its trace', async () => {
    const before = stage.receiver.messages.length;
    answers.push(500);
    await triggered('01');
    const messages = await stage.receiver.waitFor((all) => all.length > before + 1, 20_000);
    expect(messages.at(-1)?.id).toBe(messages.at(-2)?.id);
    await eventually(async () => {
      const later = collector.spans.filter(({ name, links }) => name === 'delivery attempt' && links.length > 0);
      expect(later.map(({ links, traceId }) => [links[0]?.traceId, traceId === OURS])).toEqual([[OURS, false]]);
    }, 20_000);
  });

  it('holds no text of a record, a credential or a body', async () => {
    const text = JSON.stringify(collector.spans);
    for (const secret of [stage.platform.ready.apiKey, 'user1@', 'sandbox-key', stage.receiver.url])
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
  });

  it('is named by the lines of the log, and the request by the operation that it made', () => {
    const lines = stage.platform
      .log()
      .split('\n')
      .filter((line) => line.includes(OURS))
      .map((line) => JSON.parse(line) as { msg: string; operationId?: string });
    for (const msg of ['request', 'rpc', 'run', 'delivery attempt', 'provider call'])
      expect(lines.map((line) => line.msg)).toContain(msg);
    const madeBy = (msg: string) => lines.filter((line) => line.msg === msg).map(({ operationId }) => operationId);
    expect(madeBy('run')).toContain(operationId);
    expect(madeBy('request')).toContain(operationId);
  });

  it('is not begun by a health check', async () => {
    const { origin } = stage.platform;
    for (const path of ['/healthz', '/readyz']) expect((await request(origin, 'GET', path)).status).toBe(200);
    // A span that ends after theirs has arrived.
    const ended = of('triggerRead').length + 1;
    await triggered('00');
    await eventually(async () => expect(of('triggerRead').length).toBeGreaterThanOrEqual(ended), 20_000);
    const projects = collector.spans.filter(({ name }) => name === 'identity/ListProjects');
    expect(projects.filter(({ parentSpanId }) => parentSpanId === '')).toEqual([]);
    expect(collector.spans.map(({ name }) => name)).not.toContain('health');
  });
});
