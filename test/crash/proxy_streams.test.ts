import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { residentMb } from '../../bench/measure/process_usage.ts';
import { until } from '../../testbed/reads_fixture.ts';
import { aBuilder } from '../support/builder.ts';
import { mutatedEnvironment } from '../support/mutated_environment.ts';
import { promise } from '../support/promise.ts';
import { type ProxiedProvider, startProxiedProvider } from '../support/proxied_provider.ts';
import { proxyClient } from '../support/proxy_client.ts';
import { crashScale } from './crash_scale.ts';
import { embeddedForm, type ProxyForm, servicesForm } from './proxy_forms.ts';

const MB = 1_048_576;
/** More than the bound of memory, so that a body that is held anywhere is seen. */
const BODY_MB = crashScale().isFull ? 1_024 : 200;
const MAX_GROWTH_MB = 150;
const IDLE_MS = 1_000;
const DRIP_MS = 100;
const PIECE = Buffer.alloc(65_536, 'abcdefgh');
const ON = { proxy: { enabled: true } };
const SETTINGS = {
  CAUSEWAY_WRITES_PROXY_IDLE_MS: String(IDLE_MS),
  CAUSEWAY_GATEWAY_RATE_LIMITS: '0',
  CAUSEWAY_GATEWAY_LAME_DUCK_MS: '0',
  CAUSEWAY_SANDBOX: '1',
};

