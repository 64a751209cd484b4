import { Buffer } from 'node:buffer';
import { describe, expect, it } from '@jest/globals';
import { aReadPlan } from '../../../testbed/reads_fixture.ts';
import type { ClaimedOperation } from '../operations/operation.ts';
import { envelopeOf } from './page_messages.ts';

describe('the body of a message', () => {
  const operation = { id: 'op', readType: 'triggered', createTime: 0 } as ClaimedOperation;
  const envelope = envelopeOf({ ...aReadPlan(), groupName: 'Ärzte 東京' }, operation);

  it('is the UTF-8 of its records, unchanged and in order', () => {
    const records = ['{"name":"plain"}', '{"name":"näme"}', '{"n":12345678901234567890,"name":"🚀 東京"}'];
    const text = Buffer.from(envelope.inline(7, records)).toString();
    expect(
      text.endsWith(`"sequence":7,"resultInfo":{"type":"inline","numRecords":3},"result":[${records.join(',')}]}`),
    ).toBe(true);
    expect(JSON.parse(text)).toMatchObject({ groupName: 'Ärzte 東京', operationId: 'op' });
  });
  it('has no record after a page without any', () => {
    expect(JSON.parse(Buffer.from(envelope.inline(1, [])).toString())).toMatchObject({ result: [] });
  });
  it('is at most as large as is said before it is made', () => {
    const records = ['{"name":"🚀"}', '{}'];
    const size = records.reduce((sum, record) => sum + Buffer.byteLength(record) + 1, 0);
    expect(envelope.inline(Number.MAX_SAFE_INTEGER, records).length).toBeLessThanOrEqual(envelope.overheadBytes + size);
  });
});
