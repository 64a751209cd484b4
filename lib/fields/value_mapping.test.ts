import { describe, expect, it } from '@jest/globals';
import { parseJson } from '../json/json.ts';
import { deliveredValue, mappingOf, providerValue } from './value_mapping.ts';

describe('a value mapping', () => {
  const mapping = { open: '10', closed: '20', yes: 'true' };

  it.each([
    ['10', 'open'],
    [10, 'open'],
    [true, 'yes'],
    [
      ['20', '30'],
      ['closed', '30'],
    ],
    ['30', '30'],
    [null, null],
    [{ id: '10' }, { id: '10' }],
  ])("gives %j the builder's word", (value, word) => {
    expect(deliveredValue(value, mapping)).toEqual(word);
  });

  it('leads back from the word to the value, of whatever type it was given', () => {
    const typed = { open: 10, exact: parseJson('12345678901234567890') };
    expect(providerValue('open', typed)).toBe(10);
    expect(providerValue(['exact', 'other'], typed)).toEqual([typed.exact, 'other']);
    expect(providerValue('toString', typed)).toBe('toString');
  });

  it('is found by the first name that has one, whatever its case', () => {
    expect(mappingOf({ Stage: 1, phase: 2 }, 'phase', 'stage')).toBe(2);
    expect(mappingOf({ Stage: 1 }, 'phase', 'stage')).toBe(1);
    expect(mappingOf({}, 'constructor')).toBeUndefined();
  });
});
