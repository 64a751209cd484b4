import { STATUS_CODES } from 'node:http';
import process from 'node:process';
import { describe, expect, it } from '@jest/globals';
import { formerNames } from '../../lib/config/former_names.ts';
import type { Settings } from '../../lib/config/settings.ts';
import { intSetting, msSetting } from '../../lib/config/settings.ts';
import { problemKinds } from '../../lib/problem/kinds.ts';
import { settingsOfEveryProcess } from '../../scripts/docs/configuration_page.ts';
import { ownTitles, unitOfDoc } from './banned_words.ts';
import { sourceFiles } from './source_files.ts';
import { bannedWords } from './words.ts';

describe('the vocabulary', () => {
  it('has one word per concept in every name of the tree', () => {
    const files = sourceFiles(process.cwd());
    expect(files.length).toBeGreaterThan(500);
    expect(bannedWords(files)).toEqual([]);
  });

  it.each([
    ['a variable', 'lib/a.ts', 'const pollMillis = 1;', /pollMillis should say Ms/],
    ['a constant', 'lib/a.ts', 'const MOST_TRIES = 1;', /MOST_TRIES should say max/],
    ['a property', 'lib/a.ts', 'type A = { leastWait: number };', /leastWait should say min/],
    ['a type', 'lib/a.ts', 'export class ProviderAway extends Error {}', /ProviderAway should say unavailable/],
    ['a function', 'lib/a.ts', 'export function renewTokens() {}', /renewTokens should say refresh/],
    ['a file', 'lib/hear_events.ts', '', /file name should say event handler/],
    ['a comment', 'lib/a.ts', '// an id that makes twice harmless', /idempotent/],
    ['a duration', 'lib/a.ts', '/** How long. Ms. */\nconst WAIT = 5_000;', /WAIT should end in _MS/],
  ])('finds a banned word in %s', (_what, path, text, fault) => {
    expect(bannedWords([{ path, text }])).toEqual([expect.stringMatching(fault)]);
  });

  it('allows a banned word in a string, a comment or a longer word', () => {
    const text = "// the most of them went away\nconst almost = 'away'; const spotify = `most`; const bring = almost;";
    expect(bannedWords([{ path: 'lib/a.ts', text }])).toEqual([]);
  });
});

describe('the names of settings', () => {
  const settings = settingsOfEveryProcess();

  it('end in the unit of their value', () => {
    expect(withoutUnit(settings)).toEqual([]);
    const planted = {
      a: msSetting('CAUSEWAY_A_WAIT', 1, 'How long'),
      b: intSetting('CAUSEWAY_B', 1, 'Largest, in bytes'),
    };
    expect(withoutUnit(planted)).toEqual(['CAUSEWAY_A_WAIT should end in _MS', 'CAUSEWAY_B should end in _BYTES']);
  });
  it('have none of the banned words', () => {
    const text = settings.map(({ name }) => `export const ${name} = 1;`).join('\n');
    expect(bannedWords([{ path: 'settings.ts', text }])).toEqual([]);
  });
  it('are the targets of the former names', () => {
    const names = new Set(settings.map(({ name }) => name));
    expect(Object.keys(formerNames).filter((name) => !names.has(name))).toEqual([]);
    expect(Object.values(formerNames).filter((name) => names.has(name))).toEqual([]);
  });
});

describe('the titles of problems', () => {
  it.each(Object.entries(problemKinds))(
    'is the reason phrase of RFC 9110, or a listed one, for %s',
    (name, { status, title }) => {
      expect(title).toBe(ownTitles[name] ?? phraseOf(status));
    },
  );
});

function withoutUnit(settings: Settings | Settings[string][]): string[] {
  const numbers = Object.values(settings).filter(({ fallback }) => /^[\d,]+$/.test(fallback ?? ''));
  return numbers.flatMap(({ name, doc }) => {
    const unit = unitOfDoc.find(({ says }) => says.test(doc));
    return unit && !name.endsWith(unit.ends) ? [`${name} should end in ${unit.ends}`] : [];
  });
}

/** Node's table has the phrases of RFC 7231; RFC 9110 renamed two of them. */
function phraseOf(status: number): string {
  const phrase = { 413: 'Content Too Large', 422: 'Unprocessable Content' }[status] ?? STATUS_CODES[status] ?? '';
  return phrase.replaceAll(/ [A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
}
