import { describe, expect, it } from '@jest/globals';
import { MASK_TEXT } from '../../../../lib/http/secret_mask.ts';
import { newSigningSecret, signedHeaders } from '../../../../lib/signature/webhook_signature.ts';
import { receiverAnswer, resultOfError, resultOfStatus, retryAfterMs } from './receiver_answer.ts';

const secret = newSigningSecret();
const signature = signedHeaders({ secrets: [secret], messageId: 'm', timestampSeconds: 1, body: '{}' });
const sent = {
  url: 'https://me:pass%20word@hooks.acme.example/in?token=query-secret',
  headers: { ...signature, 'content-type': 'application/json', authorization: 'Bearer own-token', 'x-pin': '4711' },
  secrets: [secret],
};
const refused = (text: string) => receiverAnswer({ status: 500, text }, sent);

describe('L11: the stored answer of a receiver', () => {
  it('has the text of the answer', () => {
    expect(refused('column "stage" does not exist\n')).toBe('column "stage" does not exist\n');
    expect(refused('')).toBe('');
  });

  it('has no secret of the destination, when the receiver echoes the request', () => {
    const echo = JSON.stringify({ ...sent, own: 'own-token', key: secret.slice('whsec_'.length), p: 'pass word' });
    const answer = refused(echo);
    const hidden = [secret.slice('whsec_'.length), signature['webhook-signature'], 'own-token', '4711', 'query-secret'];
    for (const one of [...hidden, 'pass word', signature['svix-signature']?.slice(3)])
      expect(answer).not.toContain(one);
    expect(answer).toContain(MASK_TEXT);
    expect(answer).toContain('application/json');
  });

  it('hides a secret that lies across the limit', () => {
    expect(refused(`${'x'.repeat(4_090)}own-token`)).toBe(`${'x'.repeat(4_090)}${MASK_TEXT.slice(0, 6)}`);
  });

  it('is cut at a whole character: at 4 KB, and at 256 bytes of an answer that accepted the message', () => {
    expect(refused('é'.repeat(3_000))).toBe('é'.repeat(2_048));
    expect(refused(`a${'é'.repeat(3_000)}`)).toBe(`a${'é'.repeat(2_047)}`);
    expect(receiverAnswer({ status: 200, text: 'x'.repeat(5_000) }, sent)).toHaveLength(256);
    expect(receiverAnswer({ status: 200, text: 'ok' }, sent)).toBe('ok');
  });

  it('is text, when the answer is binary', () => {
    expect(refused('\u0000\u001b[31mred\u0007\tend\n')).toBe('\ufffd\ufffd[31mred\ufffd\tend\n');
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 0, 2, 3, 4, 5);

  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Fri, 02 Jan 2026 03:05:05 GMT', 60_000],
    ['Fri, 02 Jan 2026 03:00:00 GMT', 0],
    ['-5', 0],
    ['1.5', 0],
    ['soon', 0],
    ['', 0],
    [undefined, 0],
    ['99999999999', 0],
    ['2027-01-01', 0],
  ])('reads %j as %i ms', (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });
});

describe('the answer of a webhook', () => {
  it.each([200, 201, 204, 299])('delivers with %i', (status) => {
    expect(resultOfStatus(status)).toEqual({ result: 'delivered', status, error: null });
  });

  it.each([100, 300, 301, 302, 307, 400, 401, 404, 500, 503])('is a failure to try again with %i', (status) => {
    expect(resultOfStatus(status)).toEqual({ result: 'retryable', status, error: null });
  });

  it('wants no messages any more with 410', () => {
    expect(resultOfStatus(410)).toEqual({ result: 'final', status: 410, error: null });
  });

  it.each([429, 502, 504])('asks for a pause with %i', (status) => {
    expect(resultOfStatus(status)).toMatchObject({ result: 'retryable', isOverloaded: true });
  });

  it('is a failure when there is none, and a sign of overload when it comes too late', () => {
    expect(resultOfError('connect')).toEqual({ result: 'retryable', status: 0, error: 'connect' });
    expect(resultOfError('timeout')).toMatchObject({ result: 'retryable', error: 'timeout', isOverloaded: true });
  });
});
