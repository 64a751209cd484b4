import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Writer } from './install_writer.ts';

type Hanging = { writer: Writer; apiKey: string; providerUrl: string; callers: number };

/** Longest wait until the provider holds a write. Ms. */
const BEGIN_MS = 20_000;

/**
 * Callers of one customer whose provider hangs: each sends a write, and the next when it is answered. Resolves when the
 * provider holds some and nothing new arrives there.
 */
export async function startHangingWrites({ writer, apiKey, providerUrl, callers }: Hanging) {
  const dispatcher = new Agent({ connections: callers, headersTimeout: 60_000, bodyTimeout: 60_000 });
  const answers: Record<string, number> = {};
  let isStopped = false;
  async function lane(caller: number): Promise<void> {
    for (let at = 0; !isStopped; at += 1) {
      const body = writer.body.replace('{name}', `hanging-${caller}-${at}`);
      const headers = { 'content-type': 'application/json', 'x-api-key': apiKey };
      const { statusCode, body: answer } = await request(writer.url, { method: 'POST', body, headers, dispatcher });
      await answer.dump();
      answers[statusCode] = (answers[statusCode] ?? 0) + 1;
    }
  }
  const lanes = Promise.all(Array.from({ length: callers }, (_, caller) => lane(caller)));
  lanes.catch(() => {}); // stop() throws it
  const held = async (method: string) =>
    ((await (await fetch(`${providerUrl}/held`, { method })).json()) as { held: number }).held;
  let before = 0;
  for (const end = Date.now() + BEGIN_MS; ; await sleep(200)) {
    const now = await held('GET');
    if (now > 0 && now === before) break;
    before = now;
    if (Date.now() > end) throw new Error('No write arrived at the provider that hangs.');
  }
  return {
    /** Writes that the provider has and does not answer. */
    held: before,
    /** Lets the provider answer until the last write has ended. Returns how many were answered with which status. */
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
