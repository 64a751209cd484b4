import { posix } from 'node:path';
import { type BannedWord, bannedInNames, bannedInPaths, bannedInTexts } from './banned_words.ts';
import type { SourceFile } from './check.ts';
import { namesIn } from './parse.ts';

const ITSELF = ['test/architecture/banned_words.ts', 'test/architecture/words.test.ts'];

/** Every use of a banned word in the files, one sentence each. */
export function bannedWords(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => !ITSELF.includes(path) && !path.includes('/gen/'))
    .flatMap(({ path, text }) =>
      [...pathFaults(path), ...nameFaults(path, text), ...textFaults(text), ...unitFaults(text)].map(
        (fault) => `${path}: ${fault}`,
      ),
    );
}

function pathFaults(path: string): string[] {
  if (path.includes('/migrations/')) return [];
  return faultsOf(posix.basename(path).replace(/\..*/, ''), bannedInPaths, 'the file name');
}

function nameFaults(path: string, text: string): string[] {
  return namesIn(path, text).flatMap((name) => faultsOf(name, bannedInNames, name));
}

function textFaults(text: string): string[] {
  return bannedInTexts.flatMap(({ pattern, instead }) => {
    const found = pattern.exec(text);
    return found ? [`"${found[0]}" is written ${instead} here (CONTRIBUTING.md, Vocabulary)`] : [];
  });
}

/** A constant whose comment says that it is in ms, and whose name does not. */
function unitFaults(text: string): string[] {
  const constants = text.matchAll(/\b(?:Ms|in ms|, ms)\.? \*\/\n\s*(?:export )?const ([A-Z][A-Z0-9_]*) = \d/g);
  return [...constants].flatMap(([, name = '']) => (name.endsWith('_MS') ? [] : [`${name} should end in _MS`]));
}

function faultsOf(name: string, banned: readonly BannedWord[], what: string): string[] {
  const parts = inParts(name);
  return banned
    .filter(({ pattern, allowed = [] }) => pattern.test(parts) && !allowed.includes(name))
    .map(({ instead }) => `${what} should say ${instead} (CONTRIBUTING.md, Vocabulary)`);
}

/** `maxWaitMs`, `MaxWaitMs` and `MAX_WAIT_MS` are all `max_wait_ms`. */
function inParts(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
}
