import { describe, expect, it } from '@jest/globals';
import { checkProviderFile, readProviderFile } from './check.ts';

const HEAD = 'name: acme\ndisplayName: Acme\nbaseURL: https://acme.example\nauth: {type: none}\n';

const WRITABLE = `${HEAD}support: [read, write]\nobjects:\n  things: {path: /things, paging: {kind: none}}\n`;

describe('checkProviderFile', () => {
  it('finds nothing wrong with a small file', () => {
    expect(
      checkProviderFile(`${HEAD}support: [read]\nobjects:\n  things: {path: /things, paging: {kind: none}}\n`),
    ).toEqual([]);
  });

  it.each([
    ['an object', 'objects:\n  things: {path: /things}\n', 'objects.things'],
    ['unlisted objects', "styles: {any: {path: '/{object}'}}\nanyObject: any\n", 'anyObject'],
    [
      'the results of a job',
      'reading: {paging: {kind: auto}}\nobjects:\n  things:\n    path: /a\n' +
        '    job: {create: {path: /j}, keep: {id: id}, poll: {path: /p}, status: s, done: [d], results: {path: /r}}\n',
      'objects.things',
    ],
  ])('L5: reports %s that names no paging, in a file that can be loaded', (_name, text, path) => {
    const { faults, refusals, provider } = readProviderFile(`${HEAD}support: [read]\n${text}`);
    expect([faults, refusals.map((fault) => fault.path), provider?.name]).toEqual([[], [path], 'acme']);
    expect(checkProviderFile(`${HEAD}support: [read]\n${text}`)).toEqual(refusals);
  });

  it('L5: accepts the paging of a style, of the defaults, of parts and of single records', () => {
    const text =
      'styles: {paged: {paging: {kind: none}}}\nobjects:\n  a: {style: paged, path: /a}\n  b: {parts: [a]}\n  c: {path: /c, single: true}\n';
    expect(checkProviderFile(`${HEAD}support: [read]\n${text}`)).toEqual([]);
    const inherited = 'reading: {paging: {kind: none}}\nobjects:\n  a: {path: /a}\n';
    expect(checkProviderFile(`${HEAD}support: [read]\n${inherited}`)).toEqual([]);
  });

  it('L5: warns where paging is inferred', () => {
    const text = 'reading: {paging: {kind: auto}}\nobjects:\n  a: {path: /a}\n';
    expect(readProviderFile(`${HEAD}support: [read]\n${text}`).warnings).toMatchObject([
      { path: 'reading.paging', detail: expect.stringContaining('is reported as incomplete') },
    ]);
  });

  it('L7: warns if `since` filters by one of several times', () => {
    const warningsOf = (more: string) =>
      readProviderFile(
        `${HEAD}support: [read]\nreading:\n  paging: {kind: none}\n  updatedAt: [updated_at, created_at]\n  ${more}\nobjects:\n  a: {path: /a}\n`,
      ).warnings;
    expect(warningsOf('since: {param: after}')).toMatchObject([
      { path: 'objects.a', detail: expect.stringMatching(/lack it until their first change never come/) },
    ]);
    expect(warningsOf("where: {param: q, quote: odata, since: 'updated_at gt {value}'}")).toHaveLength(1);
    expect(warningsOf('since: {here: true}')).toEqual([]);
    expect(warningsOf('since: {param: after}\n  timedFromCreation: true')).toEqual([]);
    expect(warningsOf('since: {param: after}\n  timedFromCreation: assumed')).toHaveLength(1);
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
    [`${WRITABLE}write: {create: {}, update: {}}\n`, 8, 'write.update'],
    [`${WRITABLE}write: {create: {}, colour: red}\n`, 8, 'write.colour'],
    [`${WRITABLE}write: {create: {colour: red}}\n`, 8, 'write.create.colour'],
    [`${WRITABLE}write: {create: true}\n`, 8, 'write.create'],
    [`${WRITABLE}write: {lost: [200], create: {}}\n`, 8, 'write.lost.0'],
    [`${WRITABLE}write: {wrap: thing}\n`, 8, 'write'],
    [
      `${HEAD}support: [read, write]\nobjects:\n  things: {path: /a, paging: {kind: none}, write: {get: {}}}\n`,
      7,
      'objects.things.write',
    ],
    [`${WRITABLE}write: {at: '/a/{colour}', create: {}}\n`, 8, 'write.at'],
    [`${WRITABLE}write: {create: {body: {a: '{colour}'}}}\n`, 8, 'write.create'],
    [`${WRITABLE}write: {create: {path: '/a/{id}'}}\n`, 8, 'write.create.path'],
    [`${WRITABLE}write: {create: {path: '/a/{record.team}'}}\n`, 8, 'write.create.path'],
    [`${WRITABLE}write: {create: {path: '/{{.shop}}'}}\n`, 8, 'write.create.path'],
    [WRITABLE, 5, 'support'],
    [`${WRITABLE.replace('read, write', 'read')}write: {create: {}}\n`, 5, 'support'],
    [`${WRITABLE.replace('read, write', 'read, write, delete')}write: {create: {}}\n`, 5, 'support'],
    [`${WRITABLE}write: {create: {}, delete: {}}\n`, 5, 'support'],
    [`${WRITABLE}verified: {delete: docs}\nwrite: {create: {}}\n`, 8, 'verified.delete'],
    [`${WRITABLE}verified: {write: hearsay}\nwrite: {create: {}}\n`, 8, 'verified.write'],
    [`${HEAD.replace(/baseURL: .*/, 'baseURL: https://')}support: [proxy]\n`, 5, 'support'],
    [`${HEAD.replace('none', 'custom')}support: [proxy]\n`, 5, 'support'],
    [`${HEAD.replace(/baseURL: .*/, 'baseURL: https://a.example/?x=1')}support: [proxy]\n`, 5, 'support'],
    [
      `${HEAD}support: [proxy]\nmodules:\n  a: {displayName: A, baseURL: 'https://a.example?x=1', support: [proxy]}\n`,
      7,
      'modules.a.support',
    ],
    [
      `${HEAD}support: [read, write]\nmodules:\n  a:\n    displayName: A\n    baseURL: https://a.example\n    support: [read]\n` +
        `    objects:\n      things: {path: /a, paging: {kind: none}, write: {create: {}}}\n`,
      10,
      'modules.a.support',
    ],
  ])('reports line and path of the fault in %j', (text, line, path) => {
    expect(checkProviderFile(text)[0]).toMatchObject({ line, path });
  });

  it('accepts two lines that say how records are written, and says what an update lacks', () => {
    expect(checkProviderFile(`${WRITABLE}write: {create: {}, update: {method: PATCH}}\n`)).toEqual([]);
    const families = `${HEAD}support: [read, write]\nwrite: {at: '/{kind}/x', create: {}}\nobjects:\n  'a/{kind}': {path: '/a/{kind}', paging: {kind: none}}\n`;
    expect(checkProviderFile(families)).toEqual([]);
    expect(checkProviderFile(`${WRITABLE}write: {update: {}}\n`)[0]?.hint).toContain('names its method');
  });
});
