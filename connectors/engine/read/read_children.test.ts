import { describe, expect, it } from '@jest/globals';
import { aProvider, aTarget, idsOf, readAll, recordsOf } from '../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../test/support/scripted_send.ts';
import type { ObjectSpec } from '../file/provider.ts';
import { type Page, readPage } from './read.ts';

const list: ObjectSpec = { records: 'data', id: 'id', paging: { kind: 'cursor', path: 'next', param: 'cursor' } };
const tree = (objects: Record<string, ObjectSpec>) => ({
  ...aProvider({}),
  objects: Object.fromEntries(Object.entries(objects).map(([name, spec]) => [name, { ...list, ...spec }])),
});
const pathsOf = (send: ReturnType<typeof scriptedSend>) => send.urls().map((url) => url.pathname + url.search);

describe('objects below objects below objects', () => {
  const provider = tree({
    teams: { path: '/teams' },
    spaces: { path: '/teams/{parent.id}/spaces', each: 'teams' },
    notes: {
      path: '/notes',
      each: 'spaces',
      query: { team: '{parent.parent.id}', space: '{parent.id}' },
      id: '{parent.id}/{id}',
    },
  });

  it('know their parents of every level, page after page', async () => {
    const send = scriptedSend(
      { body: { data: recordsOf('t1', 't2') } },
      { body: { data: recordsOf('s1'), next: 'n' } },
      { body: { data: recordsOf('a') } },
      { body: { data: recordsOf('s2') } },
      { body: { data: recordsOf('a') } },
      { body: { data: [] } },
    );
    const pages = await readAll(aTarget({ provider, objectName: 'notes' }), send);
    expect(pathsOf(send)).toEqual([
      '/api/teams',
      '/api/teams/t1/spaces',
      '/api/notes?team=t1&space=s1',
      '/api/teams/t1/spaces?cursor=n',
      '/api/notes?team=t1&space=s2',
      '/api/teams/t2/spaces',
    ]);
    expect(idsOf(pages)).toEqual(['s1/a', 's2/a']);
  });

  it('continue from the cursor alone, and request no parent twice', async () => {
    const target = aTarget({ provider, objectName: 'notes' });
    const first = await readPage(
      target,
      null,
      scriptedSend(
        { body: { data: recordsOf('t1') } },
        { body: { data: recordsOf('s1', 's2') } },
        { body: { data: recordsOf('a') } },
      ),
      { now: Date.now },
    );
    const send = scriptedSend({ body: { data: recordsOf('b') } });
    const second = await readPage(target, JSON.parse(JSON.stringify(first.next)) as string, send, { now: Date.now });
    expect(pathsOf(send)).toEqual(['/api/notes?team=t1&space=s2']);
    expect(second.next).toBeNull();
  });
});

describe('parents with a count of their children', () => {
  it('are skipped if it is zero, and read if it is missing', async () => {
    const provider = tree({
      posts: { path: '/posts' },
      comments: { path: '/posts/{parent.id}/comments', each: 'posts', eachWith: 'count' },
    });
    const posts = [{ id: 'a', count: 2 }, { id: 'b', count: 0 }, { id: 'c', count: null }, { id: 'd' }];
    const send = scriptedSend(
      { body: { data: posts } },
      { body: { data: recordsOf(1) } },
      { body: { data: recordsOf(2) } },
    );
    expect(idsOf(await readAll(aTarget({ provider, objectName: 'comments' }), send))).toEqual(['1', '2']);
    expect(pathsOf(send)).toEqual(['/api/posts', '/api/posts/a/comments', '/api/posts/d/comments']);
  });
});

describe('a 404 for the children of a parent', () => {
  const provider = tree({
    posts: { path: '/posts' },
    comments: { path: '/posts/{parent.id}/comments', each: 'posts' },
  });
  const target = aTarget({ provider, objectName: 'comments' });
  const gone = { status: 404, body: {} };

  it('means no children on the first page', async () => {
    const send = scriptedSend({ body: { data: recordsOf('a', 'b') } }, gone, { body: { data: recordsOf(1) } });
    expect(idsOf(await readAll(target, send))).toEqual(['1']);
  });

  it('fails the read on a later page, as records would be lost silently', async () => {
    const send = scriptedSend(
      { body: { data: recordsOf('a', 'b') } },
      { body: { data: recordsOf(1), next: 'n' } },
      gone,
    );
    await expect(readAll(target, send)).rejects.toMatchObject({ kind: 'notFound' });
  });
});

