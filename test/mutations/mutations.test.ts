import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { sourceFiles } from '../architecture/source_files.ts';
import { changesOf, mutations } from './catalogue.mjs';
import { weave } from './weave.mjs';

const files = [...new Set(mutations.flatMap(({ changes }) => changes.map(({ file }) => file)))];
const suites = sourceFiles('.').filter(({ path }) => path.endsWith('.test.ts'));

/** The mutations passed to `promise` and `control` (test/support/promise.ts). */
const controls = new Set(
  suites
    .flatMap(({ text }) => [...text.matchAll(/\bwithout: (\[[^\]]*\]|'[^']*')/g)])
    .flatMap(([, given = '']) => [...given.matchAll(/'([^']*)'/g)].map(([, name = '']) => name)),
);

describe('the mutations', () => {
  it.each(files)('fit into %s and do not move its lines', (file) => {
    const text = readFileSync(file, 'utf8');
    const woven = weave(text, changesOf(file), file);
    const missing = changesOf(file).filter(({ mutation }) => !woven.includes(`=== '${mutation}'`));
    expect(missing).toEqual([]);
    expect(woven.split('\n').length).toBe(text.split('\n').length);
  });

  it('each have a unique name, and one sentence that says what breaks', () => {
    expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length);
    expect(mutations.filter(({ name, breaks }) => !/^\w+$/.test(name) || !/^[A-Z].*[^.]\.$/.test(breaks))).toEqual([]);
  });

  it('are exactly those that tests use as negative controls', () => {
    expect([...controls].sort()).toEqual(mutations.map(({ name }) => name).sort());
  });

  it('change production code only', () => {
    expect(
      files.filter((file) => !/^(lib|services|connectors|gateway|embedded)\/.*(?<!\.test)\.ts$/.test(file)),
    ).toEqual([]);
  });
});
