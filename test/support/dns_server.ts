import { Buffer } from 'node:buffer';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** The answer for a name: TXT records, each with one or more strings, or a response code such as 3 (NXDOMAIN). */
type Entry = { texts: string[][] } | { code: number };
export type DnsServer = { address: string; stop(): Promise<void> };

/** A DNS server on a free port. It does not answer for names that it does not know. */
export async function startDnsServer(zone: Record<string, Entry>): Promise<DnsServer> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { address, port }) => {
    const entry = zone[nameIn(query)];
    if (entry) socket.send(answer(query, entry), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    async stop() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

const HEAD = 12;

function nameIn(query: Buffer): string {
  const labels: string[] = [];
  for (let at = HEAD; query[at]; at += (query[at] ?? 0) + 1)
    labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)));
  return labels.join('.').toLowerCase();
}

/** The answer repeats the question, and each record has a pointer to the name in it. */
function answer(query: Buffer, entry: Entry): Buffer {
  const question = query.subarray(HEAD, query.indexOf(0, HEAD) + 5);
  const texts = 'texts' in entry ? entry.texts : [];
  const head = Buffer.alloc(HEAD);
  head.set(query.subarray(0, 2));
  head.writeUInt16BE(0x8180 | ('code' in entry ? entry.code : 0), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(texts.length, 6);
  return Buffer.concat([head, question, ...texts.map(record)]);
}

/** A TXT record: pointer to the name, type TXT, class IN, TTL of a minute, length, then each string with its length. */
function record(strings: string[]): Buffer {
  const data = Buffer.concat(strings.flatMap((text) => [Buffer.from([text.length]), Buffer.from(text, 'latin1')]));
  const head = Buffer.from([0xc0, HEAD, 0, 16, 0, 1, 0, 0, 0, 60, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
