import { describe, expect, it } from '@jest/globals';
import type { ProviderRecord } from '../../connectors/engine/answer/provider_record.ts';
import type { Json } from '../../lib/json/json.ts';
import { rawFault } from './recorded_objects.ts';
import type { Exchange } from './replay_case.ts';

const answered = (body: Json): Exchange => ({
  request: { method: 'GET', path: '/contacts' },
  response: { status: 200, body },
});
const aRecord = (raw: Json, fields: Record<string, Json> = { id: 1 }): ProviderRecord => ({
  id: '1',
  updatedAt: null,
  fields,
  raw,
});
const LIST = { data: [{ id: 1, name: 'Ada', tags: ['a', 'b'], self: 'https://api.example.com/1' }, { id: 2 }] };

describe('a record that was read', () => {
  it('is what the provider answered, on any host and in any order of keys', () => {
    const raw = { name: 'Ada', id: 1, tags: ['a', 'b'], self: 'http://127.0.0.1:9/1' };
    expect(rawFault([aRecord(raw)], [answered(LIST)])).toBeNull();
  });

  it.each<[string, Json]>([
    ['another value', { id: 1, name: 'Eve' }],
    ['a key that no answer has', { id: 1, colour: 'red' }],
    ['a list of another length', { id: 1, tags: ['a', 'b', 'c'] }],
  ])('is refused with %s', (_what, raw) => {
    expect(rawFault([aRecord(raw)], [answered(LIST)])).toContain('which no answer has');
  });

  it('may be put together from several answers', () => {
    const detail = { email: 'ada@acme.example' };
    const raw = { id: 1, name: 'Ada', detail };
    expect(rawFault([aRecord(raw)], [answered(LIST), answered(detail)])).toBeNull();
  });

  it('is refused without content or without fields', () => {
    expect(rawFault([aRecord({}, {})], [answered(LIST)])).toBe('no record has any content');
    expect(rawFault([aRecord({ id: 1 }, {})], [answered({ id: 1 })])).toContain('has no fields');
  });

  it('is not compared where an answer is no JSON', () => {
    expect(rawFault([aRecord({ id: 1 })], [answered('<list/>')])).toBeNull();
  });
});
