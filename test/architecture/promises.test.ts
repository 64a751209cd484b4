import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ruleNames } from '../../lib/rules/rules.ts';
import { sourceFiles } from './source_files.ts';

/** docs/promises.md, the suites of test/promises and the rules of lib/rules say the same. */
describe('the promises of reading', () => {
  const page = readFileSync('docs/promises.md', 'utf8');
  const sections = page.split(/\n## (?=\d)/).slice(1);
  const suites = readdirSync('test/promises').filter((name) => name.endsWith('.test.ts'));
  const texts = suites.map((name) => readFileSync(`test/promises/${name}`, 'utf8')).join('\n');
  const code = sourceFiles('.')
    .filter(({ path }) => /^(services|connectors|lib)\//.test(path) && !path.endsWith('.test.ts'))
    .map(({ text }) => text)
    .join('\n');

  it('are fourteen, each with a section that says what is promised and names its suite', () => {
    expect(sections.map((section) => Number.parseInt(section, 10))).toEqual(
      Array.from({ length: 14 }, (_, index) => index + 1),
    );
    const silent = sections.filter((section) => {
      const number = section.slice(0, section.indexOf('.')).padStart(2, '0');
      return !section.includes(`test/promises/${number}`) || section.length < 300;
    });
    expect(silent.map((section) => section.split('\n')[0])).toEqual([]);
  });

  it.each(ruleNames)('rest on the rule "%s", which is enforced, and switched off by a test', (rule) => {
    const isEnforced = code.includes(`holds('${rule}')`) || code.includes(`testBreak.includes('${rule}')`);
    expect([isEnforced, texts.includes(`'${rule}'`), page.includes(`\`${rule}\``)]).toEqual([true, true, true]);
  });
});
