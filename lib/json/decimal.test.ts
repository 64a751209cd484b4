import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decimalForm } from './decimal.ts';

describe('decimalForm', () => {
  it.each([
    ['1', '1.0'],
    ['100', '1e2'],
    ['-0', '0.000'],
    ['0.5', '+5E-1'],
    ['12345678901234567890', '12345678901234567890.00'],
  ])('is one for %s and %s', (one, other) => {
    expect(decimalForm(one)).toBe(decimalForm(other));
  });

  it.each([
    ['12345678901234567890', '12345678901234567891'],
    ['0.1', '0.1000000000000000055'],
    ['1', '-1'],
    ['10', '1'],
  ])('tells %s from %s, which a double may not', (one, other) => {
    expect(decimalForm(one)).not.toBe(decimalForm(other));
  });

  it.each(['', ' 1', '1 ', '1,5', '0x10', 'Infinity', '.5', '1.', 'true'])('is null for %j', (text) => {
    expect(decimalForm(text)).toBeNull();
  });

  it('of two doubles is the same exactly when they are', () => {
    const double = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(fc.property(double, double, (a, b) => (decimalForm(String(a)) === decimalForm(String(b))) === (a === b)));
    fc.assert(fc.property(double, (a) => decimalForm(String(a)) === decimalForm(a.toExponential())));
  });
});
