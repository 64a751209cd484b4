import { Buffer } from 'node:buffer';
import { createHmac, randomBytes } from 'node:crypto';

/**
 * Standard Webhooks signatures (https://www.standardwebhooks.com), under both of the names receivers look for. What is
 * signed is `id.timestamp.body`, byte for byte as sent, so neither id nor time nor body can be exchanged alone.
 * During a rotation every live secret signs, newest first: a receiver with either one accepts the message.
 */
export type Signing = {
  /** `whsec_` and base64 each, newest first; at least one. */
  secrets: readonly string[];
  /** Must hold no dot: the dot separates what is signed. */
  messageId: string;
  /** Unix seconds of this attempt. */
  timestampSeconds: number;
  /** Text, or its bytes of UTF-8. */
  body: string | Uint8Array;
};

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A fresh secret in the form receivers' libraries take. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** The six headers of a signed message. Throws when there is no secret, or one that is not a `whsec_` secret. */
export function signedHeaders(signing: Signing): Record<string, string> {
  const { secrets, messageId, timestampSeconds } = signing;
  if (secrets.length === 0) throw new Error('A message must be signed with at least one secret.');
  if (messageId === '' || messageId.includes('.')) throw new Error('A message id must hold no dot.');
  if (!Number.isSafeInteger(timestampSeconds)) throw new Error('The timestamp must be whole seconds.');
  const timestamp = String(timestampSeconds);
  const signature = secrets.map((secret) => `v1,${sign(secret, signing)}`).join(' ');
  return {
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
    'svix-id': messageId,
    'svix-timestamp': timestamp,
    'svix-signature': signature,
  };
}

function sign(secret: string, { messageId, timestampSeconds, body }: Signing): string {
  return createHmac('sha256', keyOf(secret)).update(`${messageId}.${timestampSeconds}.`).update(body).digest('base64');
}

function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  if (!secret.startsWith(PREFIX) || key.length < 16)
    throw new Error('A signing secret must be whsec_ and at least 16 bytes in base64.');
  return key;
}
