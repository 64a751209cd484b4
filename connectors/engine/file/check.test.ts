import { describe, expect, it } from '@jest/globals';
import { checkProviderFile } from './check.ts';

const HEAD = 'name: acme\ndisplayName: Acme\nbaseURL: https://acme.example\nauth: {type: none}\n';

describe('checkProviderFile', () => {
  it('finds nothing wrong with a small file', () => {
    expect(checkProviderFile(`${HEAD}support: [read]\nobjects:\n  things: {path: /things}\n`)).toEqual([]);
  });

  it.each([
    ['name: acme\nname: again\n', 2, ''],
    [`${HEAD}colour: red\n`, 5, 'colour'],
    [`${HEAD}support: [read, fly]\n`, 5, 'support.1'],
    [
      `${HEAD}support: [read]\nobjects:\n  things:\n    path: /things\n    paging: {kind: cursor, path: next}\n`,
      9,
      'objects.things.paging',
    ],
    [
      `${HEAD}support: [read]\nobjects:\n  things:\n    path: /things\n    paging: {kind: none}\n    colour: red\n`,
      10,
      'objects.things.colour',
    ],
    [
      `${HEAD}support: [read]\nreading:\n  pageSize: {default: many}\nobjects:\n  things: {path: /a}\n`,
      7,
      'reading.pageSize.default',
    ],
    [`${HEAD}support: [read]\nobjects:\n  things: unknown\n`, 7, 'objects.things'],
    [`${HEAD}support: [read]\nobjects:\n  things: {records: data}\n`, 7, 'objects.things'],
    [`${HEAD}support: [read]\nobjects:\n  things: {path: /a, each: others}\n`, 7, 'objects.things.each'],
    [
      `${HEAD}support: [read]\nobjects:\n  things: {path: /a, each: [{no: 1}], query: {q: "is '{parent.no}'"}}\n`,
      7,
      'objects.things.query',
    ],
    [
      `${HEAD}support: [read]\nobjects:\n  things: {path: "/a('{parent.no}')", each: [{no: 1}]}\n`,
      7,
      'objects.things.path',
    ],
    [
      `${HEAD}support: [read]\nreading: {where: {param: q, quote: odata}}\nobjects:\n` +
        `  things: {path: /a, each: [{no: 1}], query: {q: "is 'no {parent.no}'"}}\n`,
      8,
      'objects.things.query',
    ],
    [
      `${HEAD}support: [read]\nobjects:\n  things:\n    path: /a\n    since: {param: a}\n    until: {param: b}\n    windows:\n      days: 1\n      backDays: 9\n      overlapSeconds: 86400\n`,
      14,
      'objects.things.windows.overlapSeconds',
    ],
    [`${HEAD}objects:\n  things: {path: /a}\n`, 1, 'support'],
    [`${HEAD}support: [read]\n`, 5, 'support'],
    [`${HEAD}fieldUpsert: {hook: magic}\n`, 5, 'fieldUpsert.hook'],
    [`${HEAD}metadata: {path: /fields, types: {text: words}}\n`, 5, 'metadata.types.text'],
    [`${HEAD}defaultModule: crm\n`, 5, 'defaultModule'],
    ['name: acme\ndisplayName: Acme\nbaseURL: https://{{.shop}}.acme.example\nauth: {type: none}\n', 3, 'baseURL'],
    [`${HEAD}support: [read]\nobjects:\n  things: {path: '/{{.shop}}/things'}\n`, 7, 'objects.things.path'],
    ['name: acme\ndisplayName: Acme\nbaseURL: https://acme.example\nauth: {type: magic}\n', 4, 'auth.type'],
    ['displayName: Acme\nbaseURL: https://acme.example\nauth: {type: none}\n', 1, ''],
  ])('reports line and path of the fault in %j', (text, line, path) => {
    expect(checkProviderFile(text)[0]).toMatchObject({ line, path });
  });
});
