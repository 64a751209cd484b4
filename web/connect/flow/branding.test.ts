import { describe, expect, it } from '@jest/globals';
import { textColourOn } from './branding.ts';

describe('the text on the accent colour', () => {
  it.each([
    ['#000000', '#ffffff'],
    ['#ffffff', '#000000'],
    ['#1d5bd6', '#ffffff'],
    ['#ffe14d', '#000000'],
    ['#808080', '#000000'],
  ])('on %s is %s', (colour, text) => {
    expect(textColourOn(colour)).toBe(text);
  });
});
