import { describe, expect, it } from '@jest/globals';
import { diffLines } from './diff_lines.ts';

const signed = (before: string, after: string) =>
  diffLines(before.split('\n'), after.split('\n')).map(({ sign, text }) => sign + text);

describe('the difference of two texts by lines', () => {
  it('keeps the lines that both have, and says which were removed and added', () => {
    expect(signed('a\nb\nc', 'a\nx\nc')).toEqual([' a', '-b', '+x', ' c']);
    expect(signed('a\nb', 'a\nb')).toEqual([' a', ' b']);
    expect(signed('a', 'a\nb\nc')).toEqual([' a', '+b', '+c']);
  });

  it('gives both texts back: the lines without + are the first, those without - the second', () => {
    const [before, after] = ['p\nq\nr\ns\nq', 'q\nr\nt\nq\nu'];
    const lines = diffLines(before.split('\n'), after.split('\n'));
    const textWithout = (sign: string) =>
      lines
        .filter((line) => line.sign !== sign)
        .map(({ text }) => text)
        .join('\n');
    expect(textWithout('+')).toBe(before);
    expect(textWithout('-')).toBe(after);
  });

  it('shows texts that are too long to compare as removed and added', () => {
    const long = Array.from({ length: 2_100 }, (_none, at) => String(at));
    expect(diffLines(long, long)).toHaveLength(4_200);
  });
});
