/**
 * Checks a webhook as a builder would: with the npm package standardwebhooks, and that the svix headers have the same
 * values (lib/signature/webhook_signature.test.ts shows that svix accepts them). The package hashes in plain JavaScript
 * (2 ms for a full message), so a receiver checks every message with `byHand` and only a sample with the package.
 */
import { Buffer } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Webhook as StandardWebhook } from 'standardwebhooks';

export type WebhookVerifier = {
  /** Checks with standardwebhooks. Throws with the reason. */
  byLibrary(body: string, headers: IncomingHttpHeaders): void;
  /** Checks that one of the signatures is the HMAC-SHA256 of `id.timestamp.body`. Throws with the reason. */
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
