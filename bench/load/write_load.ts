import { Agent, request } from 'node:http';
import process from 'node:process';

/**
 * A load generator as a process of its own: `write_load.js <url> <callers> <ms> <api key>`. Each caller creates a topic
 * with a name of its own, and the next one when it is answered. Prints one JSON line.
 */
const [url = '', callers = '32', ms = '1000', apiKey = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(callers) });
const run = `${process.pid}-${Date.now()}`;
const counts = { ok: 0, failed: 0 };
const started = performance.now();
const end = started + Number(ms);

await Promise.all(Array.from({ length: Number(callers) }, (_, caller) => lane(caller)));
const perSecond = counts.ok / ((performance.now() - started) / 1_000);
process.stdout.write(`${JSON.stringify({ ...counts, perSecond })}\n`);
process.exit(0);

async function lane(caller: number): Promise<void> {
  for (let at = 0; performance.now() < end; at += 1) {
    if ((await create(`${run}-${caller}-${at}`)) === 201) counts.ok += 1;
    else counts.failed += 1;
  }
}

function create(name: string): Promise<number | undefined> {
  const body = JSON.stringify({ name });
  const headers = { 'content-type': 'application/json', 'content-length': body.length, 'x-api-key': apiKey };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    sent.on('error', reject).end(body);
  });
}
