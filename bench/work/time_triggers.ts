import { request } from 'undici';
import { medianOf } from '../measure/median.ts';
import type { Proxied } from './install_proxy.ts';

type Options = Pick<Proxied, 'readUrl' | 'readBody' | 'isIdle'> & { apiKey: string; ms: number };

/**
 * Triggers reads one after the other, and waits for the end of each: a queue that is full would refuse them. `p50` is the
 * median time until a trigger is answered, ms. `failed` counts answers other than 2xx.
 */
export async function timeTriggers({ readUrl, readBody, isIdle, apiKey, ms }: Options) {
  const counts = { ok: 0, failed: 0, firstFailure: undefined as string | undefined };
  const times: number[] = [];
  const headers = { 'content-type': 'application/json', 'x-api-key': apiKey };
  for (const end = performance.now() + ms; performance.now() < end; await isIdle()) {
    const sent = performance.now();
    const { statusCode, body } = await request(readUrl, { method: 'POST', headers, body: readBody });
    const text = await body.text();
    times.push(performance.now() - sent);
    const isDone = statusCode >= 200 && statusCode < 300;
    if (isDone) counts.ok += 1;
    else counts.failed += 1;
    if (!isDone) counts.firstFailure ??= `${statusCode} ${text.slice(0, 300)}`;
  }
  const { firstFailure, ...figures } = counts;
  return { ...figures, ...(firstFailure !== undefined && { firstFailure }), p50: Number(medianOf(times).toFixed(2)) };
}
