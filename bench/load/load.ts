import { Buffer } from 'node:buffer';
import { connect } from 'node:net';
import process from 'node:process';

/**
 * A load generator as a process of its own: `load.js <port> <connections> <ms> <request text in base64>`. Each
 * connection sends the request, reads one answer by its content-length or empty chunk, and sends again. Prints one JSON
 * line. Ends with 1 when an answer was no 2xx, a connection closed early, or nothing was answered.
 */
const [port = '0', connections = '1', ms = '1000', encoded = ''] = process.argv.slice(2);
const bytes = Buffer.from(encoded, 'base64');
const counts = { ok: 0, failed: 0, firstFailure: undefined as string | undefined };
const latencies: number[] = [];
const end = performance.now() + Number(ms);
const started = performance.now();

await Promise.all(Array.from({ length: Number(connections) }, run));
latencies.sort((a, b) => a - b);
const seconds = (performance.now() - started) / 1_000;
process.stdout.write(`${JSON.stringify({ ...counts, perSecond: counts.ok / seconds, p50: at(0.5), p99: at(0.99) })}\n`);
process.exitCode = counts.ok > 0 && counts.failed === 0 ? 0 : 1;

function fail(what: string): void {
  counts.failed += 1;
  counts.firstFailure ??= what;
}

function at(share: number): number {
  return Number((latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(2));
}

function run(): Promise<void> {
  return new Promise((resolve, reject) => {
    let pending = '';
    let isDone = false;
    let sent = performance.now();
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
    socket.setNoDelay(true).setEncoding('latin1');
    socket.on('error', reject).on('close', () => {
      if (!isDone) fail('the connection closed before its answer');
      resolve();
    });
    socket.on('data', (chunk: string) => {
      pending += chunk;
      const length = answerLength(pending);
      if (length === null || pending.length < length) return;
      if (/^HTTP\/1\.1 2\d\d /.test(pending)) counts.ok += 1;
      else fail(pending.slice(0, Math.min(length, 300)));
      const now = performance.now();
      latencies.push(now - sent);
      pending = pending.slice(length);
      isDone = now > end;
      if (isDone) return void socket.end();
      sent = now;
      socket.write(bytes);
    });
  });
}

/** Bytes of the first answer; null while its head or its end has not arrived. */
function answerLength(text: string): number | null {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return null;
  const declared = /content-length: (\d+)/i.exec(text.slice(0, head));
  if (declared) return head + 4 + Number(declared[1]);
  const last = text.indexOf('\r\n0\r\n\r\n', head);
  return last < 0 ? null : last + 7;
}
