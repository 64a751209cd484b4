import { createHash } from 'node:crypto';
import type { Clock } from '../time/clock.ts';
import { isProcessName, type ProcessName } from './arrows.ts';
import type { VerifiedCaller } from './call_tokens.ts';
import type { ProcessKeys } from './process_keys.ts';
import { isSignedBy, signText } from './signatures.ts';

/**
 * Signatures of messages on the bus. A batch has one signature: the signed text names the signer, the time and the
 * digest of each message. Every message carries this text and the signature in its headers. So a consumer verifies one
 * signature for a batch, even if the messages arrive in another order or only some of them arrive. A version without
 * signatures reads the same bodies.
 *
 * The digest covers the subject, so a message that is replayed on another subject is refused. A replay on the same
 * subject is refused when the message is too old. Before that a replay is harmless: the inbox ignores a repeated event,
 * and acknowledgements are idempotent.
 */
export type SignedMessage = { subject: string; body: string };
export type BatchSeal = { batch: string; signature: string };

/** Max messages of a batch; the seal of a message is then below a kilobyte. */
const MESSAGES_PER_BATCH = 16;
/**
 * Max age of a batch, ms. Far less than the week for which the inbox keeps an event's id, and far more than any clock
 * skew.
 */
const MAX_AGE_MS = 24 * 3_600_000;
const MAX_CACHED = 256;
const MAX_BYTES = 2_048;

/** Returns a function that returns one seal per message, in the order of the messages. */
export function messageSigner(
  keys: ProcessKeys,
  process: ProcessName,
  clock: Clock,
): (messages: readonly SignedMessage[]) => BatchSeal[] {
  const sealOf = (messages: readonly SignedMessage[]): BatchSeal => {
    const batch = [process, String(clock.now()), ...messages.map(digestOf)].join(' ');
    return { batch, signature: signText(keys, 'messages', batch) };
  };
  return (messages) => {
    const seals: BatchSeal[] = [];
    for (let start = 0; start < messages.length; start += MESSAGES_PER_BATCH) {
      const some = messages.slice(start, start + MESSAGES_PER_BATCH);
      const seal = sealOf(some);
      seals.push(...some.map(() => seal));
    }
    return seals;
  };
}

/** Returns a function that returns the process that signed a message, or why the seal is refused. */
export function messageVerifier(
  keys: ProcessKeys,
  clock: Clock,
): (message: SignedMessage, seal: BatchSeal) => VerifiedCaller {
  const valid = new Set<string>();

  function isSigned(process: ProcessName, { batch, signature }: BatchSeal): boolean {
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

function digestOf({ subject, body }: SignedMessage): string {
  return createHash('sha256').update(`${subject}\n${body}`).digest('base64url');
}
