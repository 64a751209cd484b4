import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { bannedInPaths } from './banned_words.ts';

type Listed = { number: number; title: string; file: string; more: string };

/** docs/adr: the list in its README, the names of the files and their titles must agree. */
describe('the decisions', () => {
  const index = readFileSync('docs/adr/README.md', 'utf8');
  const listed = [...index.matchAll(/^(\d+)\. \[(.+)\]\((\S+\.md)\)(.*)$/gm)].map(
    ([, number, title = '', file = '', more = '']): Listed => ({ number: Number(number), title, file, more }),
  );
  const files = readdirSync('docs/adr').filter((name) => name !== 'README.md');

  it('are listed by number, each once', () => {
    expect(listed.map(({ file }) => file)).toEqual(files.toSorted());
    expect(listed.map(({ number }) => number)).toEqual(files.toSorted().map((name) => Number.parseInt(name, 10)));
  });

  it('are numbered without a gap that the list does not name', () => {
    const [, gaps = ''] = /Numbers (.+) have no page/.exec(index) ?? [];
    const missing = Array.from({ length: listed.at(-1)?.number ?? 0 }, (_, at) => at + 1).filter(
      (number) => !listed.some((one) => one.number === number),
    );
    expect(missing).toEqual((gaps.match(/\d+/g) ?? []).map(Number));
  });

  it.each(listed)('$number has the title of its page, and a file name in our words', ({ number, title, file }) => {
    const [, own = ''] = /^# (.+)$/m.exec(readFileSync(`docs/adr/${file}`, 'utf8')) ?? [];
    // Page 29 has no number in its title.
    expect([`${number}. ${title}`, title]).toContain(own.replaceAll('`', ''));
    const name = file.replace('.md', '');
    expect(bannedInPaths.filter(({ pattern }) => pattern.test(name))).toEqual([]);
  });

  it('say on both lines that one changes or replaces another', () => {
    const pairs = (verb: RegExp) =>
      listed.flatMap(({ number, more }) =>
        (verb.exec(more)?.[1]?.match(/\d+/g) ?? []).map((other) => [number, Number(other)] as const),
      );
    const sorted = (all: (readonly [number, number])[]) => all.map((pair) => pair.join(' by ')).toSorted();
    for (const [active, passive] of [
      [/changes ([\d and]+)/, /changed by ([\d and]+)/],
      [/replaces ([\d and]+)/, /replaced by ([\d and]+)/],
    ] as const)
      expect(sorted(pairs(active).map(([by, old]) => [old, by] as const))).toEqual(sorted(pairs(passive)));
  });
});
