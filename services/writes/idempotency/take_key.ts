import { createHash } from 'node:crypto';
import { isObject, type Json, stringifyJson } from '../../../lib/json/json.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { IdempotencyKeyRef, IdempotencyKeyStore, StoredKey } from './idempotency_key.ts';

/** A request with its key. `content`: two requests are equal if their content is equal. */
type KeyedRequest = { projectId: string; idempotencyKey: string; content: Json };
type ReservedKey = { key: IdempotencyKeyRef | null; stored: StoredKey | null };
type Deps = { stores: { idempotencyKeys: IdempotencyKeyStore }; clock: { now(): number } };

const RUNNING_RETRY_MS = 2_000;

/**
 * Reserves the idempotency key of a request, or finds the answer of the earlier request with this key. Throws conflict
 * when the earlier request had another content, and while it still runs.
 */
export function makeTakeKey({ stores, clock }: Deps) {
  return async function takeKey({ projectId, idempotencyKey, content }: KeyedRequest): Promise<ReservedKey> {
    if (idempotencyKey === '') return { key: null, stored: null };
    const key = { projectId, keyHash: hashOf(idempotencyKey) };
    const fingerprint = hashOf(canonicalJson(content));
    const stored = await stores.idempotencyKeys.take(key, fingerprint);
    if (stored && stored.fingerprint !== fingerprint)
      throw new Problem('conflict', 'This Idempotency-Key was used for a request with another body or path.', {
        issues: [{ in: 'header', name: 'Idempotency-Key', detail: 'Each new write needs a key of its own.' }],
        remedy: 'Send the same body again to get its answer, or use a new key.',
        retryable: false,
      });
    if (stored && stored.status === 0)
      throw new Problem('conflict', 'The write with this Idempotency-Key runs.', {
        remedy: 'Send the same request again later: it is answered as the first one was.',
        retryable: true,
        retryAfter: clock.now() + RUNNING_RETRY_MS,
      });
    return { key, stored };
  };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Serialises content so that equal content gives equal text, whatever the order of object keys. */
function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (!isObject(value)) return stringifyJson(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] as Json)}`);
  return `{${members.join()}}`;
}
