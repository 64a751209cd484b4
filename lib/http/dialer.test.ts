import { describe, expect, it } from '@jest/globals';
import { startSentinel, startTls } from '../../test/support/sentinel.ts';
import { certificate } from '../../test/support/test_certificate.ts';
import { type OutboundOptions, outboundClient } from './outbound.ts';
import { mayHaveArrived, type OutboundError } from './outbound_error.ts';

async function reason(host: string, port: number, options: Partial<OutboundOptions>): Promise<unknown> {
  const client = outboundClient({
    allow: ['127.0.0.0/8'],
    allowHttp: false,
    lookup: async () => ['127.0.0.1'],
    ...options,
  });
  try {
    return (await client.send({ method: 'GET', url: `https://${host}:${port}/` })).status;
  } catch (error) {
    return (error as { reason?: string }).reason;
  } finally {
    await client.close();
  }
}

describe('the dialer', () => {
  it('checks the certificate against the name, though it dials an address', async () => {
    const server = await startTls('127.0.0.1', certificate);
    expect(await reason('hooks.example.com', server.port, { ca: certificate.cert })).toBe(204);
    expect(await reason('hooks.example.com', server.port, {})).toBe('tls');
    expect(await reason('other.example.com', server.port, { ca: certificate.cert })).toBe('tls');
    expect(await reason('127.0.0.1', server.port, { ca: certificate.cert })).toBe('tls');
    await server.close();
  });

  it('gives up on a TLS handshake that is never answered', async () => {
    const server = await startSentinel('127.0.0.1');
    const start = performance.now();
    expect(await reason('hooks.example.com', server.port, { connectTimeoutMs: 200 })).toBe('timeout');
    expect(performance.now() - start).toBeLessThan(3_000);
    await server.close();
  });

  it('gives up on a name that is never answered', async () => {
    const start = performance.now();
    expect(
      await reason('hooks.example.com', 443, { connectTimeoutMs: 200, lookup: () => new Promise(() => undefined) }),
    ).toBe('timeout');
    expect(performance.now() - start).toBeLessThan(3_000);
  });

  it('says that nothing was sent when the connection was not made in time', async () => {
    const lookup = () => new Promise<string[]>(() => undefined);
    const client = outboundClient({ allow: [], allowHttp: false, lookup, connectTimeoutMs: 200 });
    const sending = client.send({ method: 'POST', url: 'https://hooks.example.com/' }).catch((one: unknown) => one);
    const error = (await sending) as OutboundError;
    expect([error.reason, mayHaveArrived(error)]).toEqual(['timeout', false]);
    await client.close();
  });

  it('tries the next address when the first one is silent or closed', async () => {
    const server = await startTls('127.0.0.1', certificate);
    const silent = await startSentinel('127.0.0.3', server.port);
    const lookup = async () => ['127.0.0.2', '127.0.0.3', '127.0.0.1'];
    expect(
      await reason('hooks.example.com', server.port, { ca: certificate.cert, connectTimeoutMs: 1_000, lookup }),
    ).toBe(204);
    expect(silent.accepts()).toBe(1);
    await Promise.all([server.close(), silent.close()]);
  });
});
