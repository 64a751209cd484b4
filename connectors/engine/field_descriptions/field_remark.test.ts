import { describe, expect, it } from '@jest/globals';
import { loadProviders } from '../catalogue/providers.ts';
import type { Provider } from '../file/provider.ts';
import { fieldChecker } from './field_remark.ts';

const all = loadProviders();
const judge = (name: string, object: string, module?: string) =>
  fieldChecker(all.get(name) as Provider, module, object);

describe('W3: what a provider file says against a field', () => {
  it('says nothing of the fields that a file lists, at any provider, and something of a misspelt one', () => {
    let lists = 0;
    for (const { name } of all.list()) {
      const provider = all.get(name) as Provider;
      const tables = [
        [undefined, provider.knownFields ?? {}] as const,
        ...Object.entries(provider.modules ?? {}).map(([module, one]) => [module, one.knownFields ?? {}] as const),
      ];
      for (const [module, table] of tables)
        for (const [object, known] of Object.entries(table)) {
          const says = fieldChecker(provider, module, object);
          if (!says) continue;
          lists += 1;
          const names = Object.values(known).flatMap((some) => (typeof some === 'string' ? some.split(/\s+/) : some));
          if (module !== undefined || !provider.defaultModule)
            expect([name, object, names.filter((one) => one !== '' && says(one))]).toEqual([name, object, []]);
          expect(says('no_such_field_zzz')).not.toBeNull();
        }
    }
    expect(lists).toBeGreaterThan(1_000);
  });

  it.each([
    ['github', 'issues', 'titel', 'Did you mean title?'],
    ['github', 'issues', 'TITLE', undefined],
    ['github', 'issues', "$['user']['login']", undefined],
    ['github', 'issues', "$['usr']['login']", 'Did you mean user?'],
    [
      'github',
      'issues',
      'ourOwnField',
      'Nothing needs to be done if the account has it, for example as a custom field.',
    ],
  ])('of %s %s %s: %s', (name, object, field, suggestion) => {
    expect(judge(name, object)?.(field)?.suggestion).toBe(suggestion);
  });

  it('says nothing where the file lists no fields of the object, or does not know the object', () => {
    expect(judge('hubspot', 'contacts')).toBeNull();
    expect(judge('github', 'nothing_like_this')).toBeNull();
  });
});