describe('a tree', () => {
  it('is read from its root to its leaves, page after page, each folder once', async () => {
    const items: ObjectSpec = {
      path: '/folders/{parent.id}/items',
      each: [{ id: '0' }],
      descend: { path: 'type', equals: 'folder' },
    };
    const folder = (id: string) => ({ id, type: 'folder' });
    const send = scriptedSend(
      { body: { data: [folder('a'), { id: 'f1', type: 'file' }], next: 'n' } },
      { body: { data: [folder('b')] } },
      { body: { data: [folder('c')] } },
      { body: { data: [] } },
      { body: { data: [{ id: 'f2', type: 'file' }] } },
    );
    const pages = await readAll(aTarget({ provider: tree({ items }), objectName: 'items' }), send);
    expect(idsOf(pages)).toEqual(['a', 'f1', 'b', 'c', 'f2']);
    expect(pathsOf(send)).toEqual([
      '/api/folders/0/items',
      '/api/folders/0/items?cursor=n',
      '/api/folders/a/items',
      '/api/folders/b/items',
      '/api/folders/c/items',
    ]);
  });

  it('is read under folders that a filter skips', async () => {
    const items: ObjectSpec = {
      path: '/folders/{parent.id}/items',
      each: [{ id: '0' }],
      descend: { path: 'type', equals: 'folder' },
    };
    const send = scriptedSend(
      { body: { data: [{ id: 'a', type: 'folder' }] } },
      { body: { data: [{ id: 'f', type: 'file' }] } },
    );
    const filters = [{ fieldName: 'type', value: 'file' }];
    const pages = await readAll(aTarget({ provider: tree({ items }), objectName: 'items', filters }), send);
    expect(idsOf(pages)).toEqual(['f']);
  });

  it('ends when folders contain each other', async () => {
    const items: ObjectSpec = {
      path: '/folders/{parent.id}/items',
      each: [{ id: '0' }],
      descend: { path: 'type', equals: 'folder' },
    };
    const circle = { body: { data: ['0', 'a', 'b'].map((id) => ({ id, type: 'folder' })) } };
    const send = scriptedSend(circle, circle, circle);
    await readAll(aTarget({ provider: tree({ items }), objectName: 'items' }), send);
    expect(pathsOf(send)).toEqual(['/api/folders/0/items', '/api/folders/a/items', '/api/folders/b/items']);
  });

  it('is one folder if its literal path is requested', async () => {
    const items: ObjectSpec = {
      path: '/folders/{parent.id}/items',
      each: [{ id: '0' }],
      descend: { path: 'type', equals: 'folder' },
    };
    const send = scriptedSend({ body: { data: [{ id: 'b', type: 'folder' }] } });
    const pages = await readAll(aTarget({ provider: tree({ items }), objectName: '/api/folders/a/items' }), send);
    expect(idsOf(pages)).toEqual(['b']);
  });
});

describe('concatenated objects', () => {
  it('are read one after the other', async () => {
    const provider = tree({ old: { path: '/old' }, young: { path: '/young' }, all: { parts: ['old', 'young'] } });
    const send = scriptedSend(
      { body: { data: recordsOf(1), next: 'n' } },
      { body: { data: recordsOf(2) } },
      { body: { data: recordsOf(3) } },
    );
    expect(idsOf(await readAll(aTarget({ provider, objectName: 'all' }), send))).toEqual(['1', '2', '3']);
    expect(pathsOf(send)).toEqual(['/api/old', '/api/old?cursor=n', '/api/young']);
  });

  it('are read once for each value of each', async () => {
    const provider = tree({
      sent: { path: '/sent', each: [{ by: 'mail' }, { by: 'sms' }], query: { by: '{parent.by}' } },
    });
    const send = scriptedSend({ body: { data: recordsOf(1) } }, { body: { data: recordsOf(2) } });
    expect(idsOf(await readAll(aTarget({ provider, objectName: 'sent' }), send))).toEqual(['1', '2']);
    expect(pathsOf(send)).toEqual(['/api/sent?by=mail', '/api/sent?by=sms']);
  });
});

describe("a parent's value", () => {
  it('cannot end the quotes of a filter, and keeps its type in a body', async () => {
    const provider = tree({
      teams: { path: '/teams' },
      notes: {
        path: '/notes',
        each: 'teams',
        method: 'POST',
        query: { filter: "team eq '{parent.id}'" },
        where: { param: 'filter', quote: 'odata' },
        body: { team: '{parent.id}', size: '{parent.size}' },
      },
    });
    const send = scriptedSend({ body: { data: [{ id: "x' or 'a", size: 3 }] } }, { body: { data: [] } });
    await readAll(aTarget({ provider, objectName: 'notes' }), send);
    expect(send.urls()[1]?.searchParams.get('filter')).toBe("team eq 'x'' or ''a'");
    expect(JSON.parse(send.requests[1]?.body ?? '')).toEqual({ team: "x' or 'a", size: 3 });
  });

  it('is required by a path: a parent without it is skipped and reported', async () => {
    const provider = tree({ teams: { path: '/teams' }, notes: { path: '/teams/{parent.key}/notes', each: 'teams' } });
    const teams = [{ id: 1 }, { id: 2, key: '' }, { id: 3, key: 'k' }];
    const send = scriptedSend({ body: { data: teams } }, { body: { data: recordsOf('a') } });
    const target = aTarget({ provider, objectName: 'notes' });
    const notes: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Page = await readPage(target, cursor, send, { now: Date.now, onInfer: (note) => notes.push(note) });
      cursor = page.next;
    } while (cursor !== null);
    expect(pathsOf(send)).toEqual(['/api/teams', '/api/teams/k/notes']);
    expect(notes.filter((note) => note.includes('{parent.key}'))).toHaveLength(2);
  });

  it('fails when so many parents wait that the cursor exceeds a megabyte', async () => {
    const provider = tree({ teams: { path: '/teams' }, notes: { path: '/teams/{parent.id}/notes', each: 'teams' } });
    const teams = recordsOf(...Array.from({ length: 100_000 }, (_none, i) => i));
    const send = scriptedSend({ body: { data: teams } }, { body: { data: [] } });
    const read = readPage(aTarget({ provider, objectName: 'notes' }), null, send, { now: Date.now });
    await expect(read).rejects.toMatchObject({ kind: 'badRequest', message: expect.stringContaining('1 MB') });
  });

  it('comes from the path if a literal path is requested', async () => {
    const provider = tree({
      teams: { path: '/teams' },
      notes: { path: '/teams/{parent.id}/notes', each: 'teams', id: '{parent.id}-{id}' },
    });
    const send = scriptedSend({ body: { data: recordsOf(1) } });
    expect(idsOf(await readAll(aTarget({ provider, objectName: '/api/teams/t%201/notes' }), send))).toEqual(['t 1-1']);
  });
});
