import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadProviders } from '../../../connectors/engine/catalogue/providers.ts';
import { readMetadata } from '../../../connectors/engine/fields/metadata.ts';
import { upsertFields } from '../../../connectors/engine/upserts/upsert_fields.ts';
import type { FieldDefinition } from '../../../lib/fields/field_definition.ts';
import { labTarget } from '../conformance/read_everything.ts';
import { type Lab, startLab } from '../lab.ts';

const catalogue = loadProviders();
const names = catalogue
  .list()
  .map(({ name }) => name)
  .filter((name) => catalogue.get(name)?.fieldUpsert !== undefined);
const OBJECTS: Readonly<Record<string, string>> = { salesforce: 'Account' };

describe('a provider of the lab whose file creates custom fields', () => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await startLab({ records: 3 });
  });
  afterAll(() => lab.stop());

  it('L14: accepts every definition of the catalogue', () => {
    expect(names).toEqual(expect.arrayContaining(['hubspot', 'salesforce', 'sandbox']));
  });

  it.each(names)('L14: %s creates, describes, recognizes and changes them', async (name) => {
    const objectName = OBJECTS[name] ?? 'contacts';
    const target = labTarget(lab, name, { objectName });
    const score: FieldDefinition = { fieldName: 'lab_score__c', displayName: 'Score', valueType: 'string' };
    const upsert = async (field: FieldDefinition) => {
      const result = await upsertFields(target, { [objectName]: [field] }, lab.send, lab.epoch);
      return result.fields?.[objectName]?.['lab_score__c'];
    };
    expect(await upsert(score)).toMatchObject({ action: 'create' });
    const { fields } = await readMetadata(target, lab.send, lab.epoch);
    expect(fields['lab_score__c']).toMatchObject({ displayName: 'Score' });
    expect(await upsert(score)).toMatchObject({ action: 'none' });
    expect(await upsert({ ...score, displayName: 'Points' })).toMatchObject({ action: 'update' });
  });
});
