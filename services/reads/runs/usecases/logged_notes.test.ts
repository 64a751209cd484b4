import { describe, expect, it } from '@jest/globals';
import { recentlyLoggedNotes } from './logged_notes.ts';

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
