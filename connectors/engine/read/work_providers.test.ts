/**
 * Facts from the documentation of Asana, Attio, Close and Notion that no recording covers, tested with invented
 * responses.
 */
import { describe, expect, it } from '@jest/globals';
import { idsOf, known, readAll } from '../../../test/support/read_pages.ts';
import { type ScriptedSend, scriptedSend } from '../../../test/support/scripted_send.ts';
import type { ProviderFailure } from '../answer/failure.ts';
import { readMetadata } from '../fields/metadata.ts';
import { readPage } from './read.ts';

const bodyOf = (send: ScriptedSend, index = 0) => JSON.parse(send.requests[index]?.body ?? '{}') as object;
const param = (send: ScriptedSend, name: string, index = 0) => send.urls()[index]?.searchParams.get(name);

describe('asana', () => {
  const gids = (...all: string[]) => all.map((gid) => ({ gid }));

  it('follows the next page on the same origin, and uses gids as ids', async () => {
    const send = scriptedSend(
      {
        body: {
          data: gids('1'),
          next_page: {
            offset: 'o',
            path: '/projects?offset=o',
            uri: 'https://app.asana.com/api/1.0/projects?offset=o',
          },
        },
      },
      { body: { data: gids('2'), next_page: null } },
    );
    expect(idsOf(await readAll(known('asana', 'projects'), send))).toEqual(['1', '2']);
    expect(param(send, 'limit')).toBe('100');
    expect(send.requests[1]?.url).toBe('https://app.asana.com/api/1.0/projects?offset=o');
  });

  it('requests every known field, or the wanted ones in its own notation', async () => {
    const send = scriptedSend({ body: { data: [] } }, { body: { data: [] } });
    await readPage(known('asana', 'users'), null, send, { now: Date.now });
    await readPage(known('asana', 'projects', { fields: ['name', "$['owner']['email']"] }), null, send, {
      now: Date.now,
    });
    expect(param(send, 'opt_fields')).toBe('gid,name,resource_type,email,photo,workspaces,workspaces.name');
    expect(param(send, 'opt_fields', 1)).toBe(
      'gid,modified_at,custom_fields.name,custom_fields.display_value,name,owner.email',
    );
  });

  it('requests the changed tasks of each project, and names their custom fields', async () => {
    const task = { gid: '9', custom_fields: [{ gid: '5', name: 'Stage', display_value: 'Won' }] };
    const send = scriptedSend({ body: { data: gids('1', '2') } }, { body: { data: [task] } }, { body: { data: [] } });
    const pages = await readAll(known('asana', 'tasks', { since: '2026-01-01T00:00:00Z', fields: ['Stage'] }), send);
    expect(pages.flatMap(({ records }) => records.map(({ fields }) => fields['Stage']))).toEqual(['Won']);
    expect([1, 2].map((index) => [param(send, 'project', index), param(send, 'modified_since', index)])).toEqual([
      ['1', '2026-01-01T00:00:00Z'],
      ['2', '2026-01-01T00:00:00Z'],
    ]);
    expect(param(send, 'modified_since')).toBeNull();
  });

  it("quotes Asana's error message", async () => {
    const send = scriptedSend({ status: 400, body: { errors: [{ message: 'project: Not a Long: x' }] } });
    await expect(readPage(known('asana', 'tags'), null, send, { now: Date.now })).rejects.toThrow(
      'Asana answered 400: project: Not a Long: x',
    );
  });
});

