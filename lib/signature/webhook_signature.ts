import { Buffer } from 'node:buffer';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Standard Webhooks signatures (https://www.standardwebhooks.com), under both header names that receivers use
 * (`webhook-` and `svix-`). The signature covers `id.timestamp.body` byte for byte, so none of the three parts can be
 * replaced. During a rotation all active secrets sign, newest first, so that a receiver with any of these secrets
 * accepts the message.
 */
type SignatureInput = {
  /** At least one secret, newest first; each is `whsec_` + base64. */
  secrets: readonly string[];
  /** Must not contain a dot, which is the separator of the signed text. */
  messageId: string;
  /** Unix seconds of this attempt. */
  timestampSeconds: number;
  /** Text, or its UTF-8 bytes. */
  body: string | Uint8Array;
};

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;
/** How far the clocks of sender and receiver may differ, and how late a message may arrive. */
const TOLERANCE_SECONDS = 300;

/** A new secret in the format of the Standard Webhooks libraries. */
export function newSigningSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** The six headers of a signed message. Throws Error without a secret, and for a secret of another format. */
export function signedHeaders(signing: SignatureInput): Record<string, string> {
  const { secrets, messageId, timestampSeconds } = signing;
  if (secrets.length === 0) throw new Error('A message must be signed with at least one secret.');
  if (messageId === '' || messageId.includes('.')) throw new Error('A message id must hold no dot.');
  if (!Number.isSafeInteger(timestampSeconds)) throw new Error('The timestamp must be whole seconds.');
  const timestamp = String(timestampSeconds);
  const signature = secrets.map((secret) => `v1,${signMessage(secret, signing)}`).join(' ');
  return {
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
    'svix-id': messageId,
    'svix-timestamp': timestamp,
    'svix-signature': signature,
  };
}

/** A received message. `secret`: the signing secret of its destination; `nowSeconds`: the receiver's time. */
type ReceivedMessage = {
  secret: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string | Uint8Array;
  nowSeconds: number;
};

/** Says why a message must be refused; undefined when one of its signatures is valid and recent. */
export function signatureFault({ secret, headers, body, nowSeconds }: ReceivedMessage): string | undefined {
  const text = (name: string) => String(headers[`webhook-${name}`] ?? headers[`svix-${name}`] ?? '');
  const missing = ['id', 'timestamp', 'signature'].find((name) => text(name) === '');
  if (missing) return `The header webhook-${missing} is missing.`;
  const timestampSeconds = Number(text('timestamp'));
  if (!/^\d{1,12}$/.test(text('timestamp'))) return 'The header webhook-timestamp is not Unix seconds.';
  if (Math.abs(nowSeconds - timestampSeconds) > TOLERANCE_SECONDS)
    return `It was signed ${Math.abs(nowSeconds - timestampSeconds)} s before or after now, more than ${TOLERANCE_SECONDS} s.`;
  const right = Buffer.from(`v1,${signMessage(secret, { messageId: text('id'), timestampSeconds, body })}`);
  const given = text('signature')
    .split(' ')
    .map((one) => Buffer.from(one));
  const isRight = given.some((one) => one.length === right.length && timingSafeEqual(one, right));
  return isRight ? undefined : 'No signature was made with the signing key of this destination over these bytes.';
}

function signMessage(secret: string, { messageId, timestampSeconds, body }: Omit<SignatureInput, 'secrets'>): string {
  return createHmac('sha256', keyOf(secret)).update(`${messageId}.${timestampSeconds}.`).update(body).digest('base64');
}

function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  if (!secret.startsWith(SECRET_PREFIX) || key.length < 16)
    throw new Error('A signing secret must be whsec_ and at least 16 bytes in base64.');
  return key;
}
