import { describe, expect, it } from '@jest/globals';
import type { Json } from '../../lib/json/json.ts';
import { allowedWithout } from './deviations.ts';
import { type Asked, matchExchange } from './match.ts';
import type { Exchange } from './replay_case.ts';

const asked = (query: string): Asked => ({
  method: 'GET',
  path: '/things',
  query: new URLSearchParams(query),
  body: undefined,
});
const recorded = (...queries: Record<string, Json>[]): Exchange[] =>
  queries.map((query, index) => ({
    request: { method: 'GET', path: '/things', query },
    response: { status: 200, body: index },
  }));
const found = (exchanges: Exchange[], query: string) => {
  const exchange = matchExchange(exchanges, asked(query));
  return typeof exchange === 'string' ? exchange : exchange.response.body;
};

describe('the recorded exchange that answers a request', () => {
  it('is the one with equal distinguishing keys; other keys may differ', () => {
    const two = recorded({ after: 'a', limit: '2' }, { after: 'b', limit: '2' });
    expect(found(two, 'after=b&limit=100')).toBe(1);
    expect(found(two, 'after=c')).toContain('another query after');
    expect(found(two, '')).toContain('another query after');
  });

  it('is the first page if the request has no page number, and the other way round', () => {
    const counted = recorded({ page: '1' }, { page: '2' });
    expect(found(counted, '')).toBe(0);
    expect(found(counted, 'page=2')).toBe(1);
    expect(found(recorded({ offset: '0' }, { offset: '50' }), '')).toBe(0);
    expect(found(recorded({}, { page: '2' }), 'page=1')).toBe(0);
    expect(found(recorded({}, { page: '1' }), 'page=0')).toBe(0);
  });

  it('is missing for a counter that begins at another number', () => {
    expect(found(recorded({ id: '7' }, { id: '8' }), '')).toContain('another query id');
    expect(found(recorded({ page: '0' }, { page: '1' }), 'page=3')).toContain('another query page');
    expect(found(recorded({}, { since: '5' }), 'since=4')).toContain('another query since');
  });

  it('is chosen by page size only if nothing else distinguishes the exchanges', () => {
    const two = recorded({ page_size: '4' }, { page_size: '30', cursor: 'x' });
    expect(found(two, 'page_size=9')).toBe(0);
    expect(found(two, 'page_size=9&cursor=x')).toBe(1);
    expect(found(recorded({ limit: '1' }, { limit: '2' }), 'limit=2')).toBe(1);
  });

  it('L12: has no query key that is missing from the request', () => {
    const one = recorded({ filterType: 'id', filterValues: '7', limit: '2', sort: 'name', page: '1', empty: '' });
    expect(found(one, '')).toBe('asked GET /things with no query filterType, which the recorded request has');
    expect(found(one, 'filterType=id')).toContain('no query filterValues');
    expect(found(one, 'filterType=id&filterValues=8')).toBe(0);
  });

  it('L12: may have a key of which the file says when it is sent, and differences with a reason', () => {
    const since = recorded({ updated_since: '5' });
    expect(found(since, '')).toContain('no query updated_since');
    expect(matchExchange(since, asked(''), undefined, (key) => key === 'updated_since')).toBe(since[0]);
    expect(allowedWithout('archived', 'false')).toMatch(/default/);
    expect(allowedWithout('archived', 'true')).toBeNull();
  });

  it('may be requested with the filters of the first page repeated', () => {
    const two = recorded({ since: '1' }, { cursor: 'x' });
    expect(found(two, 'since=1&cursor=x')).toBe(1);
    expect(found(two, 'since=2&cursor=x')).toContain('with another query since');
    expect(found(two, 'since=1&cursor=y')).toContain('with another query since');
  });

  it('may be requested with an asserted time in another time zone', () => {
    const one = recorded({ since: '2026-01-02T03:00:00.000Z' });
    if (one[0]) one[0].request.assertedBySource = { query: { since: '2026-01-01T19:00:00.0000006-08:00' } };
    expect(found(one, 'since=2026-01-02T03:00:00Z')).toBe(0);
    expect(found(one, 'since=2026-01-02T04:00:00Z')).toContain('where the source asserts');
  });
});
