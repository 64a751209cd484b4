import type { Shape } from './old_client.ts';

/** The fields that the public Node client requires in an answer, and the values that it accepts. */
const group: Shape = { groupRef: 'text', groupName: 'text', projectId: 'text', createTime: 'time' };
const consumer: Shape = { consumerRef: 'text', consumerName: 'text', projectId: 'text', createTime: 'time' };

export const connection: Shape = {
  id: 'text',
  projectId: 'text',
  provider: 'text',
  group,
  consumer,
  createTime: 'time',
  authScheme: [
    'none',
    'apiKey',
    'basic',
    'oauth2/authorizationCode',
    'oauth2/authorizationCodePKCE',
    'oauth2/clientCredentials',
    'oauth2/password',
  ],
  status: ['created', 'working', 'bad_credentials'],
};

export const installation: Shape = {
  id: 'text',
  projectId: 'text',
  integrationId: 'text',
  healthStatus: ['healthy', 'unhealthy'],
  connection,
  createTime: 'time',
  createdBy: 'text',
  config: { id: 'text', revisionId: 'text', createTime: 'time', createdBy: 'text', content: { provider: 'text' } },
};

const readObject: Shape = { objectName: 'text', destination: 'text', schedule: 'text' };

export const integration: Shape = {
  id: 'text',
  projectId: 'text',
  name: 'text',
  provider: 'text',
  createTime: 'time',
  latestRevision: {
    id: 'text',
    specVersion: 'text',
    createTime: 'time',
    content: { name: 'text', provider: 'text', read: { objects: { list: readObject } } },
  },
};

export const hydratedRevision: Shape = {
  id: 'text',
  specVersion: 'text',
  createTime: 'time',
  content: {
    name: 'text',
    provider: 'text',
    read: {
      objects: {
        list: {
          objectName: 'text',
          displayName: 'text',
          destination: 'text',
          schedule: 'text',
          allFieldsMetadata: { map: { fieldName: 'text', displayName: 'text' } },
        },
      },
    },
  },
};

export const providerInfo: Shape = {
  name: 'text',
  authType: ['oauth2', 'apiKey', 'basic', 'none', 'jwt'],
  baseURL: 'text',
  support: {
    bulkWrite: { insert: 'yes-no', update: 'yes-no', upsert: 'yes-no', delete: 'yes-no' },
    proxy: 'yes-no',
    read: 'yes-no',
    subscribe: 'yes-no',
    write: 'yes-no',
  },
  providerOpts: { map: 'text' },
};

export const operation: Shape = {
  id: 'text',
  projectId: 'text',
  integrationId: 'text',
  configId: 'text',
  actionType: 'text',
  installationId: 'text',
  status: ['success', 'failure', 'in_progress'],
  createTime: 'time',
};

export const operations: Shape = { results: { list: operation }, pagination: { done: 'yes-no' } };
export const log: Shape = { timestamp: 'time', message: { msg: 'text' }, severity: 'text' };
export const destination: Shape = { id: 'text', name: 'text', type: 'text', metadata: 'anything', createTime: 'time' };
export const project: Shape = { id: 'text', name: 'text', appName: 'text', orgId: 'text', createTime: 'time' };
export const providerApp: Shape = {
  id: 'text',
  projectId: 'text',
  provider: 'text',
  clientId: 'text',
  createTime: 'time',
};
export const uploadUrl: Shape = { url: 'text', bucket: 'text', path: 'text' };

export const objectMetadata: Shape = {
  name: 'text',
  fields: {
    map: {
      fieldName: 'text',
      displayName: 'text',
      valueType: ['string', 'boolean', 'singleSelect', 'multiSelect', 'date', 'datetime', 'int', 'float', 'other'],
    },
  },
};
