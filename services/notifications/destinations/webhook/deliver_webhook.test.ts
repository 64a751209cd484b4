import { Buffer } from 'node:buffer';
import { describe, expect, it } from '@jest/globals';
import type { OutboundRequest, OutboundResponse } from '../../../../lib/http/outbound.ts';
import { OutboundError, type OutboundReason } from '../../../../lib/http/outbound_error.ts';
import { newId } from '../../../../lib/ids/ids.ts';
import { newSigningSecret } from '../../../../lib/signature/webhook_signature.ts';
import { makeDeliverWebhook } from './deliver_webhook.ts';
import type { WebhookMetadata } from './webhook_metadata.ts';

const now = 1_767_312_000_500;
const url = 'https://hooks.acme.example/in';
const signingSecrets = [newSigningSecret()];
const message = { id: newId(), body: Buffer.from('{"ü":1}') };
const answered = (status: number, headers: Record<string, string> = {}): OutboundResponse => ({
  status,
  headers,
  text: '',
});

/** Runs an attempt against scripted answers. Also returns the requests. */
function attemptOver(...answers: (OutboundResponse | OutboundReason)[]) {
  const sent: OutboundRequest[] = [];
  const deliver = makeDeliverWebhook({
    async send(request) {
      sent.push(request);
      const answer = answers.shift() ?? answered(200);
      if (typeof answer === 'string') throw new OutboundError(answer);
      return answer;
    },
    clock: { now: () => now },
    limits: { headTimeoutMs: 15_000, timeoutMs: 20_000 },
  });
  const attempt = (metadata: WebhookMetadata = { url }) => deliver({ metadata, signingSecrets }, message);
  return { attempt, sent };
}

describe('an attempt', () => {
  it('posts the body as it is, within its time limits, under the id of the delivery', async () => {
    const { attempt, sent } = attemptOver();
    expect(await attempt()).toEqual({ result: 'delivered', status: 200, error: null });
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ method: 'POST', url, headTimeoutMs: 15_000, timeoutMs: 20_000, cutBody: true });
    expect(sent[0]?.bytes).toBe(message.body);
    expect(sent[0]?.headers).toMatchObject({
      'webhook-id': message.id,
      'svix-id': message.id,
      'webhook-timestamp': '1767312000',
      'content-type': 'application/json',
    });
  });

  it('sends custom headers along, but none that would speak for the platform', async () => {
    const { attempt, sent } = attemptOver();
    const headers = { 'X-Own': 'mine', 'Webhook-Signature': 'v1,forged', 'SVIX-ID': 'other', 'Content-Type': 'text/x' };
    await attempt({ url, headers });
    expect(sent[0]?.headers).toMatchObject({ 'x-own': 'mine', 'content-type': 'application/json' });
    expect(Object.values(sent[0]?.headers ?? {})).not.toContain('v1,forged');
    expect(Object.keys(sent[0]?.headers ?? {}).map((name) => name.toLowerCase())).toHaveLength(8);
  });

  it('tries a connection that was refused at once a second time, and only once', async () => {
    const lucky = attemptOver('connect', answered(204));
    expect(await lucky.attempt()).toMatchObject({ status: 204, error: null });
    const unlucky = attemptOver('connect', 'connect', answered(200));
    expect(await unlucky.attempt()).toMatchObject({ status: 0, error: 'connect' });
    expect(unlucky.sent).toHaveLength(2);
    expect(lucky.sent[0]).toEqual(lucky.sent[1]);
  });

  it.each<OutboundReason>(['timeout', 'tls', 'blocked', 'protocol'])('does not repeat after %s', async (reason) => {
    const { attempt, sent } = attemptOver(reason);
    expect(await attempt()).toMatchObject({ status: 0, error: reason });
    expect(sent).toHaveLength(1);
  });

  it('hands on what Retry-After asks for', async () => {
    const { attempt } = attemptOver(answered(429, { 'retry-after': '120' }));
    expect(await attempt()).toMatchObject({ status: 429, retryAfterMs: 120_000 });
  });
});
