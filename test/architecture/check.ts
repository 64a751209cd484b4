import { posix } from 'node:path';
import { type Import, parse } from './parse.ts';
import * as rules from './rules.ts';

/** A file of the tree: its path from the root, with forward slashes, and its text. */
export type SourceFile = { path: string; text: string };

/** All violations of the rules, one sentence each; empty when there is none. */
export function violations(files: readonly SourceFile[]): string[] {
  const single = files.flatMap((file) => {
    const faults = [
      ...nameFaults(file.path),
      ...(isGenerated(file.path) ? [] : textFaults(file)),
      ...importFaults(file),
    ];
    return faults.map((fault) => `${file.path}: ${fault}`);
  });
  return [...single, ...impureRules(files)];
}

/**
 * The rules of a service: each file that exports the interface of a store or is imported by SQL, and whatever it imports
 * inside its service. They import no npm package, no SQL, and of lib only DOMAIN_LIBS, so that they can be read and tested
 * by themselves, and so that SQL calls no use case.
 */
function impureRules(files: readonly SourceFile[]): string[] {
  const services = files.filter(({ path }) => serviceOf(path) !== undefined && !isFree(path));
  const importsOf = new Map(services.map(({ path, text }) => [path, parse(path, text).imports]));
  const owner = new Map<string, string>();
  const waiting = services.filter(({ path, text }) => isStore(path) || exportsStore(text)).map(({ path }) => path);
  for (const path of waiting) owner.set(path, path);
  const faults: string[] = [];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const because = `the rules with the stores of ${owner.get(path)} import it`;
    for (const { specifier, typeOnly } of importsOf.get(path) ?? []) {
      if (specifier.startsWith('node:')) continue;
      const target = specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier;
      const isOwn = specifier.startsWith('.') && serviceOf(target) === serviceOf(path);
      if (isOwn && !isStore(target)) {
        if (!owner.has(target)) waiting.push(target);
        owner.set(target, owner.get(target) ?? owner.get(path)!);
      } else if (!isStore(path) && !matchesAny(target, [...rules.DOMAIN_LIBS, ...(typeOnly ? rules.DOMAIN_TYPES : [])]))
        faults.push(`${path}: rules import no ${target} (${because})`);
    }
  }
  return faults;
}

function isStore(path: string): boolean {
  return path.endsWith('_store.ts');
}

function exportsStore(text: string): boolean {
  return /^export (?:type|interface) \w+Store(?=[ <])/m.test(text);
}

function nameFaults(path: string): string[] {
  if (isGenerated(path)) return [];
  const folders = path.split('/').slice(0, -1);
  const file = posix.basename(path);
  return [
    ...folders
      .filter((name) => rules.unsortedNames.includes(name))
      .map((name) => `a folder named ${name} says "unsorted"`),
    ...(file === 'index.ts' ? ['index.ts is a barrel; import the file itself'] : []),
    ...(/^[a-z0-9]+(_[a-z0-9]+)*(\.(test|d))?\.tsx?$/.test(file) ? [] : ['file names are snake_case']),
    ...folders
      .filter((name) => !/^[a-z0-9]+(_[a-z0-9]+)*$/.test(name))
      .map((name) => `folder names are snake_case, not ${name}`),
  ];
}

function textFaults({ path, text }: SourceFile): string[] {
  const lines = text.trimEnd().split('\n').length;
  const limit = path.endsWith('.test.ts') ? rules.maxTestLines : rules.maxLines;
  const { readsEnvironment, exportsDefault, hasHiddenImport, latePackages } = parse(path, text);
  return [
    ...(lines > limit ? [`${lines} lines; the max is ${limit}`] : []),
    ...(hasHiddenImport && !isFree(path) ? ['imports what only running it shows'] : []),
    // A program's bundle gives such a package as its default export only (docs/adr/0043).
    ...(isFree(path) || path.startsWith('web/')
      ? []
      : latePackages.map((name) => `imports ${name} late; import a file that imports it`)),
    ...(exportsDefault && !path.endsWith('.d.ts') ? ['named exports only'] : []),
    ...(readsEnvironment && !isFree(path) && !matchesAny(path, rules.environmentReaders)
      ? ['reads the environment; only lib/config may']
      : []),
  ];
}

