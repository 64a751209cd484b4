import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { receiveBody } from '../../testbed/receive_body.ts';

export type Asked = { method: string; path: string; body: string; headers: IncomingMessage['headers'] };
type Reply = { status?: number; type?: string; text: string };
export type ScriptedProvider = {
  url: string;
  asked: Asked[];
  /** Sets how it answers from now on. */
  answer(reply: (asked: Asked) => Reply): void;
  stop(): Promise<void>;
};

/** A provider on loopback whose answers the test chooses. */
export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const asked: Asked[] = [];
  let reply: (one: Asked) => Reply = () => ({ status: 404, text: '' });
  const server = createServer((request, response) => {
    void receiveBody(request).then((body) => {
      const { method = 'GET', url: path = '/', headers } = request;
      const one = { method, path, headers, body };
      asked.push(one);
      const { status = 200, type = 'application/json', text } = reply(one);
      response.writeHead(status, { 'content-type': type }).end(text);
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
