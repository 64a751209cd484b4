import { afterEach, describe, expect, it } from '@jest/globals';
import { callerTraceparent, inSpan, openSpan, setTracing, traceparent } from './tracing.ts';

const CALLER = `00-${'a'.repeat(32)}-${'b'.repeat(16)}`;

describe('traces', () => {
  afterEach(() => setTracing(false));

  it('cost nothing but the work while they are off', async () => {
    expect(openSpan(() => ({ name: 'x' }))).toBeUndefined();
    expect(traceparent()).toBeNull();
    expect(callerTraceparent(`${CALLER}-01`)).toBeNull();
    expect(await inSpan({ name: 'x' }, async (span) => [span])).toEqual([undefined]);
  });

  it('begin only where they may, and only as often as asked for', async () => {
    setTracing(true, 100);
    expect(openSpan(() => ({ name: 'x' }))).toBeUndefined();
    expect(await inSpan({ name: 'x', parent: null }, async (span) => [span])).toEqual([undefined]);
    expect(openSpan(() => ({ name: 'x', begins: true }))).toBeDefined();
    setTracing(true, 0);
    expect(openSpan(() => ({ name: 'x', begins: true }))).toBeUndefined();
  });

  it.each([
    ['01', 0, 0.5, '00'],
    ['00', 100, 0.5, '01'],
    ['01', 10, 0.11, '00'],
    ['00', 10, 0.09, '01'],
  ])('go on from a caller with the flag %s at %d percent by chance alone', (flag, percent, chance, decided) => {
    setTracing(true, percent);
    expect(callerTraceparent(`${CALLER}-${flag}`, () => chance)).toBe(`${CALLER}-${decided}`);
  });

  it.each([
    undefined,
    ['a', 'b'],
    '',
    CALLER,
    `${CALLER}-1`,
    `${CALLER}-01-more`,
    `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`,
    `00-${'a'.repeat(32)}-${'0'.repeat(16)}-01`,
    `01-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    `00-${'A'.repeat(32)}-${'b'.repeat(16)}-01`,
  ])('start a new trace for a caller with the header %j', (header) => {
    setTracing(true);
    expect(callerTraceparent(header)).toBeNull();
  });
});
