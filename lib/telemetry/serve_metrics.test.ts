import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Gauge } from 'prom-client';
import { freePort } from '../process/free_port.ts';
import { metricsRegistry } from './metrics.ts';
import { serveMetrics } from './serve_metrics.ts';

describe('the port of the metrics', () => {
  let port: number;
  let server: { stop(): Promise<void> };
  beforeEach(async () => {
    metricsRegistry.clear();
    port = await freePort();
    server = await serveMetrics({ metricsPort: port, metricsHost: '127.0.0.1' });
  });
  afterEach(() => server.stop());

  it('answers 500 to a scrape that fails, and goes on', async () => {
    const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).status;
    let hasFault = true;
    const collect = () => {
      if (hasFault) throw new Error('no value');
    };
    metricsRegistry.registerMetric(new Gauge({ name: 'faulty', help: 'Fails once.', registers: [], collect }));
    expect(await scrape()).toBe(500);
    hasFault = false;
    expect(await scrape()).toBe(200);
  });

  it('that is in use says which setting to change', async () => {
    const taken = serveMetrics({ metricsPort: port, metricsHost: '127.0.0.1' });
    await expect(taken).rejects.toThrow(/CAUSEWAY_METRICS_PORT/);
  });
});
