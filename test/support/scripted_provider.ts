import { Buffer } from 'node:buffer';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { receiveBody } from '../../testbed/receive_body.ts';

export type Asked = { method: string; path: string; body: string; headers: IncomingMessage['headers'] };
/** An answer. `isCut`: the connection closes in the middle of the text. */
export type Reply = {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  text: string;
  isCut?: boolean;
};
export type ScriptedProvider = {
  url: string;
  asked: Asked[];
  /** Sets the answers from now on. */
  answer(reply: (asked: Asked) => Reply | Promise<Reply>): void;
  stop(): Promise<void>;
};

/** Starts a provider on loopback with answers that the test sets. */
export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const asked: Asked[] = [];
  let reply: (one: Asked) => Reply | Promise<Reply> = () => ({ status: 404, text: '' });
  const server = createServer((request, response) => {
    void receiveBody(request).then(async (body) => {
      const { method = 'GET', url: path = '/', headers } = request;
      const one = { method, path, headers, body };
      asked.push(one);
      const { status = 200, type = 'application/json', headers: more = {}, text, isCut = false } = await reply(one);
      const length = String(Buffer.byteLength(text));
      response.writeHead(status, { 'content-type': type, 'content-length': length, ...more });
      if (isCut) response.write(text.slice(0, text.length >>> 1), () => response.destroy());
      else response.end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer(next) {
      reply = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
