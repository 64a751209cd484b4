import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Sandbox, startSandbox } from './sandbox.ts';

describe("the sandbox's custom fields", () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ records: 1 });
  });
  afterAll(() => sandbox.stop());

  async function ask(method: string, path: string, body?: unknown) {
    const response = await fetch(`${sandbox.url}/api/v1/${path}`, {
      method,
      headers: { 'x-sandbox-key': 'sandbox-key' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }
  const note = { name: 'note', label: 'Note', type: 'string' };

  it('are created, listed for their object only, and can be requested', async () => {
    const made = await ask('POST', 'contacts/fields', { fields: [note] });
    expect(made).toEqual({
      status: 201,
      body: { fields: [{ ...note, required: false, readOnly: false, custom: true }], errors: [] },
    });
    const names = ({ body }: { body: unknown }) => (body as { name: string }[]).map(({ name }) => name);
    expect(names(await ask('GET', 'contacts/fields'))).toContain('note');
    expect(names(await ask('GET', 'deals/fields'))).not.toContain('note');
    expect((await ask('GET', 'contacts?fields=note')).status).toBe(200);
    expect((await ask('GET', 'deals?fields=note')).status).toBe(400);
  });

  it.each([
    [{ ...note, name: 'email' }, 'field_exists'],
    [{ ...note, name: 'Bad Name' }, 'invalid_name'],
    [{ ...note, name: 'a', label: '' }, 'invalid_label'],
    [{ ...note, name: 'a', type: 'magic' }, 'invalid_type'],
    [{ ...note, name: 'a', type: 'select' }, 'invalid_options'],
    [{ ...note, name: 'a', colour: 'red' }, 'unknown_key'],
  ])('are refused one by one: %j', async (field, code) => {
    const good = { ...note, name: `good_${code}` };
    const { status, body } = await ask('POST', 'companies/fields', { fields: [field, good] });
    expect([status, body['errors']]).toEqual([207, [expect.objectContaining({ name: field.name, code })]]);
    expect(body['fields']).toEqual([expect.objectContaining({ name: good.name })]);
  });

  it('are changed by name; standard fields are not', async () => {
    await ask('POST', 'deals/fields', { fields: [{ ...note, description: 'Before' }] });
    const changed = await ask('PATCH', 'deals/fields/note', { label: 'After' });
    expect(changed).toMatchObject({ status: 200, body: { label: 'After', description: 'Before' } });
    expect((await ask('PATCH', 'deals/fields/email', { label: 'x' })).status).toBe(404);
    expect((await ask('PATCH', 'deals/fields/note', { type: 'magic' })).status).toBe(400);
    expect((await ask('POST', 'deals/fields', { fields: 'all' })).status).toBe(400);
  });
});
