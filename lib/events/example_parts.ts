/** Values that the examples of several events in catalog.ts share. */
export const exampleConnection = {
  projectId: '01900000-0000-7000-8000-000000000001',
  connectionId: '01900000-0000-7000-8000-000000000002',
  provider: 'hubspot',
  groupRef: 'acme',
  consumerRef: 'ada',
  consumerName: 'Ada Lovelace',
};

export const exampleInstallation = {
  projectId: exampleConnection.projectId,
  provider: 'hubspot',
  integrationId: '01900000-0000-7000-8000-000000000003',
  integrationName: 'contacts-in',
  installationId: '01900000-0000-7000-8000-000000000004',
  connectionId: exampleConnection.connectionId,
  groupRef: 'acme',
  groupName: 'Acme Inc.',
  consumerRef: 'ada',
  consumerName: 'Ada Lovelace',
};

export const exampleConfig = {
  provider: 'hubspot',
  read: { objects: { contacts: { objectName: 'contacts', schedule: '*/15 * * * *' } } },
};
export const exampleSpan = {
  objectName: 'contacts',
  fromTimestamp: '2026-01-02T00:00:00.000Z',
  untilTimestamp: '2026-01-03T00:00:00.000Z',
};
export const exampleOperationId = '01900000-0000-7000-8000-000000000005';
export const exampleMessageIds = ['01900000-0000-7000-8000-000000000006'];
export const exampleDestination = { destinationId: '01900000-0000-7000-8000-000000000007', name: 'crm-webhook' };
export const exampleWebhook = {
  projectId: exampleConnection.projectId,
  destinationId: exampleDestination.destinationId,
  destinationName: exampleDestination.name,
  url: 'https://hooks.acme.example/causeway',
};
