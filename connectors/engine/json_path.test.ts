import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../../lib/json/json.ts';
import { appendPath, firstPath, getPath, pathKeys, setPath } from './json_path.ts';

describe('paths', () => {
  it('are parsed in every notation', () => {
    expect(pathKeys('a.b')).toEqual(['a', 'b']);
    expect(pathKeys("$['a']['b.c']")).toEqual(['a', 'b.c']);
    expect(pathKeys('data[0].id')).toEqual(['data', 0, 'id']);
    expect(pathKeys("['@odata.nextLink']")).toEqual(['@odata.nextLink']);
    expect(pathKeys("['it\\'s']")).toEqual(["it's"]);
    expect(pathKeys('')).toEqual([]);
    expect(pathKeys('$')).toEqual([]);
  });

  it('are cached if short; long ones come from responses and would fill the memory', () => {
    expect(pathKeys('remembered.path')).toBe(pathKeys('remembered.path'));
    const long = `['${'k'.repeat(1000)}']`;
    expect(pathKeys(long)).toEqual(['k'.repeat(1000)]);
    expect(pathKeys(long)).not.toBe(pathKeys(long));
  });

  it('lead to values, or to nothing', () => {
    const value = { a: { b: [{ c: 1 }] }, n: null };
    expect(getPath(value, 'a.b[0].c')).toBe(1);
    expect(getPath(value, 'a.x.c')).toBeUndefined();
    expect(getPath(value, 'n.x')).toBeUndefined();
    expect(getPath(value, 'constructor')).toBeUndefined();
    expect(firstPath(value, ['n', 'x', 'a.b[0].c'])).toBe(1);
  });

  it('create missing objects on the way', () => {
    const body: JsonObject = {};
    setPath(body, 'a.b', 1);
    appendPath(body, 'groups[0].filters', 'x');
    appendPath(body, 'groups[0].filters', 'y');
    expect(body).toEqual({ a: { b: 1 }, groups: [{ filters: ['x', 'y'] }] });
  });

  it('never reach the prototype', () => {
    const target: JsonObject = {};
    setPath(target, '__proto__.polluted', true);
    setPath(target, "['constructor'].prototype.polluted", true);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