describe.each([
  ['embedded', embeddedForm],
  ['services', servicesForm],
])('streams of the proxy in the %s form', (name, start) => {
  let dir: string;
  let form: ProxyForm;
  let provider: ProxiedProvider;
  let installationId: string;

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'causeway-proxy-'));
    [form, provider] = await Promise.all([start(dir, SETTINGS), startProxiedProvider()]);
    const builder = aBuilder(form.login());
    await builder.connect(provider, 'acme');
    const integrationId = await builder.deploy({ name: 'anything', ...ON });
    installationId = await builder.installed(integrationId, 'acme', {}, ON);
  });
  afterAll(async () => {
    await form?.stop();
    await provider?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  /** The platform has another port after a restart. */
  const proxy = () => proxyClient(form.login().origin, form.login().ready, installationId);
  const endsBefore = new Map<string, number>();
  const ended = (end: string) => form.log().split(`"end":"${end}"`).length - 1;
  const mark = (end: string) => void endsBefore.set(end, ended(end));
  /** Waits for the line that says that an exchange ended so, since `mark`. */
  const saysEnd = (end: string) => until(async () => ended(end) > (endsBefore.get(end) ?? 0));

  it(`pass ${BODY_MB} MB up in constant memory`, async () => {
    let received = 0;
    provider.on('/up', (request, response) => {
      request.on('data', (chunk: Buffer) => (received += chunk.length));
      request.on('end', () => response.end('got'));
    });
    const growth = await grownMb(form.pids(), async () => {
      const pieces = Readable.from(manyPieces(), { objectMode: true, highWaterMark: 1 });
      const answer = await proxy().open('/up', { method: 'POST', body: pieces });
      await bytesOf(answer);
      expect(answer.statusCode).toBe(200);
    });
    expect(received).toBe(BODY_MB * MB);
    expect(growth).toBeLessThan(MAX_GROWTH_MB);
  });

  it(`pass ${BODY_MB} MB down in constant memory, to a client that reads slower than the provider sends`, async () => {
    provider.on('/down', (_request, response) => void sendAll(response));
    const growth = await grownMb(form.pids(), async () => {
      const answer = await proxy().open('/down');
      let received = 0;
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        received += chunk.length;
        // Whoever does not wait for the reader gets ahead of it here.
        if (received % (8 * MB) < chunk.length) await sleep(20);
      }
      expect(received).toBe(BODY_MB * MB);
      expect(answer.complete).toBe(true);
    });
    expect(growth).toBeLessThan(MAX_GROWTH_MB);
  });

  it('close the socket of the provider when a client stops reading, and say idle', async () => {
    const gone = closed();
    provider.on('/endless', (_request, response) => {
      gone.of(response);
      void sendAll(response);
    });
    mark('idle');
    const answer = await proxy().open('/endless');
    answer.on('error', () => {});
    await gone.happened;
    await saysEnd('idle');
    answer.destroy();
  });

  it('go on while the provider drips within the idle time, and are cut when it stops', async () => {
    const drops = Math.ceil((3 * IDLE_MS) / DRIP_MS);
    provider.on('/drips', (_request, response) => void drip(response, drops).then(() => response.end()));
    const answer = await proxy().open('/drips');
    expect(await bytesOf(answer)).toBe(drops);
    expect(answer.complete).toBe(true);

    const gone = closed();
    provider.on('/stops', (_request, response) => {
      gone.of(response);
      void drip(response, 3);
    });
    mark('idle');
    const cut = await proxy().open('/stops');
    await expect(bytesOf(cut)).rejects.toThrow('aborted');
    expect(cut.complete).toBe(false);
    await gone.happened;
    await saysEnd('idle');
  });

  it('end at the provider when the client leaves in the middle, and say aborted', async () => {
    const gone = closed();
    provider.on('/leave', (_request, response) => {
      gone.of(response);
      void drip(response);
    });
    mark('aborted');
    const answer = await proxy().open('/leave');
    answer.on('error', () => {});
    await once(answer, 'data');
    answer.destroy();
    await gone.happened;
    await saysEnd('aborted');
  });

  it('end at the provider when the client leaves before there is an answer', async () => {
    const gone = closed();
    provider.on('/silent', (_request, response) => gone.of(response));
    const request = opened('/silent', 'GET');
    request.end();
    await gone.began;
    request.destroy();
    await gone.happened;
  });

  it('show the provider a cut, and no end, when the client cuts its upload', async () => {
    const seen: string[] = [];
    const gone = closed();
    provider.on('/cut-up', (request, response) => {
      gone.of(response);
      request.on('end', () => seen.push('end')).on('error', () => {});
      request.once('aborted', () => seen.push('aborted'));
      request.resume();
    });
    const request = opened('/cut-up', 'POST');
    request.write(PIECE);
    await gone.began;
    request.destroy();
    await gone.happened;
    await until(async () => seen.length > 0);
    expect(seen).toEqual(['aborted']);
  });

  it('show the client a cut, never a whole answer, when the process is killed in the middle', async () => {
    provider.on('/killed', (_request, response) => void drip(response));
    const answer = await proxy().open('/killed');
    await once(answer, 'data');
    const rest = bytesOf(answer);
    rest.catch(() => {}); // looked at below
    await form.kill();
    await expect(rest).rejects.toThrow('aborted');
    expect(answer.complete).toBe(false);
    await form.restart();
    await until(async () => (await proxy().call('/me')).status === 200);
  });

  it('end whole when their process is told to stop and they end soon', async () => {
    let finish = () => {};
    provider.on('/finishes', (_request, response) => {
      const dripping = setInterval(() => response.write('.'), DRIP_MS);
      finish = () => {
        clearInterval(dripping);
        response.end('whole');
      };
    });
    const answer = await proxy().open('/finishes');
    await once(answer, 'data');
    const text = textOf(answer);
    const exit = form.terminate();
    await sleep(DRIP_MS); // The signal is under way, and the exchange goes on.
    finish();
    expect(await text).toMatch(/whole$/);
    expect(answer.complete).toBe(true);
    expect([0, null]).toContain(await exit);
    await form.restart({ CAUSEWAY_GATEWAY_DEADLINE_MS: '3000' }); // the time that the next test takes
    await until(async () => (await proxy().call('/me')).status === 200);
  });

  it('do not keep a process that is told to stop, however long they would take', async () => {
    provider.on('/forever', (_request, response) => void drip(response));
    const answer = await proxy().open('/forever');
    await once(answer, 'data');
    const rest = bytesOf(answer);
    rest.catch(() => {});
    const code = await form.terminate();
    expect(code).toBe(name === 'embedded' ? 0 : null);
    await expect(rest).rejects.toThrow('aborted');
    expect(answer.complete).toBe(false);
    await form.restart();
    await until(async () => (await proxy().call('/me')).status === 200);
  });

  /** A request whose sending the test ends itself. */
  function opened(target: string, method: string) {
    const { origin, ready } = form.login();
    const { hostname, port } = new URL(origin);
    const headers = {
      'x-amp-proxy-version': '1',
      'x-amp-project-id': ready.project.id,
      'x-api-key': ready.apiKey,
      'x-amp-installation-id': installationId,
    };
    return httpRequest({ hostname, port, method, path: `/proxy${target}`, headers, agent: false }).on(
      'error',
      () => {},
    );
  }
});

