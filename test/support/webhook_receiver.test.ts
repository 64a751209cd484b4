import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newSigningSecret, signedHeaders } from '../../lib/signature/webhook_signature.ts';
import { appendLedger, type LedgerLine, readLedger } from '../../testbed/receiver_ledger.ts';
import { webhookVerifier } from '../../testbed/webhook_verifier.ts';
import { type Receiver, startReceiver } from './webhook_receiver.ts';

const secret = newSigningSecret();
const bodyOf = (...ids: string[]) =>
  JSON.stringify({ rawObjectName: 'contacts', result: ids.map((id) => ({ raw: { id } })) });

function headersFor(messageId: string, body: string, key = secret): Record<string, string> {
  return signedHeaders({ secrets: [key], messageId, timestampSeconds: Math.floor(Date.now() / 1000), body });
}

describe('the webhook receiver', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver({
      verify: secret,
      respond: (n) => (n === 2 ? { status: 503, headers: { 'retry-after': '9' } } : 200),
    });
  });
  afterEach(() => receiver.stop());

  async function send(messageId: string, body: string, key = secret): Promise<Response> {
    return fetch(receiver.url, { method: 'POST', headers: headersFor(messageId, body, key), body });
  }

  it('records messages, and the records in accepted messages', async () => {
    await send('m1', bodyOf('a', 'b'));
    const refused = await send('m2', bodyOf('c'));
    await send('m3', bodyOf('b'));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '9']);
    expect(receiver.messages.map(({ id, status }) => [id, status])).toEqual([
      ['m1', 200],
      ['m2', 503],
      ['m3', 200],
    ]);
    expect([...receiver.records()]).toEqual([
      ['a', new Set(['m1'])],
      ['b', new Set(['m1', 'm3'])],
    ]);
    expect(receiver.records('deals').size).toBe(0);
  });

  it('refuses a message that is signed with another secret', async () => {
    expect((await send('m1', bodyOf('a'), newSigningSecret())).status).toBe(401);
    expect(receiver.rejected).toEqual([{ id: 'm1', reason: expect.any(String) }]);
    expect(receiver.records().size).toBe(0);
  });

  it('waits for messages, and names what did not arrive', async () => {
    const waiting = receiver.waitFor((messages) => messages.length === 1, 5000);
    await send('m1', bodyOf('a'));
    expect(await waiting).toHaveLength(1);
    await expect(receiver.waitFor((messages) => messages.length === 2, 20)).rejects.toThrow(
      'Not received within 20 ms',
    );
  });

  it('detects two bodies with the same message id', async () => {
    await send('m1', bodyOf('a'));
    await send('m1', bodyOf('a'));
    expect(() => receiver.checkSameIdSameBody()).not.toThrow();
    await send('m1', bodyOf('b'));
    expect(() => receiver.checkSameIdSameBody()).toThrow('m1');
  });
});

describe('verifying by hand', () => {
  it('gives the same result as the libraries', () => {
    const body = bodyOf('ø');
    const { byHand, byLibrary } = webhookVerifier(secret);
    const good = headersFor('m1', body);
    for (const check of [byHand, byLibrary]) {
      expect(() => check(body, good)).not.toThrow();
      expect(() => check(`${body} `, good)).toThrow();
      expect(() => check(body, headersFor('m1', body, newSigningSecret()))).toThrow();
    }
  });
});

describe('the ledger of the receiver process', () => {
  it('reports what arrived, what changed and what was refused', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ledger-'));
    const file = join(folder, 'ledger.jsonl');
    const line: LedgerLine = {
      id: 'm1',
      sha256: 'x',
      bytes: 1,
      at: 1,
      status: 200,
      objectName: 'contacts',
      recordIds: ['a'],
    };
    for (const change of [
      {},
      { id: 'm2', sha256: 'y' },
      { id: 'm2', sha256: 'z' },
      { id: 'm3', status: 401, reason: 'no', recordIds: ['b'] },
    ]) {
      appendLedger(file, { ...line, ...change });
    }
    const { lines, records, changed, rejected } = readLedger(file);
    rmSync(folder, { recursive: true });
    expect(lines).toHaveLength(4);
    expect([...records]).toEqual([['a', new Set(['m1', 'm2'])]]);
    expect([changed, rejected.map(({ id }) => id)]).toEqual([['m2'], ['m3']]);
  });
});
