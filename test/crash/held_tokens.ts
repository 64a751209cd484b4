import { Buffer } from 'node:buffer';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A proxy in front of the provider lab. It can hold the token endpoint's answers to refresh tokens until the test
 * releases them. By then the provider has rotated the token, and only the held answer contains the new one.
 */
type HeldTokens = {
  /** Set it as CAUSEWAY_LAB_URL. */
  url: string;
  /** The times at which this refresh token was sent to the provider. Unix ms. */
  shown(token: string): number[];
  /** From now on answers to refresh tokens are held. */
  hold(): void;
  /** The number of held answers. */
  waiting(): number;
  /** Sends all held answers completely, and calls `sent` as soon as the kernel has their last byte. */
  release(sent: () => void): void;
  stop(): Promise<void>;
};

type Passed = { status: number; headers: Record<string, string>; text: string };

/** Headers that belong to one connection, or are recomputed. */
const OWN_HEADERS = ['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding'];

export async function startHeldTokens(labUrl: string): Promise<HeldTokens> {
  const shown: { token: string; at: number }[] = [];
  let held: { response: ServerResponse; passed: Passed }[] | null = null;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    const token = refreshTokenIn(body);
    if (token !== null) shown.push({ token, at: Date.now() });
    const { text, ...rest } = await passOn(new URL(request.url ?? '/', labUrl), request, body);
    // Links to further pages must also lead through this proxy.
    const passed = { ...rest, text: text.replaceAll(labUrl, url) };
    if (token !== null && held) held.push({ response, passed });
    else send(response, passed, () => {});
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    shown: (token) => shown.filter((one) => one.token === token).map(({ at }) => at),
    hold: () => void (held = []),
    waiting: () => held?.length ?? 0,
    release(sent) {
      const all = held ?? [];
      held = null;
      let left = all.length;
      for (const { response, passed } of all) send(response, passed, () => --left === 0 && sent());
    },
    stop: () => stop(server),
  };
}

function refreshTokenIn(body: string): string | null {
  const form = new URLSearchParams(body);
  return form.get('grant_type') === 'refresh_token' ? form.get('refresh_token') : null;
}

async function passOn(url: URL, { method = 'GET', headers }: IncomingMessage, body: string): Promise<Passed> {
  const kept = Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name));
  const response = await fetch(url, {
    method,
    headers: kept.map(([name, value]): [string, string] => [name, [value ?? ''].flat().join(', ')]),
    redirect: 'manual',
    ...(body !== '' && { body }),
  });
  const answered = [...response.headers].filter(([name]) => !OWN_HEADERS.includes(name));
  return {
    status: response.status,
    headers: Object.fromEntries(answered),
    text: await response.text(),
  };
}

function send(response: ServerResponse, { status, headers, text }: Passed, sent: () => void): void {
  const body = Buffer.from(text);
  response.writeHead(status, { ...headers, 'content-length': body.length }).end(body, sent);
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8') as AsyncIterable<string>) text += chunk;
  return text;
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
