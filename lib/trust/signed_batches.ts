import { createHash } from 'node:crypto';
import type { Clock } from '../time/clock.ts';
import { isProcessName, type ProcessName } from './arrows.ts';
import type { Verified } from './call_tokens.ts';
import type { ProcessKeys } from './process_keys.ts';
import { isSignedBy, signText } from './signatures.ts';

/**
 * Signatures of messages on the bus. A batch is signed once: its text names the signer, the time and the digest of each
 * message, and every message carries this text and its signature beside its body. So a consumer verifies one signature
 * for a batch, in any order and with any part of it, and a version without signatures reads the same bodies.
 *
 * The digest covers the subject: a message that is repeated on another subject is refused. The time bounds repetition
 * on the same one. Within that time the inbox knows the events, and an acknowledgement may be repeated.
 */
export type Message = { subject: string; body: string };
export type Seal = { batch: string; signature: string };

/** Keeps what a message carries below a kilobyte. */
const AT_ONCE = 16;
/** Ms. Far below the week for which the inbox keeps an event's id, and far above any clock skew. */
const MAX_AGE_MS = 24 * 3_600_000;
const MAX_CACHED = 256;
const MAX_BYTES = 2_048;

/** Returns the seal of each message, in their order. */
export function messageSigner(
  keys: ProcessKeys,
  process: ProcessName,
  clock: Clock,
): (messages: readonly Message[]) => Seal[] {
  const sealOf = (messages: readonly Message[]): Seal => {
    const batch = [process, String(clock.now()), ...messages.map(digestOf)].join(' ');
    return { batch, signature: signText(keys, 'messages', batch) };
  };
  return (messages) => {
    const seals: Seal[] = [];
    for (let start = 0; start < messages.length; start += AT_ONCE) {
      const some = messages.slice(start, start + AT_ONCE);
      const seal = sealOf(some);
      seals.push(...some.map(() => seal));
    }
    return seals;
  };
}

/** Returns who signed a message. */
export function messageVerifier(keys: ProcessKeys, clock: Clock): (message: Message, seal: Seal) => Verified {
  const valid = new Set<string>();

  function isSigned(process: ProcessName, { batch, signature }: Seal): boolean {
    const key = `${signature} ${batch}`;
    if (valid.has(key)) return true;
    if (!isSignedBy(keys, process, { purpose: 'messages', text: batch, signature })) return false;
    if (valid.size >= MAX_CACHED) valid.clear();
    valid.add(key);
    return true;
  }
  return (message, seal) => {
    const [process = '', time = '', ...digests] = seal.batch.split(' ');
    if (!isProcessName(process) || seal.batch.length > MAX_BYTES) return { fault: 'malformed signature' };
    if (!digests.includes(digestOf(message))) return { fault: 'signature of other messages' };
    if (!isSigned(process, seal)) return { fault: 'wrong signature' };
    if (!(Math.abs(clock.now() - Number(time)) < MAX_AGE_MS)) return { fault: 'signature too old' };
    return { process };
  };
}

function digestOf({ subject, body }: Message): string {
  return createHash('sha256').update(`${subject}\n${body}`).digest('base64url');
}
