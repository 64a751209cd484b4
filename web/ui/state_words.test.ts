import { describe, expect, it } from '@jest/globals';
import { stateText, toneOf, wordOf } from './state_words.ts';

describe('the state of an answer', () => {
  it.each([
    ['success', 'good'],
    ['in_progress', 'warn'],
    ['bad_credentials', 'bad'],
  ])('has a colour: %s is %s', (state, tone) => {
    expect(toneOf(state)).toBe(tone);
  });

  // `constructor` is a property of every object, so a plain look-up would find it.
  it.each(['partly_done', 'constructor', ''])('has a neutral colour and its own word if it is unknown: %j', (state) => {
    expect([toneOf(state), stateText(state)]).toEqual(['', state]);
    expect(wordOf({ oauth2: 'OAuth 2' }, state)).toBe(state);
  });

  it('has our word if it is known', () => {
    expect([stateText('in_progress'), wordOf({ oauth2: 'OAuth 2' }, 'oauth2')]).toEqual(['in progress', 'OAuth 2']);
  });
});
