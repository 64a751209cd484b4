import { Buffer } from 'node:buffer';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type StripeCall = { method: string; path: string; headers: IncomingMessage['headers']; form: URLSearchParams };
export type StripeServer = {
  url: string;
  calls: StripeCall[];
  /** Every call gets this status from now on. */
  fail(status: number): void;
  stop(): Promise<void>;
};

/**
 * The two Stripe endpoints that a billing portal session needs, with Stripe's conventions: Bearer key, form bodies,
 * JSON answers and errors, and one customer per idempotency key.
 */
export async function startStripeServer(key: string): Promise<StripeServer> {
  const calls: StripeCall[] = [];
  const customers = new Map<string, string>();
  let failure = 0;

  function answerTo({ method, path, headers, form }: StripeCall): [number, object] {
    if (headers.authorization !== `Bearer ${key}`) return [401, error('invalid_request_error', 'Invalid API Key')];
    if (failure) return [failure, error('api_error', 'It does not work today.')];
    if (method === 'POST' && path === '/v1/customers') {
      const once = String(headers['idempotency-key'] ?? calls.length);
      const id = customers.get(once) ?? `cus_${customers.size + 1}`;
      customers.set(once, id);
      return [200, { id, object: 'customer', name: form.get('name') }];
    }
    if (method === 'POST' && path === '/v1/billing_portal/sessions') {
      const customer = form.get('customer');
      if (![...customers.values()].includes(customer ?? ''))
        return [400, error('invalid_request_error', 'No such customer')];
      const url = `https://billing.stripe.example/session/${calls.length}`;
      return [200, { id: 'bps_1', object: 'billing_portal.session', customer, url }];
    }
    return [404, error('invalid_request_error', 'Unrecognized request URL')];
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { method = '', url: path = '', headers } = request;
    const call = { method, path, headers, form: new URLSearchParams(Buffer.concat(chunks).toString()) };
    calls.push(call);
    const [status, body] = answerTo(call);
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${calls.length}` });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    fail(status) {
      failure = status;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function error(type: string, message: string): object {
  return { error: { type, message } };
}
