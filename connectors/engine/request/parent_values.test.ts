import { describe, expect, it } from '@jest/globals';
import { parseJson } from '../../../lib/json/json.ts';
import { aProvider, aTarget, readAll, recordsOf } from '../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../test/support/scripted_send.ts';
import type { ObjectSpec } from '../file/provider.ts';

const below = (spec: ObjectSpec) =>
  aProvider(
    {},
    {
      variables: [{ name: 'account' }],
      objects: {
        shops: { path: '/shops', records: 'data', id: 'id', paging: { kind: 'none' } },
        sales: { each: 'shops', path: '/sales', records: 'data', id: 'id', paging: { kind: 'none' }, ...spec },
      },
    },
  );
/** The request for the children of one shop. */
async function asked(spec: ObjectSpec, shop: Record<string, unknown>) {
  const send = scriptedSend({ body: { data: [shop] } }, { body: { data: recordsOf(1) } });
  const target = aTarget({ provider: below(spec), objectName: 'sales', variables: { account: 'secret-account' } });
  await readAll(target, send);
  const { url = '', headers = {}, body = 'null' } = send.requests[1] ?? {};
  return { query: new URL(url).searchParams, headers: headers as Record<string, string>, body: parseJson(body) };
}

describe("a parent's values", () => {
  it.each(['{object}', '{{.account}}', '{size}', '{{.nobodyKnows}}', '{parent.id}'])(
    'stay what they are when they look like the placeholder %s',
    async (name) => {
      const texts = { query: { name: '{parent.name}', q: 'of {object} in {parent.name}' } };
      const headers = { 'X-Shop': '{parent.name}' };
      const inUrl = await asked({ ...texts, headers }, { id: 's1', name });
      expect(Object.fromEntries(inUrl.query)).toEqual({ name, q: `of sales in ${name}` });
      expect(inUrl.headers['X-Shop']).toBe(name);
      const inBody = await asked({ method: 'POST', body: texts.query }, { id: 's1', name });
      expect(inBody.body).toEqual({ name, q: `of sales in ${name}` });
    },
  );

  it.each([
    ['odata', "of 'O''Hara\" and \\'"],
    ['soql', "of 'O\\'Hara\" and \\\\'"],
    ['scim', 'of "O\'Hara\\" and \\\\"'],
  ] as const)('are quoted as literals of %s', async (quote, written) => {
    const query = { q: "of '{parent.name}'" };
    const found = await asked({ query, where: { param: 'q', quote } }, { id: 's1', name: 'O\'Hara" and \\' });
    expect(found.query.get('q')).toBe(written);
  });

  it('can be combined with variables, and keep their type when alone', async () => {
    const { headers, body } = await asked(
      {
        method: 'POST',
        headers: { 'X-Of': '{{.account}}/{parent.no}' },
        body: { no: '{parent.no}', by: 'no {parent.no}' },
      },
      { id: 's1', no: 7 },
    );
    expect(headers['X-Of']).toBe('secret-account/7');
    expect(body).toEqual({ no: 7, by: 'no 7' });
  });
});
