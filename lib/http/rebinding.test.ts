import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Sentinel, startHttp, startSentinel } from '../../test/support/sentinel.ts';
import { aStream } from '../../test/support/stream_world.ts';
import { type OutboundClient, outboundClient } from './outbound.ts';

/**
 * A malicious name server. 127.0.0.2 plays the public internet: it is the only allowed address and it answers.
 * 127.0.0.1 and ::1 play the internal network, on the same port.
 */
describe('a name that resolves differently each time', () => {
  let outside: Sentinel;
  let inside: Sentinel[];
  let answers: (host: string) => string[];
  let asked = 0;
  let client: OutboundClient;

  beforeAll(async () => {
    outside = await startHttp('127.0.0.2', (request, response) => {
      const location = `http://127.0.0.1:${outside.port}/`;
      response.writeHead(request.url === '/redirect' ? 302 : 200, { connection: 'close', location }).end('outside');
    });
    inside = [await startSentinel('127.0.0.1', outside.port), await startSentinel('::1', outside.port)];
    const lookup = async (host: string) => {
      asked += 1;
      return answers(host);
    };
    client = outboundClient({ allow: ['127.0.0.2/32'], allowHttp: true, lookup, connectTimeoutMs: 1_000 });
  });
  afterAll(async () => {
    await client.close();
    await Promise.all([outside, ...inside].map((sentinel) => sentinel.close()));
  });
  const get = (path = '/') => client.send({ method: 'GET', url: `http://hooks.example.com:${outside.port}${path}` });
  const accepts = () => inside.map((sentinel) => sentinel.accepts());

  it('never reaches the inside in 1,000 alternating answers', async () => {
    asked = 0;
    answers = () => (asked % 2 === 1 ? ['127.0.0.2'] : ['127.0.0.1']);
    const outcomes = { answered: 0, blocked: 0 };
    for (let turn = 0; turn < 1_000; turn += 1) {
      const outcome = await get().then(
        () => 'answered' as const,
        (error) => error.reason as 'blocked',
      );
      outcomes[outcome] += 1;
    }
    expect(outcomes).toEqual({ answered: 500, blocked: 500 });
    expect(asked).toBe(1_000); // One query per connection: the checked address is the dialled one.
    expect(accepts()).toEqual([0, 0]);
  });

  it('never gets a streamed request or its body inside', async () => {
    answers = () => ['127.0.0.1'];
    let read = 0;
    const body = Readable.from(
      (function* () {
        read += 1;
        yield Buffer.from('body');
      })(),
    );
    const url = `http://hooks.example.com:${outside.port}/`;
    const sent = client.stream({ ...aStream, method: 'POST', url, body, account: 'rebound' });
    await expect(sent).rejects.toMatchObject({ reason: 'blocked' });
    expect([read, ...accepts()]).toEqual([0, 0, 0]);
  });

  // https and an allowed port, so that only the address can cause a refusal.
  it.each([
    [['127.0.0.2', '127.0.0.1']],
    [['127.0.0.1', '127.0.0.2']],
    [['127.0.0.2', '::1']],
    [['127.0.0.2', '::ffff:127.0.0.1']],
    [['127.0.0.2', '169.254.169.254']],
    [['8.8.8.8', '10.0.0.1']],
    [['127.0.0.2', 'not an address']],
    [[]],
  ])('refuses the answer %j as a whole', async (mixed) => {
    const strict = outboundClient({
      allow: ['127.0.0.2/32'],
      allowHttp: false,
      ports: [outside.port],
      lookup: async () => mixed,
      connectTimeoutMs: 500,
    });
    const before = outside.accepts();
    const url = `https://hooks.example.com:${outside.port}/`;
    await expect(strict.send({ method: 'GET', url })).rejects.toMatchObject({ reason: 'blocked' });
    await strict.close();
    expect([outside.accepts() - before, ...accepts()]).toEqual([0, 0, 0]);
  });

  it('hands a redirect to the inside back instead of following it', async () => {
    answers = () => ['127.0.0.2'];
    await expect(get('/redirect')).resolves.toMatchObject({
      status: 302,
      headers: { location: expect.stringContaining('127.0.0.1') },
    });
    expect(accepts()).toEqual([0, 0]);
  });

  it('is checked at every dial of a stream too', async () => {
    asked = 0;
    answers = () => (asked % 2 === 1 ? ['127.0.0.2'] : ['127.0.0.1']);
    const url = `http://hooks.example.com:${outside.port}/`;
    const outcomes: string[] = [];
    for (let turn = 0; turn < 20; turn += 1)
      outcomes.push(
        await client.stream({ ...aStream, url, account: 'streams' }).then(
          async ({ body }) => text(body),
          (error) => error.reason as string,
        ),
      );
    expect(outcomes).toEqual(Array.from({ length: 10 }, () => ['outside', 'blocked']).flat());
    expect(accepts()).toEqual([0, 0]);
  });

  it('hands a redirect of a stream to the inside back as well', async () => {
    answers = () => ['127.0.0.2'];
    const url = `http://hooks.example.com:${outside.port}/redirect`;
    const { status, body } = await client.stream({ ...aStream, url });
    expect([status, await text(body)]).toEqual([302, 'outside']);
    expect(accepts()).toEqual([0, 0]);
  });

  it('refuses a public answer over plain http, whatever the range list says', async () => {
    answers = () => ['8.8.8.8'];
    await expect(get()).rejects.toMatchObject({ reason: 'blocked' });
  });

  it('says the same of a refused name, a missing name and a closed port', async () => {
    const messages = new Set<string>();
    const noName = () => {
      throw Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' });
    };
    for (const given of [() => ['127.0.0.1'], noName, () => ['127.0.0.2']]) {
      answers = given;
      const url = 'http://hooks.example.com:1/';
      await client.send({ method: 'GET', url }).catch((error: Error) => messages.add(error.message));
    }
    expect([...messages]).toEqual(['The target could not be reached, or did not answer in time.']);
  });
});
