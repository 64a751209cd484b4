/** Values that the examples of several events in catalog.ts share. */
export const connection = {
  projectId: '01900000-0000-7000-8000-000000000001',
  connectionId: '01900000-0000-7000-8000-000000000002',
  provider: 'hubspot',
  groupRef: 'acme',
  consumerRef: 'ada',
  consumerName: 'Ada Lovelace',
};

export const installation = {
  projectId: connection.projectId,
  provider: 'hubspot',
  integrationId: '01900000-0000-7000-8000-000000000003',
  integrationName: 'contacts-in',
  installationId: '01900000-0000-7000-8000-000000000004',
  connectionId: connection.connectionId,
  groupRef: 'acme',
  groupName: 'Acme Inc.',
  consumerRef: 'ada',
  consumerName: 'Ada Lovelace',
};

export const config = {
  provider: 'hubspot',
  read: { objects: { contacts: { objectName: 'contacts', schedule: '*/15 * * * *' } } },
};
export const span = {
  objectName: 'contacts',
  fromTimestamp: '2026-01-02T00:00:00.000Z',
  untilTimestamp: '2026-01-03T00:00:00.000Z',
};
export const operationId = '01900000-0000-7000-8000-000000000005';
export const messageIds = ['01900000-0000-7000-8000-000000000006'];
export const destination = { destinationId: '01900000-0000-7000-8000-000000000007', name: 'crm-webhook' };
export const webhook = {
  projectId: connection.projectId,
  destinationId: destination.destinationId,
  destinationName: destination.name,
  url: 'https://hooks.acme.example/causeway',
};
