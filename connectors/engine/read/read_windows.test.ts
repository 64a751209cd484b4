import { describe, expect, it } from '@jest/globals';
import { aProvider, aTarget, idsOf, NOW, readAll, recordsOf } from '../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../test/support/scripted_send.ts';
import type { ObjectSpec } from '../file/provider.ts';
import { readPage } from './read.ts';

const spec: ObjectSpec = {
  windows: { days: 10, backDays: 30 },
  since: { param: 'from', format: 'rfc3339Seconds' },
  until: { param: 'to', format: 'rfc3339Seconds' },
  paging: { kind: 'cursor', path: 'next', param: 'cursor' },
};
const target = (more = {}) => aTarget({ provider: aProvider(spec), ...more });
const asked = (send: ReturnType<typeof scriptedSend>) =>
  send.urls().map((url) => ['from', 'to', 'cursor'].map((name) => url.searchParams.get(name)));

describe('windowed lists', () => {
  it('are read window by window, each to its last page, up to now, with one second of overlap', async () => {
    const send = scriptedSend(
      { body: { data: recordsOf(1), next: 'x' } },
      { body: { data: recordsOf(2) } },
      { body: { data: recordsOf(3) } },
    );
    const pages = await readAll(target({ since: '2025-12-20T00:00:00Z' }), send);
    expect(idsOf(pages)).toEqual(['1', '2', '3']);
    expect(asked(send)).toEqual([
      ['2025-12-20T00:00:00Z', '2025-12-30T00:00:00Z', null],
      ['2025-12-20T00:00:00Z', '2025-12-30T00:00:00Z', 'x'],
      ['2025-12-29T23:59:59Z', '2026-01-02T03:04:05Z', null],
    ]);
  });

  it('start at backDays without since', async () => {
    const send = scriptedSend(...Array.from({ length: 4 }, () => ({ body: { data: [] } })));
    await readAll(target(), send);
    expect(asked(send).map(([from]) => from)).toEqual([
      '2025-12-03T03:04:05Z',
      '2025-12-13T03:04:04Z',
      '2025-12-23T03:04:03Z',
      '2026-01-02T03:04:02Z',
    ]);
  });

  it('request each day once if the bounds are inclusive dates', async () => {
    const days: ObjectSpec = {
      ...spec,
      windows: { days: 10, backDays: 30, wholeDays: true },
      since: { param: 'from', format: 'date' },
      until: { param: 'to', format: 'date' },
    };
    const send = scriptedSend(...Array.from({ length: 3 }, () => ({ body: { data: [] } })));
    const bounds = { since: '2025-12-12T23:30:00Z', until: '2026-01-01T00:30:00Z' };
    await readAll(aTarget({ provider: aProvider(days), ...bounds }), send);
    expect(asked(send).map(([from, to]) => [from, to])).toEqual([
      ['2025-12-12', '2025-12-21'],
      ['2025-12-22', '2025-12-31'],
      ['2026-01-01', '2026-01-01'],
    ]);
  });

  it('end at the original time when the read is resumed days later', async () => {
    const until = { since: '2025-12-30T00:00:00Z' };
    const first = await readPage(target(until), null, scriptedSend({ body: { data: recordsOf(1), next: 'x' } }), {
      now: () => NOW,
    });
    const send = scriptedSend({ body: { data: recordsOf(2) } });
    const second = await readPage(target(until), first.next, send, { now: () => NOW + 5 * 86_400_000 });
    expect(asked(send)).toEqual([['2025-12-30T00:00:00Z', '2026-01-02T03:04:05Z', 'x']]);
    expect(second.next).toBeNull();
  });

  it('end now at the latest, even if until is later', async () => {
    const send = scriptedSend({ body: { data: recordsOf(1) } });
    await readAll(target({ since: '2025-12-30T00:00:00Z', until: '9999-12-31T00:00:00Z' }), send);
    expect(asked(send)).toEqual([['2025-12-30T00:00:00Z', '2026-01-02T03:04:05Z', null]]);
  });

  it('make no request if until is before since', async () => {
    const send = scriptedSend();
    expect(idsOf(await readAll(target({ since: '2026-02-01T00:00:00Z' }), send))).toEqual([]);
    expect(send.requests).toEqual([]);
  });

  it('report when since is earlier than backDays', async () => {
    const notes: string[] = [];
    const options = { now: () => NOW, onInfer: (note: string) => notes.push(note) };
    await readPage(target({ since: '2020-01-01T00:00:00Z' }), null, scriptedSend({ body: { data: [] } }), options);
    expect(notes).toContain('the read starts at 2025-12-03T03:04:05.000Z: the provider keeps 30 days');
  });
});
