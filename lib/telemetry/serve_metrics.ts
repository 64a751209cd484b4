import { createServer } from 'node:http';
import { collectDefaultMetrics } from 'prom-client';
import { StartFault } from '../problem/start_fault.ts';
import { metricsRegistry } from './metrics.ts';

type Settings = { metricsPort: number; metricsHost: string };

/**
 * Serves the metrics of this process at /metrics, on a separate port that no caller of the public API reaches. Does
 * nothing if `CAUSEWAY_METRICS_PORT` is 0. Throws StartFault when the port is in use.
 */
export async function serveMetrics({ metricsPort, metricsHost }: Settings): Promise<{ stop(): Promise<void> }> {
  if (metricsPort === 0) return { stop: async () => {} };
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('The metrics are at GET /metrics.\n');
      return;
    }
    // The rejection is handled, because an unhandled rejection would stop the process.
    metricsRegistry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': metricsRegistry.contentType }).end(text),
      () => response.writeHead(500, { 'content-type': 'text/plain' }).end('The metrics could not be read.\n'),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(
        new StartFault(
          `The metrics cannot be served on ${metricsHost}:${metricsPort}: another program may use the port. Stop it, or change CAUSEWAY_METRICS_PORT or CAUSEWAY_METRICS_HOST.`,
          { cause },
        ),
      ),
    );
    server.listen(metricsPort, metricsHost, resolve);
  });
  collectDefaultMetrics({ register: metricsRegistry });
  return {
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
