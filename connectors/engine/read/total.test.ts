import { describe, expect, it } from '@jest/globals';
import { aProvider, aTarget, recordsOf } from '../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../test/support/scripted_send.ts';
import type { ObjectSpec } from '../file/provider.ts';
import { readPage } from './read.ts';

const since = '2025-12-20T00:00:00Z';
const until = '2025-12-24T00:00:00Z';

async function totalOf(spec: ObjectSpec, more: object = {}): Promise<number | undefined> {
  const send = scriptedSend({ body: { data: recordsOf(1), total: 40 } });
  return (
    await readPage(aTarget({ provider: aProvider({ total: 'total', ...spec }), ...more }), null, send, {
      now: Date.now,
    })
  ).total;
}

describe('the total of a read', () => {
  it("is the provider's count of the requested list", async () => {
    expect(await totalOf({})).toBe(40);
    expect(await totalOf({ since: { param: 'from' }, until: { param: 'to' } }, { since, until })).toBe(40);
  });

  it('is unknown if the engine filters records itself', async () => {
    expect(await totalOf({ since: { here: true } }, { since })).toBeUndefined();
    expect(await totalOf({ since: { param: 'from' }, until: { here: true } }, { since, until })).toBeUndefined();
    expect(await totalOf({ since: { here: true } })).toBe(40);
  });

  it('is unknown for an object of several lists', async () => {
    const windows = { days: 10, backDays: 30 };
    const asked = { since: { param: 'from' }, until: { param: 'to' } };
    expect(await totalOf({ ...asked, windows }, { since })).toBeUndefined();
    expect(await totalOf({ path: '/things/{parent.id}/parts', each: [{ id: 1 }, { id: 2 }] })).toBeUndefined();
  });
});
