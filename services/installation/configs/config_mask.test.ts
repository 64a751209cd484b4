import { describe, expect, it } from '@jest/globals';
import { findMaskedValue, parseMask, withValueAt } from './config_content.ts';

const segments = (text: string) => {
  const mask = parseMask(text);
  return mask === null || typeof mask === 'string' ? mask : mask.segments;
};

describe('a mask', () => {
  it.each([
    ['connectionId', 'connectionId'],
    ['config.createdBy', 'createdBy'],
    ['config.content.proxy.enabled', ['proxy', 'enabled']],
    ['config.content.read.objects.contacts', ['read', 'objects', 'contacts']],
    ['config.content.read.objects.contacts.disabled', ['read', 'objects', 'contacts', 'disabled']],
    ['config.content.write.objects', ['write', 'objects']],
    ['config.content.subscribe.objects.a', ['subscribe', 'objects', 'a']],
    ['config.content.read.objects.a\\.b', ['read', 'objects', 'a.b']],
    ['config.content.read.objects.a\\:b', ['read', 'objects', 'a:b']],
    ['config.content.read.objects.a\\\\b', ['read', 'objects', 'a\\b']],
  ])('names %s', (text, named) => expect(segments(text)).toEqual(named));

  it.each([
    '',
    'config',
    'config.content',
    'config.content.provider',
    'config.content.read',
    'config.content.read.objects',
    'config.content.read.objects.',
    'config.content.proxy',
    'config.content.proxy.enabled.x',
    'config.content.search.objects.a',
    'config.revisionId',
    'createdBy',
    'connectionId.x',
    'config..createdBy',
    'config.content.read.objects.a\\b',
    'config.content.read.objects.a\\',
    `config.content.read.objects${'.a'.repeat(40)}`,
  ])('can not be %j', (text) => expect(parseMask(text)).toBeNull());
});

describe('the value that a mask addresses', () => {
  const find = (content: unknown, text: string) => findMaskedValue(content, segments(text) as string[]);

  it('is found under the longest matching key, because dots need no escape', () => {
    const objects = { 'v3.crm': { disabled: true }, v3: { crm: 'shorter' } };
    expect(find({ read: { objects } }, 'config.content.read.objects.v3.crm')).toEqual({
      path: ['read', 'objects', 'v3.crm'],
      value: { disabled: true },
    });
    expect(find({ read: { objects } }, 'config.content.read.objects.v3.crm.disabled')?.value).toBe(true);
    expect(find({ read: { objects: { v3: { crm: 1 } } } }, 'config.content.read.objects.v3.crm')?.value).toBe(1);
  });

  it('is undefined when absent, and null when it is null', () => {
    expect(find({ read: { objects: { a: {} } } }, 'config.content.read.objects.b')).toBeUndefined();
    expect(find({ read: { objects: { a: {} } } }, 'config.content.read.objects.a.disabled')).toBeUndefined();
    expect(find({}, 'config.content.write.objects')).toBeUndefined();
    expect(find({ write: { objects: null } }, 'config.content.write.objects')?.value).toBeNull();
  });

  it('is never an inherited member', () => {
    const content = JSON.parse('{"read":{"objects":{}}}') as unknown;
    for (const name of ['__proto__', 'constructor', 'toString'])
      expect(find(content, `config.content.read.objects.${name}`)).toBeUndefined();
  });

  it('replaces its part and leaves the rest of the content', () => {
    const before = { provider: 'p', read: { objects: { a: { disabled: true, schedule: 'x' }, b: {} } } };
    const after = withValueAt(before, { path: ['read', 'objects', 'a'], value: { disabled: false } });
    expect(after).toEqual({ provider: 'p', read: { objects: { a: { disabled: false }, b: {} } } });
    expect(before.read.objects.a.schedule).toBe('x');
    expect(withValueAt({ provider: 'p' }, { path: ['proxy', 'enabled'], value: true })).toEqual({
      provider: 'p',
      proxy: { enabled: true },
    });
  });
});
