import { describe, expect, it } from '@jest/globals';
import { archiveMask, MASK_TEXT } from './archive_mask.ts';

describe('a text that repeats credentials', () => {
  const mask = archiveMask({
    headers: { Authorization: 'Bearer abc/def+ghi', 'X-Version': '2' },
    query: { api_key: 'k-123456789' },
  });

  it('is masked, also where a URL encodes them', () => {
    const text = '{"next":"https://acme.example/?api_key=k-123456789&t=abc%2Fdef%2Bghi","echo":"abc/def+ghi","v":"2"}';
    const kept = mask.text(text);
    expect(kept).toBe(
      `{"next":"https://acme.example/?api_key=${MASK_TEXT}&t=${MASK_TEXT}","echo":"${MASK_TEXT}","v":"2"}`,
    );
  });

  it('reports the parameters that carry credentials', () => {
    expect(mask.params).toEqual(['api_key']);
  });

  it('does not mask short values, which occur in ordinary text', () => {
    expect(archiveMask({ headers: { a: '2' }, query: { b: 'x' } }).text('2 x')).toBe('2 x');
  });

  it('masks the parts of Basic, values after a name, and JSON escapes', () => {
    const basic = `Basic ${Buffer.from('sk_live_12345678:x').toString('base64')}`;
    const basically = archiveMask({ headers: { Authorization: basic }, query: {} });
    expect(basically.text('Invalid key sk_live_12345678')).toBe(`Invalid key ${MASK_TEXT}`);
    const named = archiveMask({ headers: { Authorization: 'Token token=ab/cd/efgh' }, query: {} });
    expect(named.text('{"echo":"ab\\/cd\\/efgh","again":"ab/cd/efgh"}')).toBe(
      `{"echo":"${MASK_TEXT}","again":"${MASK_TEXT}"}`,
    );
  });

  it('does not mask a user name that is an email address', () => {
    const basic = `Basic ${Buffer.from('ada@acme.example:hunter2hunter2').toString('base64')}`;
    const { text } = archiveMask({ headers: { Authorization: basic }, query: {} });
    expect(text('ada@acme.example hunter2hunter2')).toBe(`ada@acme.example ${MASK_TEXT}`);
  });
});