function importFaults({ path, text }: SourceFile): string[] {
  const room = rules.rooms.find(({ files }) => matches(path, files));
  if (!room) return ['is in no room of test/architecture/rules.ts'];
  return parse(path, text).imports.flatMap((imported) => {
    if (imported.specifier.startsWith('node:')) return [];
    // A package of test/tools can't be imported by name, so its types are imported by path.
    if (imported.typeOnly && imported.specifier.includes('/tools/node_modules/')) return [];
    return imported.specifier.startsWith('.')
      ? relativeFaults(path, imported.specifier, room)
      : packageFaults(path, imported);
  });
}

function relativeFaults(path: string, specifier: string, room: rules.Room): string[] {
  const target = posix.join(posix.dirname(path), specifier);
  const ending = isFree(path) ? /\.(tsx?|mjs)$/ : /\.(tsx?|css)$/;
  if (!ending.test(target)) return isGenerated(path) ? [] : [`imports ${target}; relative imports end in .ts`];
  if (isCompiledFree(path) && matches(target, 'test/'))
    return [`imports ${target}; dist/ holds no test, so shared code belongs in testbed/`];
  if (isFree(path)) return [];
  if (isFree(target)) return [`imports ${target}; nothing imports tests, benches or scripts`];
  const isAllowed =
    matchesAny(target, room.mayImport, serviceOf(path)) &&
    !matchesAny(target, room.mayNotImport ?? [], serviceOf(path));
  return isAllowed ? [] : [`may not import ${target}`];
}

function packageFaults(path: string, { specifier, typeOnly }: Import): string[] {
  const name = packageName(specifier);
  if (isFree(path)) return [];
  if (rules.testOnlyPackages.includes(name)) return [`imports ${name}; that is for tests only`];
  const homes = [...(rules.packageHomes[name] ?? []), ...(typeOnly ? (rules.typeHomes[name] ?? []) : [])];
  if (homes.length === 0) return [`imports ${name}, which has no home in test/architecture/rules.ts`];
  return matchesAny(path, homes) ? [] : [`imports ${name}, whose home is ${homes.join(', ')}`];
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function serviceOf(path: string): string | undefined {
  return /^services\/([^/]+)\//.exec(path)?.[1];
}

function isGenerated(path: string): boolean {
  return matchesAny(path, rules.generated);
}

/** A unit test next to its unit has the same freedom as one under test/. */
function isFree(path: string): boolean {
  return path.endsWith('.test.ts') || matchesAny(path, rules.freeRooms);
}

function isCompiledFree(path: string): boolean {
  return !path.endsWith('.test.ts') && matchesAny(path, rules.compiledFreeRooms);
}

function matchesAny(path: string, patterns: readonly string[], service?: string): boolean {
  return patterns.some((pattern) => matches(path, pattern, service));
}

/** `a/b/` matches everything below that folder, `a/b.ts` only that file, '' everything. */
function matches(path: string, pattern: string, service?: string): boolean {
  if (pattern === '') return true;
  const given = path.split('/');
  const asked = pattern.split('/');
  const isFolder = asked.at(-1) === '';
  const names = isFolder ? asked.slice(0, -1) : asked;
  if (isFolder ? given.length <= names.length : given.length !== names.length) return false;
  return names.every((name, at) => isNamed(given[at] ?? '', name === '$S' ? (service ?? '') : name));
}

/** `*` stands for any part of a name that is not empty. */
function isNamed(name: string, pattern: string): boolean {
  const [start = '', end] = pattern.split('*');
  if (end === undefined) return name === pattern;
  return name.length > start.length + end.length && name.startsWith(start) && name.endsWith(end);
}
