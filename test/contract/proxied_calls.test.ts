import { Buffer } from 'node:buffer';
import { PassThrough, type Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ProxyAnswer, ProxyHead } from '../../lib/hand_over/hand_over.ts';
import { forEachEngine, type TestDatabase } from '../support/engines.ts';
import { promise } from '../support/promise.ts';
import { type ProxiedProvider, startProxiedProvider } from '../support/proxied_provider.ts';
import { writesTables, writesWorld } from '../support/writes_world.ts';

forEachEngine((engine) => {
  describe('a proxied call', () => {
    let open: TestDatabase;
    let provider: ProxiedProvider;
    let world: Awaited<ReturnType<typeof writesWorld>>;
    beforeEach(async () => {
      provider = await startProxiedProvider();
      open = await engine.open(writesTables);
      world = await writesWorld(open.db, { providerUrl: provider.url });
    });
    afterEach(async () => {
      await world.stop();
      await open.close();
      await provider.stop();
    });

    function serve(target: string, more: Partial<ProxyHead> = {}, body: Readable | null = null): Promise<ProxyAnswer> {
      const head: ProxyHead = {
        requestId: 'r',
        projectId: 'p',
        installationId: 'i',
        integrationId: '',
        groupRef: '',
        method: body ? 'POST' : 'GET',
        target,
        headers: [],
        isThrottled: false,
        deadline: Date.now() + 20_000,
        ...more,
      };
      return world.useCases.serveProxy(head, body, new AbortController().signal);
    }

    promise('does not show the credential that a redirect repeats', { without: 'echoedCredentialShown' }, async () => {
      provider.on('/moved', ({ headers }, response) => {
        response.writeHead(302, { location: `https://other.example/?key=${headers['x-sandbox-key']}` }).end();
      });
      const { status, headers, body } = await serve('/moved');
      body.resume();
      expect(status).toBe(302);
      expect(JSON.stringify(headers)).toContain('https://other.example/?key=');
      expect(JSON.stringify(headers)).not.toContain('sandbox-key');
    });

    it('is sent once more after a 401, with a body that was sent whole', async () => {
      const bodies = refusesOnce('/whole', 'at the end');
      const upload = new PassThrough();
      upload.end('all of it');
      const { status, body } = await serve('/whole', {}, upload);
      expect([status, String((await body.toArray()).join(''))]).toEqual([200, 'said']);
      expect(bodies).toEqual(['all of it', 'all of it']);
    });

    promise('is not sent once more after a 401 while its body still comes', { without: 'partRepeated' }, async () => {
      const bodies = refusesOnce('/part', 'at once');
      const upload = new PassThrough();
      upload.write('a part');
      const { status, body } = await serve('/part', {}, upload);
      body.resume();
      upload.destroy();
      expect([status, bodies]).toEqual([401, ['a part']]);
    });

    it('is not sent once more after a 401 when its body is larger than what is held', async () => {
      const bodies = refusesOnce('/large', 'at the end');
      const upload = new PassThrough();
      upload.end(Buffer.alloc(65_537, 'a'));
      const { status, body } = await serve('/large', {}, upload);
      body.resume();
      expect([status, bodies.map(({ length }) => length)]).toEqual([401, [65_537]]);
    });

    /** Answers the first request with 401 and the next with 200; returns what each had sent by then. */
    function refusesOnce(path: string, when: 'at once' | 'at the end'): string[] {
      const bodies: string[] = [];
      provider.on(path, (request, response) => {
        let text = '';
        const answer = () => {
          bodies.push(text);
          response.writeHead(bodies.length === 1 ? 401 : 200).end('said');
        };
        request.on('data', (chunk: Buffer) => {
          text += chunk.toString();
          if (when === 'at once' && !response.headersSent) answer();
        });
        if (when === 'at the end') request.on('end', answer);
      });
      return bodies;
    }
  });
});
