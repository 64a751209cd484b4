import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';

type Hanging = { url: string; headers: Record<string, string>; providerUrl: string; callers: number };

/** Longest wait until the provider holds a request. Ms. */
const BEGIN_MS = 20_000;

/**
 * Callers of one customer whose provider hangs: each sends a request through the proxy, and the next when it is answered.
 * Resolves when the provider holds some and nothing new arrives there; the others wait for its connections.
 */
export async function startHangingProxied({ url, headers, providerUrl, callers }: Hanging) {
  const dispatcher = new Agent({ connections: callers, headersTimeout: 60_000, bodyTimeout: 60_000 });
  const answers: Record<string, number> = {};
  let inProgress = 0;
  let isStopped = false;
  async function lane(): Promise<void> {
    while (!isStopped) {
      inProgress += 1;
      const { statusCode, body } = await request(url, { headers, dispatcher });
      await body.dump();
      inProgress -= 1;
      answers[statusCode] = (answers[statusCode] ?? 0) + 1;
    }
  }
  const lanes = Promise.all(Array.from({ length: callers }, lane));
  lanes.catch(() => {}); // stop() throws it
  const held = async (method: string) =>
    ((await (await fetch(`${providerUrl}/held`, { method })).json()) as { held: number }).held;
  let before = 0;
  for (const end = Date.now() + BEGIN_MS; ; await sleep(200)) {
    const now = await held('GET');
    if (now > 0 && now === before) break;
    before = now;
    if (Date.now() > end) throw new Error('No request arrived at the provider that hangs.');
  }
  return {
    /** Requests that the platform has and nobody answers, and those of them that the provider has. */
    inProgress,
    held: before,
    /** Lets the provider answer until the last request has ended. Returns how many were answered with which status. */
    async stop(): Promise<Record<string, number>> {
      isStopped = true;
      let isOver = false;
      const over = lanes.finally(() => (isOver = true));
      over.catch(() => {});
      for (; !isOver; await sleep(20)) await held('DELETE');
      await over;
      await dispatcher.close();
      return answers;
    },
  };
}