describe('an answer that the provider cuts', () => {
  promise('is cut for the client too', { without: 'cutEndsWell' }, async () => {
    const dir = mkdtempSync(join(tmpdir(), 'causeway-proxy-'));
    const provider = await startProxiedProvider();
    const form = await embeddedForm(dir, { ...SETTINGS, ...mutatedEnvironment() });
    try {
      const builder = aBuilder(form.login());
      await builder.connect(provider, 'acme');
      const integrationId = await builder.deploy({ name: 'anything', ...ON });
      const id = await builder.installed(integrationId, 'acme', {}, ON);
      provider.on('/cut', (_request, response) => {
        response.write('part', () => response.destroy());
      });
      const { origin, ready } = form.login();
      const answer = await proxyClient(origin, ready, id).open('/cut');
      await bytesOf(answer).catch(() => {});
      expect(answer.complete).toBe(false);
    } finally {
      await form.stop();
      await provider.stop();
      rmSync(dir, { recursive: true, force: true });
    }
  });
});

function* manyPieces(): Generator<Buffer> {
  for (let sent = 0; sent < BODY_MB * MB; sent += PIECE.length) yield PIECE;
}

/** As fast as the other end reads. */
async function sendAll(response: ServerResponse): Promise<void> {
  await pipeline(Readable.from(manyPieces(), { objectMode: true, highWaterMark: 1 }), response).catch(() => {});
}

/** One byte now and then, so many times; without an end until the connection closes. */
async function drip(response: ServerResponse, drops = Number.POSITIVE_INFINITY): Promise<void> {
  response.on('error', () => {});
  for (let sent = 0; sent < drops && !response.destroyed; sent += 1) {
    response.write('.');
    await sleep(DRIP_MS);
  }
}

/** When an exchange has begun at the provider, and when its connection was closed before its answer had ended. */
function closed() {
  let begin = () => {};
  let happen = () => {};
  const began = new Promise<void>((resolve) => (begin = resolve));
  const happened = new Promise<void>((resolve) => (happen = resolve));
  const of = (response: ServerResponse) => {
    begin();
    response.once('close', () => void (response.writableFinished || happen()));
  };
  return { of, began, happened };
}

async function bytesOf(answer: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) bytes += chunk.length;
  return bytes;
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of answer as AsyncIterable<Buffer>) text += chunk.toString();
  return text;
}

/** By how much the largest of the processes grew while `work` ran. MB. */
async function grownMb(pids: readonly number[], work: () => Promise<void>): Promise<number> {
  const before = pids.map(residentMb);
  let grown = 0;
  const look = () => {
    for (const [at, pid] of pids.entries()) grown = Math.max(grown, residentMb(pid) - (before[at] ?? 0));
  };
  const looking = setInterval(look, 50);
  await work().finally(() => clearInterval(looking));
  look();
  return grown;
}
