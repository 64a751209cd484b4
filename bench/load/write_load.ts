import { Agent, request } from 'node:http';
import process from 'node:process';

/**
 * A load generator as a process of its own: `write_load.js <url> <callers> <ms> <api key>`. Each caller creates a topic
 * with a name of its own, and the next one when it is answered. Prints one JSON line; ends with 1 when an answer was not
 * 201, or nothing was answered.
 */
const [url = '', callers = '32', ms = '1000', apiKey = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(callers) });
const run = `${process.pid}-${Date.now()}`;
const counts = { ok: 0, failed: 0, firstFailure: undefined as string | undefined };
const started = performance.now();
const end = started + Number(ms);

await Promise.all(Array.from({ length: Number(callers) }, (_, caller) => lane(caller)));
const perSecond = counts.ok / ((performance.now() - started) / 1_000);
process.stdout.write(`${JSON.stringify({ ...counts, perSecond })}\n`);
process.exit(counts.ok > 0 && counts.failed === 0 ? 0 : 1);

async function lane(caller: number): Promise<void> {
  for (let at = 0; performance.now() < end; at += 1) {
    const { status, text } = await create(`${run}-${caller}-${at}`);
    if (status === 201) counts.ok += 1;
    else counts.failed += 1;
    if (status !== 201) counts.firstFailure ??= `${status} ${text.slice(0, 300)}`;
  }
}

function create(name: string): Promise<{ status: number; text: string }> {
  const body = JSON.stringify({ name });
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
