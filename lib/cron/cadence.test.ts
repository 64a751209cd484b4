import { describe, expect, it } from '@jest/globals';
import { cadenceIn, cadenceOf, cadenceText, isSameCadence } from './cadence.ts';

describe('a cadence', () => {
  it.each(['', '0 3 * * *'])('is what its text says: %p', (text) => {
    expect(cadenceText(cadenceOf(text))).toBe(text);
    expect(cadenceText(cadenceIn({ schedule: text }))).toBe(text);
    expect(isSameCadence(cadenceOf(text), cadenceIn({ schedule: text }))).toBe(true);
  });

  it('differs from none and from another', () => {
    expect(cadenceIn({})).toBeNull();
    expect(isSameCadence(null, cadenceOf('0 3 * * *'))).toBe(false);
    expect(isSameCadence(cadenceOf('0 4 * * *'), cadenceOf('0 3 * * *'))).toBe(false);
  });
});
