import { describe, expect, it } from '@jest/globals';
import { loadProviders } from '../catalogue/providers.ts';
import type { Provider } from '../file/provider.ts';
import { objectRemark } from './object_remark.ts';
import { findObject, objectNames } from './objects.ts';

const all = loadProviders();
const provider = (name: string) => all.get(name) as Provider;
const modulesOf = ({ modules = {} }: Provider) => [undefined, ...Object.keys(modules)];

describe('H10: what a provider file says against an object', () => {
  it('H10: agrees with the engine on every object of every file', () => {
    for (const { name } of all.list())
      for (const module of modulesOf(provider(name)))
        for (const object of objectNames(provider(name), module).map((one) => one.replace(/\{(\w+)\}/g, 'x_$1'))) {
          const isUnreadable = findObject(provider(name), module, object).spec.unreadable !== undefined;
          expect([name, object, objectRemark(provider(name), module, object)?.isUnreadable]).toEqual([
            name,
            object,
            isUnreadable ? true : undefined,
          ]);
        }
  });

  it.each([
    ['salesforce', undefined, 'accounts', undefined],
    [
      'salesforce',
      undefined,
      'Car__c',
      'Nothing needs to be done if the account has it, for example as a custom object.',
    ],
    ['salesforce', 'account-engagement', 'opportunity', undefined],
    ['zoho', undefined, 'messages', 'It is an object of the module mail.'],
    ['zoho', 'mail', 'Leads', 'It is an object of the module crm.'],
    ['hubspot', undefined, '/crm/v3/objects/p1_cars', undefined],
    ['wordPressSelfHosted', undefined, 'posts', undefined],
  ])('H10: of %s, module %s, object %s: %s', (name, module, object, suggestion) => {
    expect(objectRemark(provider(name), module, object)?.suggestion).toBe(suggestion);
  });

  it('H10: suggests no object that is unreadable', () => {
    expect(objectRemark(provider('marketo'), undefined, 'leeds')?.suggestion).not.toContain('leads');
  });
});
