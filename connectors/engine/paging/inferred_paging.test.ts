import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import type { Json } from '../../../lib/json/json.ts';
import type { Paging } from '../file/paging_facts.ts';
import { nextStep } from './next_step.ts';
import type { Step } from './step.ts';
import type { Turn } from './turn.ts';

const records = [{ id: 'a' }, { id: 'b' }];

/** What `auto` notes of a response, and where it goes. */
function inferredFrom(body: Json, headers: Record<string, string> = {}, step: Step | null = null) {
  const turn: Turn = { url: new URL('https://acme.example/things'), headers, body, records, lastId: 'b', step };
  const notes: string[] = [];
  return { turn, notes, step: stepOf(nextStep(turn, { kind: 'auto' }, (note) => notes.push(note))) };
}
const stepOf = ({ step }: { step: Step | null }) => (step && 'set' in step ? { set: step.set } : step);

describe('paging that was inferred', () => {
  it.each<{ said: string; body: Json; headers?: Record<string, string> }>([
    {
      said: '{kind: linkHeader}',
      body: records,
      headers: { link: '<https://acme.example/things?page=2>; rel="next"' },
    },
    { said: '{kind: nextUrl, path: links.next}', body: { data: records, links: { next: '/things?page=2' } } },
    {
      said: "{kind: nextUrl, path: '[''@odata.nextLink'']'}",
      body: { value: records, '@odata.nextLink': 'https://a.example/2' },
    },
    {
      said: '{kind: nextUrl, path: _links.next.href}',
      body: { data: records, _links: { next: { href: '/things?page=2' } } },
    },
    {
      said: '{kind: cursor, path: meta.next_cursor, param: cursor, more: meta.has_more}',
      body: { data: records, meta: { prior: 'x1', copy: 'x2', next_cursor: 'x2', has_more: true } },
    },
    {
      said: '{kind: cursor, path: nextPageToken, param: pageToken, end: isLast}',
      body: { nextPageToken: 't', isLast: false },
    },
    { said: '{kind: cursor, path: paging.cursors.after, param: after}', body: { paging: { cursors: { after: 'z' } } } },
    { said: '{kind: cursor, header: x-next-cursor, param: cursor}', body: records, headers: { 'x-next-cursor': 'c' } },
    {
      said: '{kind: lastId, param: starting_after, more: has_more}',
      body: { object: 'list', has_more: true, data: records },
    },
    {
      said: '{kind: offset, param: offset, total: page.total}',
      body: { data: records, page: { offset: 0, total: 9 } },
    },
    {
      said: '{kind: offset, param: startIndex, first: 1, total: totalResults}',
      body: { startIndex: 1, totalResults: 9 },
    },
    { said: '{kind: page, param: page, totalPages: meta.pages}', body: { data: records, meta: { page: 1, pages: 3 } } },
    { said: '{kind: page, param: page, first: 0, totalPages: totalPages}', body: { number: 0, totalPages: 3 } },
  ])('is told as a file says it, which then leads to the same page: $said', ({ said, body, headers }) => {
    const { turn, notes, step } = inferredFrom(body, headers);
    expect(notes).toEqual([`paging: ${said}`]);
    const { paging } = parse(notes[0] ?? '') as { paging: Paging };
    expect([said, stepOf(nextStep(turn, paging))]).toEqual([said, step]);
  });

  it('has no path where the next page is one of a list of links', () => {
    expect(inferredFrom({ data: records, links: [{ rel: 'next', href: '/things?page=2' }] }).notes).toEqual([
      'paging: {kind: nextUrl}',
    ]);
  });
});
