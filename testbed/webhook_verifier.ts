/**
 * Checks a webhook as a builder would: with npm's standardwebhooks, and that the svix headers say the same (that svix
 * itself accepts them is shown in lib/signature/webhook_signature.test.ts). The library hashes in plain JavaScript (2 ms for
 * a full message), so a bench checks every message by `byHand` and only samples with the library.
 */
import { Buffer } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Webhook as StandardWebhook } from 'standardwebhooks';

export type WebhookVerifier = {
  /** Throws with the reason. */
  byLibrary(body: string, headers: IncomingHttpHeaders): void;
  /** HMAC-SHA256 over `id.timestamp.body` against any of the signatures. Throws with the reason. */
  byHand(body: string, headers: IncomingHttpHeaders): void;
};

export function webhookVerifier(secret: string): WebhookVerifier {
  const library = new StandardWebhook(secret);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return {
    byLibrary(body, headers) {
      for (const name of ['id', 'timestamp', 'signature'])
        if (headers[`svix-${name}`] !== headers[`webhook-${name}`]) throw new Error(`svix-${name} differs`);
      library.verify(body, texts(headers));
    },
    byHand(body, headers) {
      const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = texts(headers);
      const expected = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest();
      if (!signatures.split(' ').some((signature) => isSame(signature, expected)))
        throw new Error('no signature matches');
    },
  };
}

function isSame(signature: string, expected: Buffer): boolean {
  const [version, value = ''] = signature.split(',');
  const given = Buffer.from(value, 'base64');
  return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
}

function texts(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