describe('attio', () => {
  const records = (...ids: string[]) => ids.map((id) => ({ id: { workspace_id: 'w', object_id: 'o', record_id: id } }));

  it('queries records of any object until a page is empty; a short page is not the end', async () => {
    const send = scriptedSend(
      { body: { data: records('a', 'b') } },
      { body: { data: records('c') } },
      { body: { data: [] } },
    );
    expect(idsOf(await readAll(known('attio', 'my_things'), send))).toEqual(['a', 'b', 'c']);
    expect(send.requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`)[0]).toBe(
      'POST /v2/objects/my_things/records/query',
    );
    expect([0, 1, 2].map((index) => bodyOf(send, index))).toEqual([
      { sorts: [{ attribute: 'created_at', direction: 'asc' }], limit: 500 },
      { sorts: [{ attribute: 'created_at', direction: 'asc' }], limit: 500, offset: 2 },
      { sorts: [{ attribute: 'created_at', direction: 'asc' }], limit: 500, offset: 3 },
    ]);
  });

  it('flattens the values, and reads everything if there is no filter by time', async () => {
    const raw = { ...records('a')[0], values: { name: [{ value: 'Ann' }] } };
    const send = scriptedSend({ body: { data: [raw] } });
    const page = await readPage(known('attio', 'people', { since: '2026-01-01T00:00:00Z' }), null, send, {
      now: Date.now,
    });
    expect(page.records[0]).toMatchObject({ id: 'a', updatedAt: null, fields: { name: [{ value: 'Ann' }] }, raw });
    expect(send.requests[0]?.body).not.toContain('2026');
  });

  it('requests the choices of a select from their own endpoint', async () => {
    const attribute = { api_slug: 'stage', title: 'Stage', type: 'select', is_multiselect: true, is_writable: true };
    const send = scriptedSend(
      { body: { data: [{ ...attribute, is_required: false, is_system_attribute: false }] } },
      { body: { data: { plural_noun: 'Deals' } } },
      { body: { data: [{ title: 'Won' }] } },
    );
    const { displayName, fields } = await readMetadata(known('attio', 'deals'), send, Date.now());
    expect(displayName).toBe('Deals');
    expect(fields['stage']).toEqual({
      fieldName: 'stage',
      displayName: 'Stage',
      valueType: 'multiSelect',
      providerType: 'select',
      readOnly: false,
      isCustom: true,
      isRequired: false,
      values: [{ value: 'Won', displayValue: 'Won' }],
    });
    expect(send.urls()[2]?.pathname).toBe('/v2/objects/deals/attributes/stage/options');
  });

  it('reads the entries of every list', async () => {
    const send = scriptedSend(
      { body: { data: [{ id: { workspace_id: 'w', list_id: 'l1' } }] } },
      { body: { data: [{ id: { list_id: 'l1', entry_id: 'e1' }, entry_values: { stage: [] } }] } },
      { body: { data: [] } },
    );
    expect(idsOf(await readAll(known('attio', 'entries'), send))).toEqual(['e1']);
    expect(send.urls()[1]?.pathname).toBe('/v2/lists/l1/entries/query');
  });
});

describe('close', () => {
  it('pages by offset, and calls the singular path with a trailing slash', async () => {
    const send = scriptedSend(
      { body: { data: [{ id: 'task_1' }, { id: 'task_2' }], has_more: true } },
      { body: { data: [{ id: 'task_3' }], has_more: false } },
    );
    expect(idsOf(await readAll(known('close', 'tasks'), send))).toEqual(['task_1', 'task_2', 'task_3']);
    expect(send.urls().map(({ pathname }) => pathname)).toEqual(['/api/v1/task/', '/api/v1/task/']);
    expect([0, 1].map((index) => param(send, '_skip', index))).toEqual([null, '2']);
  });

  it('searches for changes from the day before, as its days are local, and filters the rest', async () => {
    const send = scriptedSend(
      { body: { data: [{ id: 'lead_1', name: 'A', date_updated: '2026-01-02T09:00:00+00:00' }], cursor: 'c' } },
      { body: { data: [{ id: 'lead_2', name: 'B', date_updated: '2026-01-02T13:00:00+00:00' }], cursor: null } },
    );
    const target = known('close', 'leads', { since: '2026-01-02T12:00:00Z', fields: ['name'] });
    expect(idsOf(await readAll(target, send))).toEqual(['lead_2']);
    expect(send.urls()[0]?.pathname).toBe('/api/v1/data/search/');
    expect(bodyOf(send)).toEqual({
      query: {
        type: 'and',
        queries: [
          { type: 'object_type', object_type: 'lead' },
          {
            type: 'field_condition',
            field: { type: 'regular_field', object_type: 'lead', field_name: 'date_updated' },
            condition: {
              type: 'moment_range',
              on_or_after: { type: 'fixed_local_date', value: '2026-01-01', which: 'start' },
            },
          },
        ],
      },
      _limit: 100,
      _fields: { lead: ['id', 'date_updated', 'custom', 'name'] },
    });
    expect(bodyOf(send, 1)).toMatchObject({ cursor: 'c' });
  });

  it('describes custom fields under their keys in records', async () => {
    const field = { id: 'cf_1', name: 'Size', type: 'choices', accepts_multiple_values: true, choices: ['S', 'M'] };
    const send = scriptedSend(
      { body: { data: [field], has_more: false } },
      { body: { data: [] } },
      { body: { data: [{ id: 'lead_1', 'custom.cf_1': ['S'], name: 'Acme' }], has_more: false } },
    );
    const { fields } = await readMetadata(known('close', 'lead'), send, Date.now());
    expect(fields['custom.cf_1']).toMatchObject({ displayName: 'Size', valueType: 'multiSelect', isCustom: true });
    expect(fields['custom.cf_1']?.values?.map(({ value }) => value)).toEqual(['S', 'M']);
    expect(fields['name']?.valueType).toBe('string');
  });

  it('waits as long as its headers say', async () => {
    const headers = { ratelimit: 'limit=240; remaining=0; reset=7', 'ratelimit-reset': '7' };
    const send = scriptedSend({ status: 429, headers, body: { error: { rate_limit: 240, rate_reset: 7 } } });
    const failure = await readPage(known('close', 'user'), null, send, { now: Date.now }).catch(
      (err: unknown) => err as ProviderFailure,
    );
    expect(failure).toMatchObject({ kind: 'rateLimit', retryAfterMs: 7000 });
  });
});

describe('notion', () => {
  it('pages while there is more, with the token in the body', async () => {
    const send = scriptedSend(
      { body: { results: [{ id: 'p1' }], has_more: true, next_cursor: 'n' } },
      { body: { results: [{ id: 'p2' }], has_more: false, next_cursor: null } },
    );
    expect(idsOf(await readAll(known('notion', 'pages'), send))).toEqual(['p1', 'p2']);
    expect(send.requests[0]?.headers).toMatchObject({ 'Notion-Version': '2025-09-03' });
    expect(bodyOf(send, 1)).toEqual({
      filter: { property: 'object', value: 'page' },
      sort: { timestamp: 'last_edited_time', direction: 'ascending' },
      page_size: 100,
      start_cursor: 'n',
    });
  });

  it('loses nothing although times have minute resolution', async () => {
    const send = scriptedSend(
      { body: { results: [{ id: 'd' }], has_more: false } },
      { body: { results: [{ id: 'r', last_edited_time: '2026-01-02T10:05:00.000Z' }], has_more: false } },
    );
    const since = '2026-01-02T10:05:40Z';
    expect(idsOf(await readAll(known('notion', 'data_source_entries', { since }), send))).toEqual(['r']);
    expect(bodyOf(send, 1)).toMatchObject({
      filter: { and: [{ timestamp: 'last_edited_time', last_edited_time: { on_or_after: '2026-01-02T10:04:40Z' } }] },
    });
    const found = [5, 4].map((minute) => ({ id: `p${minute}`, last_edited_time: `2026-01-02T10:0${minute}:00.000Z` }));
    const search = scriptedSend({ body: { results: found, has_more: false } });
    expect(idsOf([await readPage(known('notion', 'pages', { since }), null, search, { now: Date.now })])).toEqual([
      'p5',
    ]);
  });

  it('describes the columns of a data source', async () => {
    const send = scriptedSend(
      {
        body: {
          properties: { Stage: { id: 'a', name: 'Stage', type: 'select', select: { options: [{ name: 'Won' }] } } },
        },
      },
      { body: { results: [], has_more: false } },
    );
    const { fields } = await readMetadata(known('notion', 'data_sources/d1/rows'), send, Date.now());
    expect(send.urls()[0]?.pathname).toBe('/v1/data_sources/d1');
    expect(fields["$['properties']['Stage']"]).toMatchObject({
      displayName: 'Stage',
      valueType: 'singleSelect',
      values: [{ value: 'Won', displayValue: 'Won' }],
    });
  });

  it('classifies a conflict as temporary', async () => {
    const send = scriptedSend({ status: 409, body: { object: 'error', code: 'conflict_error', message: 'Conflict' } });
    const failure = await readPage(known('notion', 'users'), null, send, { now: Date.now }).catch(
      (err: unknown) => err as ProviderFailure,
    );
    expect(failure).toMatchObject({ kind: 'providerFault', retryAfterMs: 1000 });
  });
});
