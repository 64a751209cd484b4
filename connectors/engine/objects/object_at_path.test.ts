import { describe, expect, it } from '@jest/globals';
import { aProvider } from '../../../test/support/read_pages.ts';
import type { Provider } from '../file/provider.ts';
import { findObject } from './objects.ts';

const provider: Provider = aProvider(
  {},
  {
    anyObject: 'any',
    styles: { any: { path: '/objects/{object}/list', method: 'POST', records: 'rows' } },
    objects: {
      events: { path: '/events', narrowed: { path: '/events/search', method: 'POST', records: 'found' } },
      'lists/{list}': { path: '/lists/{list}/entries/query', method: 'POST', records: 'entries' },
    },
  },
);

describe('a literal path', () => {
  it('gets the spec of unlisted objects, and its name from the path', () => {
    const { name, spec } = findObject(provider, undefined, '/api/objects/my%20things/list');
    expect({ name, method: spec.method, records: spec.records, path: spec.path }).toEqual({
      name: 'my things',
      method: 'POST',
      records: 'rows',
      path: '/api/objects/my%20things/list',
    });
  });

  it('gets the spec of its object family', () => {
    const { spec } = findObject(provider, undefined, '/api/lists/7/entries/query');
    expect(spec).toMatchObject({ method: 'POST', records: 'entries', path: '/api/lists/7/entries/query' });
  });

  it('gets the narrowed spec if it is the narrowed path', () => {
    const { name, spec } = findObject(provider, undefined, '/api/events/search');
    expect({ name, ...spec }).toMatchObject({ name: 'events', method: 'POST', records: 'found' });
    expect(spec.narrowed).toBeUndefined();
  });

  it('is narrowed on the same origin', () => {
    const { spec } = findObject(provider, undefined, '/api/events');
    expect(spec.narrowed?.path).toBe('/api/events/search');
  });
});
