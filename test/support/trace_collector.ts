import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { receiveBody } from '../../testbed/receive_body.ts';

/** A span as sent by OTLP over HTTP, with the name of the service that sent it. `kind` is OTLP's number. */
export type ReceivedSpan = {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  links: { traceId: string; spanId: string }[];
  attributes: Record<string, unknown>;
};
type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean };
type Attribute = { key: string; value: Value };
type Sent = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<ReceivedSpan, 'service' | 'attributes'> & { attributes?: Attribute[] })[] }[];
  }[];
};

/** An OpenTelemetry collector that receives spans as JSON by OTLP over HTTP and stores them. */
export async function startTraceCollector(): Promise<{
  url: string;
  spans: ReceivedSpan[];
  headers: Record<string, unknown>[];
  stop(): Promise<void>;
}> {
  const spans: ReceivedSpan[] = [];
  const headers: Record<string, unknown>[] = [];
  const server = createServer(async (request, response) => {
    headers.push(request.headers);
    const { resourceSpans } = JSON.parse(await receiveBody(request)) as Sent;
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = String(valuesOf(resource.attributes)['service.name']);
      for (const { attributes = [], parentSpanId = '', links = [], ...span } of scopeSpans.flatMap((one) => one.spans))
        spans.push({ ...span, service, parentSpanId, links, attributes: valuesOf(attributes) });
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    spans,
    headers,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.boolValue]),
  );
}
