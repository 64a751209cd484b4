import { describe, expect, it } from '@jest/globals';
import { activate, deactivate } from '../support/active_mutation.ts';
import { weave } from './weave.mjs';

type Made = (...given: unknown[]) => unknown;

/** The results of the source's function `f`: unchanged, and with each of the mutations. */
async function answers(text: string, changes: Parameters<typeof weave>[1], ...given: unknown[]) {
  const woven = weave(text, changes, 'a.ts');
  const f = new Function(`${woven}; return f;`)() as Made;
  const found: Record<string, unknown> = { none: await f(...given) };
  for (const name of new Set(changes.map(({ mutation }) => mutation))) {
    activate(name);
    try {
      found[name] = await f(...given);
    } finally {
      deactivate();
    }
  }
  return found;
}

const change = (mutation: string, find: string, replace: string) => ({ mutation, find, replace });

describe('a mutation', () => {
  it('replaces an expression', async () => {
    const found = await answers('function f(a) { return a - 1; }', [change('m', 'a - 1', 'a')], 5);
    expect(found).toEqual({ none: 4, m: 5 });
  });

  it('replaces or removes a statement', async () => {
    const text = 'function f(a) {\n  if (a > 3) return 1;\n  a += 1;\n  return a;\n}';
    const changes = [change('kept', 'if (a > 3) return 1;', ''), change('less', 'a += 1', 'a -= 1')];
    expect(await answers(text, changes, 5)).toEqual({ none: 1, kept: 6, less: 1 });
    expect(await answers(text, changes, 2)).toEqual({ none: 3, kept: 3, less: 1 });
  });

  it('of a declaration replaces the enclosing block', async () => {
    const text = 'function f(a) {\n  const b = a;\n  return b;\n}';
    expect(await answers(text, [change('m', 'const b = a;', 'const b = 0;')], 5)).toEqual({ none: 5, m: 0 });
  });

  it('does not separate a called method from its object', async () => {
    const text = 'function f(a) { return a.slice(1); }';
    expect(await answers(text, [change('m', 'a.slice', 'a.concat')], [1, 2])).toEqual({ none: [2], m: [1, 2, 1] });
  });

  it('does not split an optional chain', async () => {
    const text = 'function f(a) { return a?.b.c; }';
    expect(await answers(text, [change('m', 'a?.b', 'a?.d')], { b: { c: 1 }, d: { c: 2 } })).toEqual({ none: 1, m: 2 });
  });

  it('may be in an object literal, also in a shorthand property', async () => {
    const text = 'function f(a) { return { a, b: a }; }';
    expect(await answers(text, [change('m', '{ a,', '{ a: 0,'), change('n', 'b: a', 'b: 0')], 5)).toEqual({
      none: { a: 5, b: 5 },
      m: { a: 0, b: 5 },
      n: { a: 5, b: 0 },
    });
  });

  it('may have the same node as another, or contain it', async () => {
    const text = 'function f(a) { return (a + 1) * 2; }';
    const changes = [change('one', 'a + 1', 'a'), change('two', 'a + 1', '0'), change('all', '(a + 1) * 2', 'a')];
    expect(await answers(text, changes, 5)).toEqual({ none: 12, one: 10, two: 0, all: 5 });
  });

  it('may change several places of a file', async () => {
    const text = 'function f(a) { const b = a + 1; return b + 2; }';
    expect(await answers(text, [change('m', 'a + 1', 'a'), change('m', 'b + 2', 'b')], 5)).toEqual({ none: 8, m: 5 });
  });

  it('may contain await and several lines', async () => {
    const text = 'async function f(a) { return await a; }';
    const found = await answers(text, [change('m', 'await a', '(\n  await a\n) + 1 // more')], 5);
    expect(found).toEqual({ none: 5, m: 6 });
  });

  it('keeps TypeScript types and line numbers', () => {
    const text = 'function f(a: number): number {\n  return a as number;\n}\n';
    const woven = weave(text, [change('m', 'a as number', '{\n  b: 1,\n} as unknown')], 'a.ts');
    expect(woven.split('\n')).toHaveLength(4);
    expect(woven).toContain("=== 'm'");
  });

  it.each([
    ['is not there', 'b + 1', 'b', 'is not there'],
    ['is there more than once', 'a', 'b', 'more than once'],
    ['is no TypeScript', 'a + 1', 'a +', 'no TypeScript'],
  ])('is reported by its name when its text %s', (_, find, replace, said) => {
    const text = 'function f(a) { return a + 1; }';
    expect(() => weave(text, [change('broken', find, replace)], 'a.ts')).toThrow(
      new RegExp(`"broken".*a\\.ts.*${said}`, 's'),
    );
  });

  it('is reported by its name when its text runs before a test can set the flag', () => {
    expect(() => weave('const a = 1;', [change('early', '1', '2')], 'a.ts')).toThrow(/"early".*in no function/s);
  });
});
