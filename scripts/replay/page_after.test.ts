import { describe, expect, it } from '@jest/globals';
import type { Json } from '../../lib/json/json.ts';
import type { Asked } from './match.ts';
import { pageAfter } from './page_after.ts';
import type { Exchange } from './replay_case.ts';

const asked = (query: string): Asked => ({
  method: 'GET',
  path: '/things',
  query: new URLSearchParams(query),
  body: undefined,
});
const recorded = (query: Record<string, Json>, body: Json): Exchange => ({
  request: { method: 'GET', path: '/things', query },
  response: { status: 200, body },
});
const two = { things: [{ id: 1 }, { id: 2 }], page: 1, labels: [] };

describe('the page after a recorded one', () => {
  const first = { exchange: recorded({ page: '1', per_page: '3' }, two), asked: asked('page=1&per_page=100') };

  it('is the empty list when the last recorded page was shorter than requested', () => {
    const next = pageAfter(asked('page=2&per_page=100'), [first], '$.things');
    expect(next?.response.body).toEqual({ things: [], page: 1, labels: [] });
    expect(pageAfter(asked('page=2&per_page=100'), [first], undefined)?.response.body).toMatchObject({ things: [] });
  });

  it('is a miss when the recorded page was full, or its requested size is unknown', () => {
    const full = { exchange: recorded({ page: '1', per_page: '2' }, two), asked: asked('page=1') };
    const unsized = { exchange: recorded({ page: '1' }, two), asked: asked('page=1') };
    expect(pageAfter(asked('page=2'), [full], '$.things')).toBeNull();
    expect(pageAfter(asked('page=2'), [unsized], '$.things')).toBeNull();
  });

  it('is also the empty list when only the answer has the page size', () => {
    const told = (limit: number) => ({
      exchange: recorded({}, { things: [{ id: 1, limit: 9 }], pg: { limit, offset: 0 } }),
      asked: asked('size=50'),
    });
    expect(pageAfter(asked('size=50&offset=1'), [told(2)], '$.things')?.response.body).toMatchObject({ things: [] });
    expect(pageAfter(asked('size=50&offset=1'), [told(1)], '$.things')).toBeNull();
  });

  it('is a miss when anything but one counter differs', () => {
    expect(pageAfter(asked('page=2&per_page=100&of=x'), [first], '$.things')).toBeNull();
    expect(pageAfter(asked('cursor=abc&page=1&per_page=100'), [first], '$.things')).toBeNull();
    expect(pageAfter(asked('page=0&per_page=100'), [first], '$.things')).toBeNull();
    expect(pageAfter({ ...asked('page=2&per_page=100'), path: '/others' }, [first], '$.things')).toBeNull();
  });

  it('follows a request without a page number, and is found in bodies too', () => {
    const unnamed = { exchange: recorded({ limit: '50' }, [{ id: 1 }]), asked: asked('limit=50') };
    expect(pageAfter(asked('limit=50&offset=1'), [unnamed], '$')?.response.body).toEqual([]);
    const post = (body: Json): Asked => ({ method: 'POST', path: '/search', query: new URLSearchParams(), body });
    const searched: Exchange = {
      request: { method: 'POST', path: '/search', body: { pageIndex: 0, pageSize: 9 } },
      response: { status: 200, body: { items: [{ id: 1 }] } },
    };
    const before = [{ exchange: searched, asked: post({ pageIndex: 0, pageSize: 50 }) }];
    expect(pageAfter(post({ pageIndex: 1, pageSize: 50 }), before, undefined)?.response.body).toEqual({ items: [] });
  });
});
