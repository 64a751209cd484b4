import { Buffer } from 'node:buffer';
import { describe, expect, it } from '@jest/globals';
import { type BodyEnvelope, packPage, renderMessages } from './page_messages.ts';

const envelope: BodyEnvelope = {
  overheadBytes: 40,
  inline: (sequence, records) => Buffer.from(`{"sequence":${sequence},"result":[${records.join(',')}]}`),
  byUrl: (sequence, _count, url) => Buffer.from(`{"sequence":${sequence},"url":"${url}"}`),
};
const sizes = (lengths: number[], maxRecords = Infinity) =>
  packPage(
    lengths.map((length) => 'x'.repeat(length)),
    envelope,
    { maxRecords, maxBytes: 140 },
  ).map(({ records, isLarge }) => (isLarge ? 'url' : records.length));

describe('packPage', () => {
  it('makes no message of an empty page', () => {
    expect(sizes([])).toEqual([]);
  });

  it('fills each body before it starts the next', () => {
    expect(sizes([49, 49, 49])).toEqual([2, 1]);
    expect(sizes([50, 50])).toEqual([1, 1]);
    expect(sizes([10, 10, 10, 99, 10])).toEqual([3, 1, 1]);
  });

  it('sends a record that is too large on its own, and keeps the order', () => {
    expect(sizes([99])).toEqual([1]);
    expect(sizes([100])).toEqual(['url']);
    expect(sizes([1, 100, 100, 1])).toEqual([1, 'url', 'url', 1]);
  });

  it('counts bytes, not characters', () => {
    const records = ['é'.repeat(40), 'é'.repeat(40)];
    expect(packPage(records, envelope, { maxRecords: Infinity, maxBytes: 140 })).toHaveLength(2);
    expect(Buffer.byteLength(records[0] ?? '')).toBe(80);
  });

  it('respects the max number of records', () => {
    expect(sizes([1, 1, 1, 1, 1], 2)).toEqual([2, 2, 1]);
  });
});

describe('renderMessages', () => {
  it('continues the numbering and puts a large record behind a URL', async () => {
    let n = 0;
    const parcels = [
      { records: ['1', '2'], isLarge: false },
      { records: ['"big"'], isLarge: true },
    ];
    const facts = { projectId: 'p', installationId: 'i', objectName: 'o', operationId: 'op' };
    const messages = await renderMessages(parcels, facts, 7, {
      envelope,
      newId: () => `m${(n += 1)}`,
      downloadUrl: (id) => `u/${id}`,
    });
    expect(messages.map(({ body, ...rest }) => ({ ...rest, body: Buffer.from(body).toString() }))).toEqual([
      { ...facts, id: 'm1', sequence: 7, numRecords: 2, body: '{"sequence":7,"result":[1,2]}' },
      { ...facts, id: 'm2', sequence: 8, numRecords: 1, body: '{"sequence":8,"url":"u/m2"}', resultJson: '["big"]' },
    ]);
  });
});
