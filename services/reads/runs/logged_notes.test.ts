import { describe, expect, it } from '@jest/globals';
import { newNoteLines, recentlyLoggedNotes } from './logged_notes.ts';

describe('the notes of fetched pages', () => {
  const page = { notes: ['id taken from uid'], warnings: ['The provider names 9 records.'] };

  it('are logged once, however many pages have them', () =>
    expect(newNoteLines([page, page], new Set())).toEqual([
      { severity: 'INFO', msg: 'Inferred: id taken from uid.', text: 'id taken from uid' },
      { severity: 'WARNING', msg: 'The provider names 9 records.', text: 'The provider names 9 records.' },
    ]));

  it('are not lost when their page is not committed: only a commit makes them logged', () => {
    const logged = new Set<string>();
    expect(newNoteLines([page], logged)).toHaveLength(2);
    expect(newNoteLines([page], logged)).toHaveLength(2);
    logged.add('id taken from uid');
    expect(newNoteLines([page], logged).map(({ severity }) => severity)).toEqual(['WARNING']);
  });

  it('are 20 at most', () => {
    const notes = Array.from({ length: 15 }, (_, i) => `note ${i}`);
    const more = { notes: notes.map((note) => `another ${note}`) };
    expect(newNoteLines([{ notes }, more], new Set(['first']))).toHaveLength(19);
    expect(newNoteLines([{ notes }], new Set(Array.from({ length: 25 }, (_, i) => `${i}`)))).toEqual([]);
  });
});

describe('the logged notes of recent operations', () => {
  it('outlast a slot of their operation, and are not those of another', () => {
    const notes = recentlyLoggedNotes();
    notes.of('one').add('id taken from uid');
    expect(notes.of('one').has('id taken from uid')).toBe(true);
    expect(notes.of('two').size).toBe(0);
  });

  it('are forgotten for the operation that ran longest ago, so that memory is bounded', () => {
    const notes = recentlyLoggedNotes();
    notes.of('first').add('note');
    notes.of('second').add('note');
    for (let i = 0; i < 998; i += 1) notes.of(`other ${i}`);
    notes.of('first');
    notes.of('one more');
    expect(notes.of('first').has('note')).toBe(true);
    expect(notes.of('second').has('note')).toBe(false);
  });
});
