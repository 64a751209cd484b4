import { describe, expect, it } from '@jest/globals';
import { checkCron } from '../../../lib/cron/check_cron.ts';
import type { ManifestIntegration } from '../manifests/manifest.ts';
import { checkChangedEntries } from './check_content.ts';
import type { ConfigContent } from './config_content.ts';
import { checkConfig, configRemarks } from './config_rules.ts';

const REVISION: ManifestIntegration = {
  name: 'crm',
  provider: 'sandbox',
  read: {
    objects: [
      {
        objectName: 'contacts',
        mapToName: 'person',
        destination: 'hook',
        requiredFields: [{ fieldName: 'Email' }],
        optionalFields: [{ mapToName: 'nick' }],
      },
    ],
  },
  write: {
    objects: [
      { objectName: 'contacts', inheritMapping: true },
      { objectName: 'deals', valueDefaults: { allowAnyFields: true } },
    ],
  },
};
const RULES = { checkCron, resolution: null, destinationsBefore: [] };

const faults = (objects: unknown, revision = REVISION) =>
  checkConfig({ write: { objects } }, revision, RULES).map(
    ({ severity, rule, path }) => `${severity} ${rule} ${path.slice(4).join('.')}`,
  );
const settings = (fields: object) => ({ deals: { selectedFieldSettings: fields } });

describe('the config of written objects', () => {
  it('accepts all that the contract has, and what official clients leave empty', () => {
    for (const objects of [
      {},
      { deals: {} },
      { mine: { objectName: 'person' }, deals: { objectName: 'deals' } },
      { deals: { deletionSettings: {}, selectedFieldSettings: {}, selectedValueDefaults: {} } },
      settings({ a: { default: {} }, b: {}, "$['c']['d']": { default: null } }),
      settings({
        a: { default: { stringValue: '' }, writeOnCreate: 'never', writeOnUpdate: 'ifEmpty' },
        b: { default: { integerValue: -1, stringValue: null } },
        c: { default: { booleanValue: false } },
      }),
      {
        deals: {
          selectedValueDefaults: { a: { value: 'x', applyOnUpdate: 'never' }, b: { value: { integerValue: 1 } } },
        },
      },
      {
        contacts: {
          selectedFieldSettings: { email: { default: { stringValue: 'x' } }, nick: { default: { stringValue: 'y' } } },
        },
      },
    ])
      expect({ objects, faults: faults(objects) }).toEqual({ objects, faults: [] });
  });

  it.each<[object, string]>([
    [{ deals: { deletionSettings: { enabled: 'yes' } } }, 'error type deals.deletionSettings.enabled'],
    [
      settings({ a: { writeOnCreate: 'ifEmpty' } }),
      'error write-on-create deals.selectedFieldSettings.a.writeOnCreate',
    ],
    [settings({ a: { writeOnUpdate: 'maybe' } }), 'error write-on-update deals.selectedFieldSettings.a.writeOnUpdate'],
    [settings({ a: { default: { stringValue: 1 } } }), 'error type deals.selectedFieldSettings.a.default.stringValue'],
    [
      settings({ a: { default: { integerValue: 1.5 } } }),
      'error type deals.selectedFieldSettings.a.default.integerValue',
    ],
    [
      settings({ a: { default: { booleanValue: 'true' } } }),
      'error type deals.selectedFieldSettings.a.default.booleanValue',
    ],
    [
      settings({ a: { default: { stringValue: 'x', booleanValue: true } } }),
      'error write-default deals.selectedFieldSettings.a.default',
    ],
    [settings({ "$['a'": {} }), "error field-path deals.selectedFieldSettings.$['a'"],
    [settings({ a: { writeOnCraete: 'never' } }), 'warning unknown-key deals.selectedFieldSettings.a.writeOnCraete'],
    [
      { deals: { selectedValueDefaults: { a: { value: [] } } } },
      'error write-default deals.selectedValueDefaults.a.value',
    ],
    [{ deals: { selectedValueDefaults: { a: {} } } }, 'error write-default deals.selectedValueDefaults.a.value'],
    [
      { contacts: { selectedFieldSettings: { fax: { default: { stringValue: 'x' } } } } },
      'error write-default contacts.selectedFieldSettings.fax.default',
    ],
    [
      { contacts: { selectedValueDefaults: { fax: { value: 'x' } } } },
      'error write-default contacts.selectedValueDefaults.fax.value',
    ],
    [{ leads: {} }, 'error object-in-manifest leads'],
  ])('%j has the fault %s', (objects, fault) => {
    expect(faults(objects)).toEqual([fault]);
  });

  it('finds two entries for one object, by whichever name', () => {
    expect(faults({ contacts: {}, mine: { objectName: 'person' }, deals: {} })).toEqual([
      'error duplicate-write-object contacts',
      'error duplicate-write-object mine',
    ]);
  });

  it('refuses only what a change changes, and remarks on the rest', () => {
    const against = (before: ConfigContent) => ({ before, revision: REVISION, resolution: null });
    const twice = { contacts: {}, person: {} };
    const before: ConfigContent = { write: { objects: twice } };
    const after = { write: { objects: { ...twice, deals: {} } } };
    expect(checkChangedEntries(after, against(before))).toBe(after);
    for (const key of ['contacts', 'person'])
      expect(() => checkChangedEntries(before, against({ write: { objects: { [key]: {} } } }))).toThrow(
        expect.objectContaining({ kind: 'unprocessable' }),
      );
    expect(configRemarks(before, REVISION).map(({ rule }) => rule)).toEqual([
      'duplicate-write-object',
      'duplicate-write-object',
    ]);
  });
});
