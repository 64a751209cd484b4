import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import { limitBodyTime } from './body_time.ts';

const HEAD = 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4\r\n\r\n';

describe('the time of a body', () => {
  let ended: string[];
  let stop: () => void;
  let port: number;
  beforeEach(async () => {
    ended = [];
    const server = createServer((request, response) => {
      limitBodyTime(request as Request, 100);
      request.resume().once('end', () => void response.end());
    });
    server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => {
      ended.push(code ?? '');
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
    stop = () => server.close().closeAllConnections();
  });
  afterEach(() => stop());

  /** Sends the parts unchanged. Resolves when the connection is closed or an answer has arrived. */
  async function sent(...parts: string[]): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    for (const part of parts) socket.write(part);
    return new Promise((resolve) => {
      socket
        .once('data', (data) => resolve(data.toString().split('\r\n')[0] ?? ''))
        .once('close', () => resolve('closed'));
    });
  }

  it('ends a connection whose body does not come, as Node ends one that is late', async () => {
    expect(await sent(HEAD, 'ab')).toBe('closed');
    expect(ended).toEqual(['ERR_HTTP_REQUEST_TIMEOUT']);
  });

  it('leaves one whose body has come', async () => {
    expect(await sent(HEAD, 'ab', 'cd')).toBe('HTTP/1.1 200 OK');
    expect(ended).toEqual([]);
  });
});
