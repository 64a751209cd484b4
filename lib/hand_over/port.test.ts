import { Buffer } from 'node:buffer';
import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { promise } from '../../test/support/promise.ts';
import { keyedTrusts } from '../../test/support/trust.ts';
import { OutboundError } from '../http/outbound_error.ts';
import { createLog } from '../log/log.ts';
import { Problem } from '../problem/problem.ts';
import { handOverClient } from './client.ts';
import type { ProxyHead } from './hand_over.ts';
import { startHandOverPort } from './port.ts';
import { HEAD_HEADER, TOKEN_HEADER } from './wire.ts';

const HEAD_OF: ProxyHead = {
  requestId: 'r',
  projectId: 'p',
  installationId: 'i',
  integrationId: '',
  groupRef: '',
  method: 'GET',
  target: '/me',
  headers: [['Accept', '*/*']],
  isThrottled: false,
  deadline: 0,
};

describe('the port to which requests for providers are handed over', () => {
  const trustOf = keyedTrusts();
  const text = Buffer.from(JSON.stringify(HEAD_OF)).toString('base64url');
  let served: ProxyHead[];
  let lines: string[];
  let port: Awaited<ReturnType<typeof startHandOverPort>>;

  beforeEach(async () => {
    [served, lines] = [[], []];
    const write = (line: string) => void lines.push(line);
    port = await startHandOverPort({
      port: 0,
      host: '127.0.0.1',
      trust: trustOf('writes'),
      log: createLog({ service: 'writes', level: 'info', sink: { write } }),
      async serve(head) {
        served.push(head);
        if (head.target === '/cut') return { status: 200, headers: [], body: cutAfter('part') };
        if (head.target === '/refused') throw new Problem('conflict', 'No.', { remedy: 'Ask.' });
        return { status: 418, headers: [['X-Odd', 'é']], body: Readable.from([Buffer.from('whole')]) };
      },
    });
  });
  afterEach(() => port.stop());

  function ask(headers: Record<string, string>): Promise<number> {
    const [host = '', number = ''] = port.address.split(':');
    return new Promise((resolve, reject) => {
      const given = { host, port: Number(number), method: 'POST', headers, agent: false };
      httpRequest(given, (answer) => resolve(answer.resume().statusCode ?? 0))
        .on('error', reject)
        .end();
    });
  }

  it('takes what the gateway signed, once', async () => {
    const headers = { [HEAD_HEADER]: text, [TOKEN_HEADER]: trustOf('gateway').handOver.sign(text) };
    expect(await ask(headers)).toBe(200);
    expect(served).toEqual([HEAD_OF]);
    expect(await ask(headers)).toBe(503);
    expect(served.length).toBe(1);
    expect(lines.join('')).toContain('token used before');
  });

  it.each<[string, (head: string) => string, string]>([
    ['no token', () => '', 'malformed token'],
    ['a token of another process', (head) => trustOf('reads').handOver.sign(head), 'not the gateway'],
    ['a token for another head', (head) => trustOf('gateway').handOver.sign(`${head}A`), 'wrong signature'],
    ['a token of another deployment', (head) => keyedTrusts()('gateway').handOver.sign(head), 'wrong signature'],
  ])('refuses and logs %s', async (_name, sign, fault) => {
    expect(await ask({ [HEAD_HEADER]: text, [TOKEN_HEADER]: sign(text) })).toBe(503);
    expect(served).toEqual([]);
    expect(lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'proxied request refused')).toMatchObject({
      fault,
    });
  });

  it('gives a gateway the answer, and the problem, as they are', async () => {
    const client = handOverClient({ address: 'nowhere', portAddresses: [port.address], trust: trustOf('gateway') });
    const { signal } = new AbortController();
    const { status, headers, body } = await client.serve(HEAD_OF, null, signal);
    expect([status, headers]).toEqual([418, [['X-Odd', 'é']]]);
    expect((await body.toArray()).join('')).toBe('whole');
    await expect(client.serve({ ...HEAD_OF, target: '/refused' }, null, signal)).rejects.toMatchObject({
      kind: 'conflict',
      detail: 'No.',
      extras: { remedy: 'Ask.' },
    });
    await client.close();
  });

  promise('cuts an answer that the provider cuts', { without: 'cutEndsWellOnTheWay' }, async () => {
    const client = handOverClient({ address: 'nowhere', portAddresses: [port.address], trust: trustOf('gateway') });
    const { body } = await client.serve({ ...HEAD_OF, target: '/cut' }, null, new AbortController().signal);
    const whole = await body.toArray().then(
      (chunks) => chunks.join(''),
      () => 'cut',
    );
    await client.close();
    expect(whole).toBe('cut');
  });
});

function cutAfter(text: string): Readable {
  return Readable.from(
    (async function* () {
      yield Buffer.from(text);
      await setImmediate();
      throw new OutboundError('connect');
    })(),
  );
}
