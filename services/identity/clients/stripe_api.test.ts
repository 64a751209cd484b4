import { describe, expect, it } from '@jest/globals';
import { providerCalls } from '../../../connectors/calls/provider_calls.ts';
import type { OutboundRequest, OutboundResponse } from '../../../lib/http/outbound.ts';
import { OutboundError, type OutboundReason } from '../../../lib/http/outbound_error.ts';
import { stripeApi } from './stripe_api.ts';

const REQUEST = { path: '/v1/customers', form: { name: 'A & B', 'metadata[x]': 'é' }, idempotencyKey: 'once' };

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): OutboundResponse => ({
  status,
  headers,
  text: typeof body === 'string' ? body : JSON.stringify(body),
});
const lost = (reason: OutboundReason) => new OutboundError(reason);

/** Stripe as a list of answers, in order, and what was sent to get them. */
function stripeWith(answers: (OutboundResponse | Error)[]) {
  const sent: OutboundRequest[] = [];
  const send = async (request: OutboundRequest) => {
    const next = answers[sent.push(request) - 1];
    if (!next) throw new Error('One call too many.');
    if (next instanceof Error) throw next;
    return next;
  };
  return {
    sent,
    call: () => stripeApi({ key: 'sk_1', url: 'https://api.stripe.com', calls: providerCalls(send) })(REQUEST),
  };
}

describe('a call of Stripe', () => {
  it('is a form with the key, a fixed version and an idempotency key', async () => {
    const { call, sent } = stripeWith([answer(200, { id: 'cus_1' })]);
    expect(await call()).toEqual({ id: 'cus_1' });
    expect(sent).toEqual([
      {
        method: 'POST',
        url: 'https://api.stripe.com/v1/customers',
        headers: {
          authorization: 'Bearer sk_1',
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
          'stripe-version': expect.stringMatching(/^\d{4}-\d\d-\d\d\.\w+$/),
          'idempotency-key': 'once',
        },
        body: 'name=A+%26+B&metadata%5Bx%5D=%C3%A9',
        timeoutMs: 10_000,
        maxBytes: expect.any(Number),
      },
    ]);
  });

  it.each<[string, OutboundResponse | Error]>([
    ['a lost connection', lost('connect')],
    ['no answer in time', lost('timeout')],
    ['a 500', answer(500, { error: { type: 'api_error' } })],
    ['a 409', answer(409, { error: { type: 'idempotency_error' } })],
    ['a 400 that Stripe wants repeated', answer(400, {}, { 'stripe-should-retry': 'true' })],
  ])('is made once more, under the same idempotency key, after %s', async (_what, first) => {
    const { call, sent } = stripeWith([first, answer(200, { id: 'cus_1' })]);
    expect(await call()).toEqual({ id: 'cus_1' });
    expect(sent[1]).toEqual(sent[0]);
  });

  it.each<[string, OutboundResponse | Error]>([
    ['a 402', answer(402, { error: { type: 'card_error' } })],
    ['a 500 that Stripe does not want repeated', answer(500, {}, { 'stripe-should-retry': 'false' })],
    ['an address that may not be called', lost('blocked')],
    ['a certificate that is not trusted', lost('tls')],
    ['a success that is no JSON', answer(200, '<html>')],
  ])('is not repeated after %s', async (_what, first) => {
    const { call, sent } = stripeWith([first]);
    await expect(call()).rejects.toThrow();
    expect(sent).toHaveLength(1);
  });

  it('fails with what Stripe says of the failure, after the second answer', async () => {
    const failure = { error: { type: 'api_error', code: 'lock_timeout', message: 'Busy.' } };
    const { call, sent } = stripeWith([answer(500, {}), answer(503, failure, { 'request-id': 'req_2' })]);
    await expect(call()).rejects.toMatchObject({
      message: 'Busy.',
      status: 503,
      type: 'api_error',
      code: 'lock_timeout',
      requestId: 'req_2',
    });
    expect(sent).toHaveLength(2);
  });
});
