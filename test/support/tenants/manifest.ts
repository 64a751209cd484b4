import { stringify } from 'yaml';

/** One integration that reads two objects of the sandbox: contacts by default, companies on request. */
export function manifest(name = '', destination = ''): string {
  const integration = { name, provider: 'sandbox', read: readsTwo(destination) };
  return stringify({ specVersion: '1.0.0', integrations: [integration] });
}

export function readsTwo(destination = '') {
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
