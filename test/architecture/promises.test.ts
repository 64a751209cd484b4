import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { mutations } from '../mutations/catalogue.mjs';

/** docs/promises.md, the suites of test/promises and the mutations of test/mutations must agree. */
describe('the promises', () => {
  const page = readFileSync('docs/promises.md', 'utf8');
  const sections = page.split(/\n## (?=\d)/).slice(1);
  const suites = readdirSync('test/promises').filter((name) => name.endsWith('.test.ts'));
  const textOf = (suite: string) => readFileSync(`test/promises/${suite}`, 'utf8');

  it('are numbered, each with a section that states it and names its suite', () => {
    const numbers = sections.map((section) => Number.parseInt(section, 10));
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(new Set(suites.map((suite) => Number.parseInt(suite, 10)))).toEqual(new Set(numbers));
    const silent = sections.filter((section) => {
      const number = section.slice(0, section.indexOf('.')).padStart(2, '0');
      return !section.includes(`test/promises/${number}`) || section.length < 300;
    });
    expect(silent.map((section) => section.split('\n')[0])).toEqual([]);
  });

  const ofPromises = mutations.filter(({ of }) => /^\d\d_/.test(of));

  it.each(ofPromises)('$of: the negative control "$name" is named on the page and in a test', ({ name, of }) => {
    const number = of.slice(0, 2);
    const section = sections.find((one) => Number.parseInt(one, 10) === Number(number)) ?? '';
    const texts = suites.filter((suite) => suite.startsWith(`${number}_`)).map(textOf);
    const isTested = texts.some((text) => text.includes(`'${name}'`));
    expect({ isNamed: section.includes(`\`${name}\``), isTested }).toEqual({ isNamed: true, isTested: true });
  });

  it('have each a negative control', () => {
    const numbers = new Set(ofPromises.map(({ of }) => Number(of.slice(0, 2))));
    expect(sections.map((section) => Number.parseInt(section, 10)).filter((number) => !numbers.has(number))).toEqual(
      [],
    );
  });
});
