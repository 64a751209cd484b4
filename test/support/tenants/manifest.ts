import { stringify } from 'yaml';

/** One integration that reads the sandbox's contacts. */
export function manifest(name = '', destination = ''): string {
  const integration = { name, provider: 'sandbox', read: readsContacts(destination) };
  return stringify({ specVersion: '1.0.0', integrations: [integration] });
}

export function readsContacts(destination = '') {
  return {
    objects: [
      {
        objectName: 'contacts',
        destination,
        schedule: '0 4 * * *',
        requiredFields: [{ fieldName: 'id' }],
        optionalFields: [{ fieldName: 'name' }, { fieldName: 'email' }],
      },
    ],
  };
}
