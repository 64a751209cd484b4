import { describe, expect, it } from '@jest/globals';
import type { Json } from '../../../lib/json/json.ts';
import { auto } from './auto.ts';

const records: Json[] = [{ id: 1 }, { id: 2 }];
const wayAfter = (body: Json, headers: Record<string, string> = {}, more = {}) =>
  auto({ url: new URL('https://acme.example/things'), headers, body, records, lastId: '2', step: null, ...more });

describe('the next page that a response shows', () => {
  it.each([
    [{ data: records, links: { next: { href: '/things?page=2' } } }, { url: '/things?page=2' }],
    [
      {
        data: records,
        links: [
          { rel: 'self', href: '/a' },
          { rel: 'next', href: '/b' },
        ],
      },
      { url: '/b' },
    ],
    [{ '@odata.nextLink': 'https://acme.example/2' }, { url: 'https://acme.example/2' }],
    [{ data: { items: records, next_cursor: 'x' } }, { set: { cursor: 'x' } }],
    [{ nextPageToken: 'x' }, { set: { pageToken: 'x' } }],
    [{ paging: { cursors: { after: 'x' } } }, { set: { after: 'x' } }],
    [{ meta: { next_page_token: 'x' } }, { set: { page_token: 'x' } }],
    [{ nextToken: 'x' }, { set: { nextToken: 'x' } }],
    [
      { offset: 0, limit: 2, total: 5 },
      { set: { offset: 2 }, in: 'query' },
    ],
    [
      { startIndex: 1, totalResults: 5, itemsPerPage: 2 },
      { set: { startIndex: 3 }, in: 'query' },
    ],
    [{ pagination: { page: 1, pages: 2 } }, { set: { page: 2 }, in: 'query' }],
    [{ page: { number: 0, totalPages: 2 } }, { set: { page: 1 }, in: 'query' }],
    [
      { page_number: 1, page_count: 3 },
      { set: { page_number: 2 }, in: 'query' },
    ],
    [{ data: records, has_more: true, last_id: 'b' }, { set: { after_id: 'b' } }],
    [{ object: 'list', data: records, has_more: true, last_id: 'b' }, { set: { after: 'b' } }],
    [{ object: 'list', data: records, has_more: true }, { set: { starting_after: '2' } }],
  ])('is found in %j', (body, step) => {
    expect(wayAfter(body as Json)).toEqual(step);
  });

  it('is found in a header', () => {
    expect(wayAfter({ data: records }, { 'x-next-page': '2' })).toEqual({ set: { page: '2' } });
  });

  it.each([
    { data: records, has_more: false, next_cursor: 'x' },
    { data: records, next_cursor: null },
    { data: records, is_last: true },
    { data: records, offset: 3, total: 5 },
    { data: records, pagination: { page: 2, pages: 2 } },
  ])('is the end for %j', (body) => {
    expect(wayAfter(body)).toBe('end');
  });

  it.each([
    { data: records, has_more: true },
    { data: records, hasNextPage: true },
    { data: records, next: 'opaque' },
    { data: records, paging: { next: { token: 'x' } } },
    { data: records, is_last: false },
  ])('is not the end for %j', (body) => {
    expect(wayAfter(body)).toBe('unknown');
  });

  it('is not searched in the records', () => {
    const record = { id: 1, next: 'opaque', done: false };
    expect(wayAfter(record, {}, { records: [record] })).toBe('silent');
  });
});
