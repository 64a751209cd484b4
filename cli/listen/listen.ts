import { signatureFault } from '../../lib/signature/webhook_signature.ts';
import { toIso } from '../../lib/time/iso.ts';
import type { Output } from '../output/output.ts';
import { plain } from '../output/plain_text.ts';
import { type ServerOptions, serverOf } from '../server/server.ts';
import { signingKey, useDestination } from './listen_destination.ts';
import { type Received, startListener } from './listen_receiver.ts';
import { type Message, messageJson, messageLine, recordCount } from './message_line.ts';

/** The options of `causeway listen`; ../commands/listen_command.ts describes them. */
export type ListenOptions = ServerOptions & {
  destination: string;
  signingKey?: string;
  port: number;
  forward?: string;
  exitAfter?: number;
  json?: boolean;
};
/** `movedTo`: the new URL of the destination, if it sent to another URL before. */
export type ListenSummary = { verified: number; refused: number; records: number; movedTo?: string };
/**
 * `current`: the key that verifies messages. `formerUrl`: the URL to which the destination sent before, if it was
 * another one. `again`: requests the newest key from the platform, for messages that `current` does not verify.
 */
type Key = { current: string; formerUrl?: string; again(): Promise<string> };

/**
 * Max number of message ids that are remembered to recognize repeated messages. Bounds the memory of a session of many
 * days.
 */
const MAX_IDS = 100_000;

/**
 * Receives until `signal` aborts, or until `exitAfter` messages are verified. Throws ServerFault when it cannot start.
 */
export async function listen(options: ListenOptions, output: Output, signal: AbortSignal): Promise<ListenSummary> {
  const heard: ListenSummary = { verified: 0, refused: 0, records: 0 };
  const seen = new Set<string>();
  const [done, end] = deferred<void>();
  const [key, useKey] = deferred<Key>();
  signal.addEventListener('abort', () => end());
  const listener = await startListener(options.port, async (received) => {
    const message = await verify(received, await key, seen);
    const status = message.fault === undefined ? await forwardMessage(received, options, output) : 401;
    output.out(options.json ? messageJson(message) : messageLine(message));
    count(message, heard);
    if (heard.verified === options.exitAfter) end();
    return status;
  });
  try {
    const used = await keyOf(options, listener.url);
    useKey(used);
    if (used.formerUrl !== undefined) {
      heard.movedTo = listener.url;
      output.err(`${options.destination} sent to ${plain(used.formerUrl)}; it now sends to ${listener.url}.\n`);
    }
    const what = options.signingKey ? '' : ` for the destination ${options.destination}`;
    output.err(`Listening at ${listener.url}${what}. Ctrl-C ends it.\n`);
    await done;
  } finally {
    await listener.stop();
  }
  return heard;
}

function deferred<T>(): [Promise<T>, (value: T) => void] {
  let settle: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => (settle = resolve));
  return [promise, settle];
}

function count({ fault, isRepeated, body }: Message, heard: ListenSummary): void {
  if (fault !== undefined) return void (heard.refused += 1);
  heard.verified += 1;
  if (!isRepeated) heard.records += recordCount(body);
}

async function keyOf({ signingKey: given, destination, ...options }: ListenOptions, url: string): Promise<Key> {
  if (given) return { current: given, again: async () => given };
  const server = await serverOf(options);
  const { key: current, formerUrl } = await useDestination(server, destination, url);
  return { current, ...(formerUrl !== undefined && { formerUrl }), again: () => signingKey(server, destination) };
}

async function verify({ headers, body }: Received, key: Key, seen: Set<string>): Promise<Message> {
  const id = String(headers['webhook-id'] ?? headers['svix-id'] ?? '');
  const now = Date.now();
  const faultWith = (secret: string) => signatureFault({ secret, headers, body, nowSeconds: Math.floor(now / 1_000) });
  let fault = faultWith(key.current);
  if (fault !== undefined) fault = faultWith((key.current = await key.again().catch(() => key.current)));
  const message = { id, time: toIso(now), isRepeated: seen.has(id), fault, body: body.toString('utf8') };
  if (fault === undefined) remember(seen, id);
  return message;
}

function remember(seen: Set<string>, id: string): void {
  if (seen.size >= MAX_IDS) for (const oldest of seen) if (seen.delete(oldest)) break;
  seen.add(id);
}

/**
 * Forwards a message and returns the status for the sender. Body and signature are unchanged, so the receiver can
 * verify them.
 */
async function forwardMessage(
  { headers, body }: Received,
  { forward }: ListenOptions,
  output: Output,
): Promise<number> {
  if (forward === undefined) return 204;
  const passed = Object.entries(headers).filter(([name]) => /^(webhook-|svix-|content-type$)/.test(name));
  try {
    const to = { method: 'POST', headers: Object.fromEntries(passed) as Record<string, string>, body };
    return (await fetch(forward, { ...to, redirect: 'manual' })).status;
  } catch {
    output.err(`${new URL(forward).origin} cannot be reached; the message is sent again later.\n`);
    return 502;
  }
}
