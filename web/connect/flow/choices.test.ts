import { describe, expect, it } from '@jest/globals';
import { contentOf, firstChoices, firstConfig, type OfferedObject } from './choices.ts';

const contacts: OfferedObject = {
  objectName: 'contacts',
  displayName: 'Contacts',
  destination: 'hook',
  schedule: '',
  requiredFields: [{ fieldName: 'id' }, { mapToName: 'owner', default: 'hubspot_owner_id' }],
  optionalFields: [{ fieldName: 'phone' }, { fieldName: 'city' }],
};

describe('the choices of a customer', () => {
  it('offer everything at first, and make a config of it', () => {
    const choices = firstChoices([contacts], null);
    expect(contentOf('hubspot', choices)).toEqual({
      provider: 'hubspot',
      read: {
        objects: {
          contacts: {
            objectName: 'contacts',
            selectedFields: { phone: true, city: true },
            selectedFieldMappings: { owner: 'hubspot_owner_id' },
            disabled: false,
          },
        },
      },
    });
  });

  it('begin with the config of an installation, and keep what they do not ask about', () => {
    const former = {
      provider: 'hubspot',
      proxy: { enabled: true },
      read: {
        objects: { contacts: { objectName: 'contacts', schedule: '0 * * * *', selectedFields: { city: true } } },
      },
    };
    const choices = firstChoices([contacts], former.read.objects);
    expect(choices['contacts']).toMatchObject({ isRead: true, fields: { phone: false, city: true } });
    const content = contentOf('hubspot', { contacts: { ...choices['contacts']!, isRead: false } }, former);
    expect(content).toMatchObject({
      proxy: { enabled: true },
      read: { objects: { contacts: { schedule: '0 * * * *', selectedFields: { city: true }, disabled: true } } },
    });
  });

  it('switch the proxy on in a new config of an integration that has it, and in no other', () => {
    expect(contentOf('hubspot', {}, firstConfig({ hasProxy: true }))).toEqual({
      provider: 'hubspot',
      proxy: { enabled: true },
      read: { objects: {} },
    });
    expect(contentOf('hubspot', {}, firstConfig({ hasProxy: false }))).not.toHaveProperty('proxy');
  });

  it('leave out an object that is not wanted and was not read before', () => {
    const choices = firstChoices([contacts], {});
    expect(contentOf('hubspot', choices)).toEqual({ provider: 'hubspot', read: { objects: {} } });
  });

  it('stop reading all fields when the customer unticks it', () => {
    const former = {
      read: { objects: { contacts: { objectName: 'contacts', selectedFieldsAuto: 'all', selectedFields: {} } } },
    };
    const choices = firstChoices([contacts], former.read.objects);
    expect(choices['contacts']?.isAll).toBe(true);
    const { read } = contentOf('hubspot', { contacts: { ...choices['contacts']!, isAll: false } }, former);
    expect(read.objects['contacts']).not.toHaveProperty('selectedFieldsAuto');
  });

  it('map fields and values that the session offers, and keep those that it does not know', () => {
    const offers = {
      contacts: [{ mapToName: 'stage', mappedValues: [{ mappedValue: 'won', mappedDisplayValue: 'Won' }] }],
    };
    const former = {
      read: {
        objects: {
          contacts: {
            objectName: 'contacts',
            selectedFields: { city: true, fax: true },
            selectedFieldMappings: { region: 'area', stage: 'phase' },
            selectedValueMappings: { region: { north: 'n' }, stage: { won: 'closed-won' } },
          },
        },
      },
    };
    const choices = firstChoices([contacts], former.read.objects, offers);
    expect(choices['contacts']).toMatchObject({
      mappings: { stage: 'phase' },
      values: { stage: { won: 'closed-won' } },
    });
    const next = { ...choices['contacts']!, values: { stage: { won: 'w', lost: '' } } };
    expect(contentOf('hubspot', { contacts: next }, former, offers).read.objects['contacts']).toMatchObject({
      selectedFields: { city: true, fax: true },
      selectedFieldMappings: { region: 'area', stage: 'phase', owner: 'hubspot_owner_id' },
      selectedValueMappings: { region: { north: 'n' }, stage: { won: 'w' } },
      dynamicMappingsInput: offers.contacts,
    });
  });
});
