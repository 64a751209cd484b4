// The mutations in the files of this folder. Each file has the name of a promise, or `crash`.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const folder = fileURLToPath(new URL('.', import.meta.url));
const root = join(folder, '../..');

/** `{ name, breaks, changes: [{ file, find, replace }], of }`; `of` is the name of the file that contains it. */
export const mutations = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .sort()
  .flatMap((name) => listed(name));

const byFile = new Map();
for (const { name, changes } of mutations)
  for (const { file, find, replace } of changes)
    byFile.set(file, [...(byFile.get(file) ?? []), { mutation: name, find, replace }]);

/** Where a mutation shows what an engine does: in SQL, in transactions and locks, in the lease of a row. */
const OF_AN_ENGINE = [/\/store\/|^lib\/(db|work)\//, /transaction|lock|lease|fence/i];

/** Whether the control of a mutation says something on each engine; false: it says the same on both. */
export function differsByEngine(name) {
  const changes = mutations.find((mutation) => mutation.name === name)?.changes ?? [];
  return changes.some(({ file, find, replace }) => OF_AN_ENGINE.some((one) => one.test(`${file} ${find} ${replace}`)));
}

/** The changes of all mutations to a file; `path` may be absolute or relative. */
export function changesOf(path) {
  return byFile.get(relative(root, path).split(sep).join('/')) ?? [];
}

function listed(name) {
  const entries = parse(readFileSync(join(folder, name), 'utf8'));
  return Object.entries(entries).map(([mutation, { breaks, changes }]) => ({
    name: mutation,
    breaks,
    changes: changes.map(({ file, find, replace }) => ({ file, find: find.trim(), replace: String(replace).trim() })),
    of: name.replace(/\.yaml$/, ''),
  }));
}
