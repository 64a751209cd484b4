import { describe, expect, it } from '@jest/globals';
import { parse } from './parse.ts';
import { sourceFiles } from './source_files.ts';

const ROOM = 'services/notifications/destinations/';
/** The console has a form for each type. */
const FORM = /^web\/console\/views\/destinations\/(\w+)_form\.tsx$/;

const files = sourceFiles('.').filter(
  ({ path }) => /^(services|gateway|lib|embedded|connectors|web)\//.test(path) && !/\.test\.ts$|\/gen\//.test(path),
);
const types = [...new Set(files.flatMap(({ path }) => typeOf(path) ?? []))];

/** The type of the driver that a file belongs to. */
function typeOf(path: string): string | undefined {
  const form = FORM.exec(path)?.[1];
  if (form) return form;
  const [folder = '', ...rest] = path.startsWith(ROOM) ? path.slice(ROOM.length).split('/') : [];
  return rest.length > 0 ? folder : undefined;
}

/** Files outside of the driver whose text matches. */
function outside(type: string, text: RegExp): string[] {
  return files.filter((file) => typeOf(file.path) !== type && text.test(file.text)).map(({ path }) => path);
}

/** Whether a file imports from a folder, in any way. */
function imports(path: string, text: string, folder: string): boolean {
  return text.includes(folder) && parse(path, text).imports.some(({ specifier }) => specifier.includes(folder));
}

describe('a type of destination', () => {
  it('has a driver in a folder of its own', () => {
    expect(types).toContain('webhook');
    const registry = files.find(({ path }) => path === `${ROOM}drivers.ts`)?.text ?? '';
    for (const type of types) expect(registry).toContain(`./${type}/${type}_driver.ts`);
  });

  it.each(types)('is named by its driver alone: %s', (type) => {
    expect(outside(type, new RegExp(`['"\`]${type}['"\`]`))).toEqual([]);
    expect(outside(type, new RegExp(`\\b${type}Metadata\\b`, 'i'))).toEqual([]);
  });

  it.each(types)('is known to the registry alone: %s', (type) => {
    const importers = files.filter(({ path, text }) => typeOf(path) !== type && imports(path, text, `/${type}/`));
    expect(importers.map(({ path }) => path)).toEqual([`${ROOM}drivers.ts`]);
  });

  it.each(types)('needs of notifications only the interface of drivers: %s', (type) => {
    const imports = files
      .filter(({ path }) => typeOf(path) === type && path.startsWith(ROOM))
      .flatMap(({ path, text }) => parse(path, text).imports.map(({ specifier }) => specifier));
    const allowed =
      /^(node:buffer$|\.\/|\.\.\/destination(_driver)?\.ts$|\.\.\/\.\.\/\w+\.ts$|\.\.\/\.\.\/\.\.\/\.\.\/lib\/)/;
    expect(imports.filter((specifier) => !allowed.test(specifier))).toEqual([]);
  });
});
