import { Agent, request } from 'node:http';
import process from 'node:process';
import { medianOf } from '../measure/median.ts';

/**
 * A load generator as a process of its own: `write_load.js <url> <callers> <ms> <api key> [body]`. Each caller posts the
 * body, whose `{name}` is a name of its own each time, and again when it is answered. Prints one JSON line, with the
 * median of the answers' times in ms; ends with 1 when an answer was no 2xx, or nothing was answered.
 */
const [url = '', callers = '32', ms = '1000', apiKey = '', template = '{"name":"{name}"}'] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(callers) });
const run = `${process.pid}-${Date.now()}`;
const counts = { ok: 0, failed: 0, firstFailure: undefined as string | undefined };
const latencies: number[] = [];
const started = performance.now();
const end = started + Number(ms);

await Promise.all(Array.from({ length: Number(callers) }, (_, caller) => lane(caller)));
const perSecond = counts.ok / ((performance.now() - started) / 1_000);
process.stdout.write(`${JSON.stringify({ ...counts, perSecond, p50: Number(medianOf(latencies).toFixed(2)) })}\n`);
process.exit(counts.ok > 0 && counts.failed === 0 ? 0 : 1);

async function lane(caller: number): Promise<void> {
  for (let at = 0; performance.now() < end; at += 1) {
    const sent = performance.now();
    const { status, text } = await create(`${run}-${caller}-${at}`);
    latencies.push(performance.now() - sent);
    const isDone = status >= 200 && status < 300;
    if (isDone) counts.ok += 1;
    else counts.failed += 1;
    if (!isDone) counts.firstFailure ??= `${status} ${text.slice(0, 300)}`;
  }
}

function create(name: string): Promise<{ status: number; text: string }> {
  const body = template.replace('{name}', name);
  const headers = { 'content-type': 'application/json', 'content-length': body.length, 'x-api-key': apiKey };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', reject).end(body);
  });
}
