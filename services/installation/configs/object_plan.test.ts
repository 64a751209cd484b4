import { describe, expect, it } from '@jest/globals';
import type { ManifestIntegration, ManifestReadObject } from '../manifests/manifest.ts';
import { objectPlans, selectionOf, sourceFields } from './object_plan.ts';

const contacts: ManifestReadObject = {
  objectName: 'contacts',
  destination: 'hook',
  schedule: '0 * * * *',
  requiredFields: [{ fieldName: 'id' }, { mapToName: 'phase', default: 'stage' }],
  optionalFields: [{ fieldName: 'phone' }, { fieldName: 'fax', mapToName: 'faxNumber' }],
};
const revision = (...objects: ManifestReadObject[]): ManifestIntegration => ({
  name: 'a',
  provider: 'sandbox',
  module: 'crm',
  read: { objects },
});

describe('selectionOf', () => {
  it('takes required fields always, optional ones when chosen, and defaults where nothing is mapped', () => {
    expect(selectionOf(contacts, {})).toEqual({
      selectedFields: ['id'],
      selectAll: false,
      mappings: [{ mapToName: 'phase', fieldName: 'stage' }],
    });
    expect(selectionOf(contacts, { selectedFields: { phone: true, fax: true, other: false } })).toEqual({
      selectedFields: ['id', 'phone'],
      selectAll: false,
      mappings: [
        { mapToName: 'phase', fieldName: 'stage' },
        { mapToName: 'faxNumber', fieldName: 'fax' },
      ],
    });
  });

  it("prefers the customer's mapping, and adds mappings that the manifest does not name", () => {
    const { mappings } = selectionOf(contacts, { selectedFieldMappings: { phase: 'lifecycle', extra: "$['a']['b']" } });
    expect(mappings).toEqual([
      { mapToName: 'phase', fieldName: 'lifecycle' },
      { mapToName: 'extra', fieldName: "$['a']['b']" },
    ]);
  });

  it('selects all fields with selectedFieldsAuto', () => {
    const selection = selectionOf(contacts, {
      selectedFieldsAuto: 'all',
      selectedValueMappings: { phase: { new: 1 } },
    });
    expect(selection).toMatchObject({ selectAll: true, valueMappings: { phase: { new: '1' } } });
    expect(sourceFields(selection)).toEqual([]);
  });
});

describe('sourceFields', () => {
  it('names each top-level field once', () => {
    const selection = {
      selectedFields: ['id', "$['address']['city']"],
      selectAll: false,
      mappings: [{ mapToName: 'a', fieldName: "$['address']['zip']" }],
    };
    expect(sourceFields(selection)).toEqual(['id', 'address']);
  });
});

describe('objectPlans', () => {
  it('adds the objects that the latest revision always reads to those that the config selects', () => {
    const everyone: ManifestReadObject = { ...contacts, objectName: 'accounts', enabled: 'always' };
    const plans = objectPlans({ read: { objects: { contacts: {} } } }, revision(contacts), revision(everyone));
    expect(plans.map(({ objectName, module }) => [objectName, module])).toEqual([
      ['contacts', 'crm'],
      ['accounts', 'crm'],
    ]);
  });

  it('prefers backfill, filters and `disabled` of the config', () => {
    const [plan] = objectPlans(
      {
        read: {
          objects: {
            mine: {
              objectName: 'contacts',
              disabled: true,
              backfill: { defaultPeriod: { fullHistory: true }, fieldFilters: [] },
              fieldFilters: [{ fieldName: 'a', operator: 'eq', value: 'b' }],
            },
          },
        },
      },
      revision({ ...contacts, backfill: { defaultPeriod: { days: 3 } } }),
      revision(),
    );
    expect(plan).toMatchObject({
      disabled: true,
      backfillDays: -1,
      filters: [{ fieldName: 'a', value: 'b' }],
      backfillFilters: [],
    });
  });

  it('lists the blocks of the manifest that Causeway does not run yet', () => {
    const asked = {
      ...revision(contacts),
      write: { objects: [{ objectName: 'contacts' }] },
      subscribe: { objects: [] },
      proxy: { enabled: false },
    };
    expect(objectPlans({ read: { objects: { contacts: {} } } }, asked, asked)[0]?.notRun).toEqual(['subscribe']);
  });

  it('marks objects that the latest revision leaves out, selected or always read', () => {
    const everyone: ManifestReadObject = { ...contacts, objectName: 'deals', enabled: 'always' };
    const leftOut = (latest: ManifestIntegration) =>
      objectPlans({ read: { objects: { contacts: {} } } }, revision(contacts, everyone), latest).map(
        ({ objectName, isLeftOut }) => [objectName, isLeftOut],
      );
    const plans = (contactsOut: boolean, dealsOut: boolean) => [
      ['contacts', contactsOut],
      ['deals', dealsOut],
    ];
    expect(leftOut(revision(contacts, everyone))).toEqual(plans(false, false));
    expect(leftOut(revision(contacts))).toEqual(plans(false, true));
    expect(leftOut(revision(everyone))).toEqual(plans(true, false));
    expect(leftOut(revision())).toEqual(plans(true, true));
  });
});

describe('how far back an object is read', () => {
  const days = (count: number): ManifestReadObject => ({ ...contacts, backfill: { defaultPeriod: { days: count } } });
  const daysOf = (config: Record<string, unknown>, pinned: ManifestIntegration, latest: ManifestIntegration) =>
    objectPlans({ read: { objects: { contacts: config } } }, pinned, latest).map(({ backfillDays }) => backfillDays);

  it('comes from the config, else the latest revision, else the pinned one', () => {
    const own = { backfill: { defaultPeriod: { days: 3 } } };
    expect(daysOf(own, revision(days(10)), revision(days(90)))).toEqual([3]);
    expect(daysOf({}, revision(days(10)), revision(days(90)))).toEqual([90]);
    expect(daysOf({}, revision(days(10)), revision(contacts))).toEqual([0]);
    expect(daysOf({}, revision(days(10)), revision())).toEqual([10]);
  });
});

describe('the plan of one object', () => {
  it('is the same as among the plans of all objects', () => {
    const leads: ManifestReadObject = { objectName: 'leads', mapToName: 'contacts', destination: 'hook' };
    const always: ManifestReadObject = { objectName: 'deals', destination: 'hook', enabled: 'always' };
    const content = { provider: 'sandbox', read: { objects: { contacts: {}, leads: { disabled: true } } } };
    const given = [revision(contacts, leads, always), revision(leads, always)] as const;
    const all = objectPlans(content, ...given);
    expect(all.map(({ objectName }) => objectName)).toEqual(['contacts', 'leads', 'deals']);
    for (const plan of all) {
      const own = objectPlans(content, ...given, undefined, ({ objectName }) => objectName === plan.objectName);
      expect(own).toEqual([plan]);
    }
  });
});
