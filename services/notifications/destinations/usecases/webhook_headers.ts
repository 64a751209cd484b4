/**
 * Custom headers are secrets, like signing keys: most carry a token for the receiver. They are stored sealed, and shown
 * with their values only together with the signing key. Elsewhere each value is the mask. A request that sends the mask
 * back keeps the stored value, so a whole resource can be sent back.
 *
 * Version 0.1.0 stored headers in clear in the metadata, and still does while an upgrade is rolling. So headers in the
 * metadata are newer than sealed ones.
 */
import type { Sealer } from '../../../../lib/crypto/sealer.ts';
import { MASKED } from '../../../../lib/http/secret_mask.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Destination } from '../domain/destination.ts';
import type { WebhookMetadata } from '../domain/webhook_metadata.ts';

type Row = Pick<Destination, 'projectId' | 'id'>;
type Stored = Row & Pick<Destination, 'metadata' | 'sealedHeaders'>;
type Headers = Readonly<Record<string, string>>;

export type ShowMetadata = ReturnType<typeof makeShowMetadata>;

/** Metadata and headers as they are stored. */
export function sealWebhook({ url, headers = {} }: WebhookMetadata, row: Row, sealer: Sealer) {
  const isEmpty = Object.keys(headers).length === 0;
  return {
    metadata: { url },
    sealedHeaders: isEmpty ? null : sealer.seal(JSON.stringify(headers), headersContext(row)),
  };
}

/** The URL and the headers of every request. */
export function openWebhook(destination: Stored, sealer: Sealer): WebhookMetadata {
  const { metadata, sealedHeaders } = destination;
  if (metadata.headers || !sealedHeaders) return metadata;
  const headers = JSON.parse(sealer.open(sealedHeaders, headersContext(destination))) as Record<string, string>;
  return { url: metadata.url, headers };
}

/** The metadata as callers see it: header values only when asked for, as with signing keys. */
export function makeShowMetadata({ sealer }: { sealer: Sealer }) {
  return function showMetadata(destination: Stored, { values }: { values: boolean }): WebhookMetadata {
    const webhook = openWebhook(destination, sealer);
    if (!webhook.headers || values) return webhook;
    const names = Object.keys(webhook.headers);
    return { ...webhook, headers: Object.fromEntries(names.map((name) => [name, MASKED])) };
  };
}

/** Replaces masks by stored values. Throws invalidArgument for a mask without a stored value. */
export function withStoredValues(given: WebhookMetadata, stored: Headers = {}): WebhookMetadata {
  if (!given.headers) return given;
  const entries = Object.entries(given.headers).map(([name, value]): [string, string] => [
    name,
    value === MASKED ? storedValue(name, stored) : value,
  ]);
  return { ...given, headers: Object.fromEntries(entries) };
}

function storedValue(name: string, stored: Headers): string {
  const found = Object.entries(stored).find(([one]) => one.toLowerCase() === name.toLowerCase());
  if (found) return found[1];
  const detail = `${MASKED} stands for a stored value, and no header ${name} is stored. Send its value.`;
  throw new Problem('invalidArgument', detail, { issues: [{ in: 'body', name: `metadata.headers.${name}`, detail }] });
}

/**
 * Who may not see header values may not send them to another server either. Throws permissionDenied when a stored value
 * that the caller did not send would go to another origin.
 */
export function checkMove(before: WebhookMetadata, after: WebhookMetadata, sent: Headers | undefined): void {
  if (originOf(before.url) === originOf(after.url)) return;
  const names = Object.keys(after.headers ?? {});
  const kept = names.filter((name) => sent === undefined || sent[name] === MASKED);
  if (kept.length === 0) return;
  throw new Problem('permissionDenied', 'The stored values of the headers are not sent to another server.', {
    remedy: 'Send the values of all headers together with the new URL, or ask an admin to change the URL.',
  });
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

/** The associated data of sealed headers; it binds the ciphertext to its row. */
function headersContext({ projectId, id }: Row): string {
  return `destinations|${projectId}|${id}|headers`;
}
