import { describe, expect, it } from '@jest/globals';
import type { ManifestIntegration } from '../manifests/manifest.ts';
import type { ConfigContent } from './config_content.ts';
import { objectWrites } from './object_writes.ts';

const REVISION: ManifestIntegration = {
  name: 'crm',
  provider: 'sandbox',
  module: 'sales',
  read: { objects: [{ objectName: 'contacts', mapToName: 'person', destination: 'hook' }] },
  write: { objects: [{ objectName: 'contacts' }, { objectName: 'deals', valueDefaults: { allowAnyFields: true } }] },
};
const writes = (content: ConfigContent, latest = REVISION) => objectWrites(content, REVISION, latest);

describe('objectWrites', () => {
  it('has the module, and of two entries for one object the first, as older configs may have', () => {
    const contacts = { deletionSettings: { enabled: true } };
    expect(writes({ write: { objects: { contacts, person: {}, leads: {} } } })).toEqual([
      expect.objectContaining({ key: 'contacts', objectName: 'contacts', module: 'sales', deletionEnabled: true }),
    ]);
  });

  it('leaves out the defaults of an older config that the revision does not allow or that have no type', () => {
    const selectedFieldSettings = { fax: { default: { stringValue: 'x' } }, size: { default: { integerValue: 1.5 } } };
    const selectedValueDefaults = { phone: { value: { old: true } }, mail: { value: { stringValue: 'y' } } };
    const object = { selectedFieldSettings, selectedValueDefaults };
    const [contacts, deals] = writes({ write: { objects: { contacts: object, deals: object } } });
    const plain = { writeOnCreate: 'always', writeOnUpdate: 'always' };
    expect(contacts?.rules.settings).toEqual({ fax: plain, size: plain, phone: plain, mail: plain });
    expect(deals?.rules.settings).toEqual({
      fax: { default: 'x', ...plain },
      size: plain,
      phone: plain,
      mail: { default: 'y', ...plain },
    });
  });

  it('has the value mapping of the first of two names that a field has', () => {
    const revision = { ...REVISION, write: { objects: [{ objectName: 'contacts', inheritMapping: true }] } };
    const selectedFieldMappings = { phase: 'stage', step: 'stage' };
    const selectedValueMappings = { phase: { won: 'closedwon' }, step: { won: 'w' } };
    const contacts = { selectedFieldMappings, selectedValueMappings };
    const content = { read: { objects: { contacts } }, write: { objects: { person: {} } } };
    expect(objectWrites(content, revision, revision)[0]?.rules.valueMappings).toEqual({ stage: { won: 'closedwon' } });
  });

  it('takes the default of either key, and the modes of the settings', () => {
    const object = {
      selectedFieldSettings: { a: { writeOnUpdate: 'never' as const }, b: { default: { stringValue: 'new' } } },
      selectedValueDefaults: {
        a: { value: 'x', applyOnUpdate: 'never' as const },
        b: { value: 'old', applyOnUpdate: 'never' as const },
      },
    };
    expect(writes({ write: { objects: { deals: object } } })[0]?.rules.settings).toEqual({
      a: { default: 'x', writeOnCreate: 'always', writeOnUpdate: 'never', defaultOnUpdate: 'never' },
      b: { default: 'new', writeOnCreate: 'always', writeOnUpdate: 'always' },
    });
  });
});
