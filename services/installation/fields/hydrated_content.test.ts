import { describe, expect, it } from '@jest/globals';
import type { ObjectMetadata } from '../../../lib/fields/field_metadata.ts';
import type { ManifestIntegration } from '../manifests/manifest.ts';
import { hydratedContent } from './hydrate_revision.ts';

const contacts: ObjectMetadata = {
  name: 'contacts',
  displayName: 'People',
  fields: {
    Email: { fieldName: 'Email', displayName: 'E-mail', valueType: 'string' },
    phone: { fieldName: 'phone', displayName: 'Phone', valueType: 'string' },
  },
};
const manifest = (object: object): ManifestIntegration => ({
  name: 'crm',
  provider: 'acme',
  module: 'core',
  read: { objects: [{ objectName: 'contacts', destination: 'main', ...object }] },
  write: {
    objects: [{ objectName: 'contacts', valueDefaults: { allowAnyFields: true } }, { objectName: 'open_deals' }],
  },
  subscribe: { objects: [] },
});

describe('hydratedContent', () => {
  it('labels read and write objects alike, and falls back to the name without a description', () => {
    const content = hydratedContent(manifest({}), new Map([['contacts', contacts]]));
    expect(content.read?.objects[0]).toMatchObject({ displayName: 'People', schedule: '' });
    expect(content.write?.objects).toEqual([
      { objectName: 'contacts', displayName: 'People', valueDefaults: { allowAnyFields: true } },
      { objectName: 'open_deals', displayName: 'Open Deals' },
    ]);
    expect([content.module, 'subscribe' in content]).toEqual(['core', false]);
  });

  it('offers no field twice, whatever the case of its name', () => {
    const object = { requiredFields: [{ fieldName: 'email' }], optionalFieldsAuto: 'all' };
    const content = hydratedContent(manifest(object), new Map([['contacts', contacts]]));
    expect(content.read?.objects[0]).toMatchObject({
      requiredFields: [{ fieldName: 'email', displayName: 'E-mail' }],
      optionalFields: [{ fieldName: 'phone', displayName: 'Phone' }],
    });
  });

  it('keeps the manifest entry without a description, and reports why', () => {
    const object = { optionalFields: [{ fieldName: 'shoeSize', mapToName: 'size' }], optionalFieldsAuto: 'all' };
    const content = hydratedContent(manifest(object), new Map([['contacts', { error: 'Away.' }]]));
    expect(content.read?.objects[0]).toMatchObject({
      displayName: 'Contacts',
      optionalFields: [{ fieldName: 'shoeSize', displayName: 'Shoe Size', mapToName: 'size' }],
      allFields: [],
      error: 'Away.',
    });
  });
});
