import { stringify } from 'yaml';

/** One integration that reads two objects of the sandbox, contacts by default and companies on request, and writes contacts. */
export function manifest(name = '', destination = ''): string {
  const integration = { name, provider: 'sandbox', ...contentOf(destination) };
  return stringify({ specVersion: '1.0.0', integrations: [integration] });
}

/** The content of the integration: the objects that it reads and writes. */
export function contentOf(destination = '') {
  return { read: readsTwo(destination), write: { objects: [{ objectName: 'contacts' }] } };
}

function readsTwo(destination = '') {
  const contacts = {
    objectName: 'contacts',
    destination,
    schedule: '0 4 * * *',
    requiredFields: [{ fieldName: 'id' }],
    optionalFields: [{ fieldName: 'name' }, { fieldName: 'email' }],
    backfill: { defaultPeriod: { fullHistory: true } },
  };
  const companies = {
    objectName: 'companies',
    destination,
    requiredFields: [{ fieldName: 'id' }],
    delivery: { mode: 'onRequest', pageSize: 50 },
  };
  return { objects: [contacts, companies] };
}
