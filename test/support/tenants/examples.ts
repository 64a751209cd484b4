import type { Document, Operation } from '../../../gateway/contract/document.ts';
import type { Drawn } from './drawn_request.ts';
import { contentOf, manifest } from './manifest.ts';
import { namings } from './named_ids.ts';
import { type Ids, PUBLIC_KEY_PEM } from './tenant.ts';

/**
 * Values of a request that depend on each other, which the document cannot express. Ids in the path are filled in
 * automatically.
 */
type Example = { path?: Record<string, string>; query?: Record<string, string>; body?: unknown };

const NO_BODY = (): Example => ({});
/** Makes unique values, so that an example can be sent more than once. */
let count = 0;
const fresh = (word: string) => `${word}-${(count += 1)}`;

/** A successful request for each operation that a tenant may call. In this order all of them succeed. */
export const examples: Record<string, (own: Ids) => Example> = {
  listProjects: NO_BODY,
  getProject: NO_BODY,
  getBranding: NO_BODY,
  listAuditEntries: NO_BODY,
  updateBranding: () => ({ body: { accentColor: '#1d5bd6' } }),
  listApiKeys: NO_BODY,
  updateProject: () => ({ body: { updateMask: ['appName'], project: { appName: fresh('app') } } }),
  createProject: ({ orgId, projectName = '' }) => ({ body: { orgId, name: fresh(projectName), appName: 'Another' } }),
  createOrg: () => ({ body: { label: fresh('org') } }),
  getOrg: NO_BODY,
  updateOrg: () => ({ body: { updateMask: ['label'], org: { label: fresh('label') } } }),
  listOrgBuilders: NO_BODY,
  listOrgInvites: NO_BODY,
  getOrgInvite: NO_BODY,
  createOrgInvite: ({ ownerEmail }) => ({ body: { email: ownerEmail } }),
  acceptInvite: ({ ownerEmail }) => ({ body: { invitedEmail: ownerEmail } }),
  addUserToOrg: ({ spareBuilderId }) => ({ body: { builderId: spareBuilderId } }),
  updateOrgBuilder: ({ spareBuilderId = '' }) => ({ path: { builderId: spareBuilderId }, body: { role: 'admin' } }),
  removeOrgBuilder: ({ spareBuilderId = '' }) => ({ path: { builderId: spareBuilderId } }),
  listOrgClaimedDomains: NO_BODY,
  checkClaimedDomain: ({ claimedDomain = '' }) => ({ query: { domain: claimedDomain } }),
  claimDomain: ({ orgId }) => ({ body: { domain: `${fresh('host')}.example`, parentId: orgId, parentType: 'org' } }),
  verifyClaimedDomain: ({ claimedDomain, orgId }) => ({
    body: { domain: claimedDomain, parentId: orgId, parentType: 'org' },
  }),
  getMyInfo: NO_BODY,
  getOrgBillingAccount: NO_BODY,
  createBillingAccountSession: () => ({ body: { redirectUrl: 'https://app.example/billing' } }),
  getApiKey: NO_BODY,
  listJWTKeys: NO_BODY,
  getJWTKey: NO_BODY,
  listProviderApps: NO_BODY,
  listConnections: NO_BODY,
  getConnection: NO_BODY,
  listIntegrations: NO_BODY,
  getIntegration: NO_BODY,
  listRevisions: NO_BODY,
  getRevision: NO_BODY,
  getConnectSession: NO_BODY,
  listInstallationsForProject: NO_BODY,
  listInstallations: NO_BODY,
  getInstallation: NO_BODY,
  listSchedules: NO_BODY,
  listRecordCounts: NO_BODY,
  listProxyCounts: NO_BODY,
  listDeliveryCounts: NO_BODY,
  previewProvider: NO_BODY,
  listDestinationUsers: NO_BODY,
  listDeliveryBacklogs: NO_BODY,
  listOperations: NO_BODY,
  listOperationsForProject: NO_BODY,
  getBackfillProgress: NO_BODY,
  getOperation: NO_BODY,
  listOperationLogs: NO_BODY,
  listDestinations: NO_BODY,
  getDestination: NO_BODY,
  listDeliveries: NO_BODY,
  listDeliveriesForProject: NO_BODY,
  getDelivery: NO_BODY,
  listRecoveries: NO_BODY,
  getRecovery: NO_BODY,
  listTopics: NO_BODY,
  listEventTopicRoutes: NO_BODY,
  listTopicDestinationRoutes: NO_BODY,

  createProviderApp: () => ({
    body: { provider: 'sandboxOAuth', clientId: fresh('client'), clientSecret: 's', scopes: ['crm.read'] },
  }),
  oauthConnect: ({ projectName, providerAppId, groupRef, consumerRef, sandboxUrl }) => ({
    body: {
      projectIdOrName: projectName,
      provider: 'sandboxOAuth',
      groupRef,
      consumerRef,
      providerAppId,
      providerMetadata: { baseUrl: sandboxUrl },
    },
  }),
  customAuthConnect: stepsExample,
  generateConnection: ({ groupRef, consumerRef, sandboxUrl }) => ({
    body: {
      provider: 'sandboxBasic',
      groupRef,
      consumerRef,
      basicAuth: { username: 'sandbox', password: 'sandbox' },
      providerMetadata: { baseUrl: sandboxUrl },
    },
  }),
  batchUpsertIntegrations: ({ integrationName, destinationName }) => ({
    body: { sourceYaml: manifest(integrationName, destinationName) },
  }),
  updateProviderApp: () => ({ body: { updateMask: ['externalRef'], providerApp: { externalRef: 'theirs' } } }),
  updateConnection: () => ({
    body: { updateMask: ['providerWorkspaceRef'], connection: { providerWorkspaceRef: 'workspace' } },
  }),
  oauthUpdate: ({ oauthConnectionId = '' }) => ({ path: { connectionId: oauthConnectionId } }),
  updateInstallation: ({ connectionId }) => ({
    body: {
      updateMask: ['connectionId', 'config.content.read.objects.contacts', 'config.content.write.objects'],
      installation: {
        connectionId,
        config: {
          content: {
            read: { objects: { contacts: { objectName: 'contacts', selectedFields: { name: true } } } },
            write: { objects: { contacts: { objectName: 'contacts' } } },
          },
        },
      },
    },
  }),
  writeRecords: ({ groupRef }) => ({
    path: { objectName: 'contacts' },
    body: { groupRef, type: 'create', record: { name: fresh('contact') } },
  }),
  patchObjectConfigContent: ({ groupRef }) => ({
    body: { groupRef, action: 'read', changes: [{ op: 'add', path: '/selectedFields', value: { name: true } }] },
  }),
  createIntegration: ({ destinationName }) => ({
    body: {
      name: fresh('integration'),
      provider: 'sandbox',
      latestRevision: { specVersion: '1.0.0', content: contentOf(destinationName) },
    },
  }),
  createRevision: ({ integrationName, destinationName }) => ({
    body: { sourceYaml: manifest(integrationName, destinationName) },
  }),
  createConnectSession: ({ groupRef, consumerRef, integrationName }) => ({
    body: { groupRef, consumerRef, integration: integrationName },
  }),
  generateUploadUrl: NO_BODY,
  getHydratedRevision: ({ connectionId = '' }) => ({ query: { connectionId } }),
  getObjectMetadataForInstallation: ({ groupRef = '' }) => ({ query: { groupRef } }),
  getObjectMetadataForConnection: ({ groupRef = '' }) => ({ query: { groupRef } }),
  upsertMetadataForInstallation: ({ groupRef }) => ({ body: { groupRef, fields: { contacts: [NOTE_FIELD] } } }),
  upsertMetadataForConnection: ({ groupRef }) => ({ body: { groupRef, fields: { contacts: [NOTE_FIELD] } } }),
  deliverResults: ({ groupRef }) => ({ path: { objectName: 'companies' }, body: { groupRef, pages: 1 } }),
  triggerRead: ({ groupRef }) => ({ body: { groupRef, mode: 'async' } }),
  replayOperation: () => ({ body: { config: 'same' } }),
  pauseReads: () => ({ body: { objects: ['contacts'], note: 'a pause' } }),
  unpauseReads: () => ({ body: {} }),
  createDestination: () => ({
    body: { name: fresh('hook'), type: 'webhook', metadata: { url: 'http://127.0.0.1:9/hook' } },
  }),
  updateDestination: () => ({
    body: { updateMask: ['metadata.headers'], destination: { metadata: { headers: { 'x-a': 'b' } } } },
  }),
  testDestination: NO_BODY,
  resendDelivery: NO_BODY,
  recoverDestination: () => ({ body: { since: '2026-01-01T00:00:00Z' } }),
  cancelRecovery: NO_BODY,
  createTopic: () => ({ body: { name: fresh('topic') } }),
  updateTopic: () => ({ body: { name: fresh('renamed') } }),
  createEventTopicRoute: ({ topicId }) => ({ body: { eventType: 'connection.deleted', topicId } }),
  createInstallation: ({ spareGroupRef, spareConnectionId }) => ({
    body: {
      groupRef: spareGroupRef,
      connectionId: spareConnectionId,
      config: { content: { provider: 'sandbox', read: { objects: { contacts: { objectName: 'contacts' } } } } },
    },
  }),

  createApiKey: () => ({ body: { label: fresh('key'), scopes: ['frontend'] } }),
  updateApiKey: () => ({ body: { updateMask: ['label'], apiKey: { label: fresh('key') } } }),
  createJWTKey: () => ({ body: { label: fresh('signer'), algorithm: 'RS256', publicKeyPem: PUBLIC_KEY_PEM } }),
  updateJWTKey: () => ({ body: { updateMask: ['label'], jwtKey: { label: fresh('signer') } } }),

  deleteApiKey: NO_BODY,
  deleteJWTKey: NO_BODY,
  deleteTopicDestinationRoute: NO_BODY,
  createTopicDestinationRoute: ({ topicId, destinationId }) => ({ body: { topicId, destinationId } }),
  deleteEventTopicRoute: NO_BODY,
  deleteTopic: NO_BODY,
  deleteOrgInvite: NO_BODY,
  deleteInstallation: NO_BODY,
  deleteConnection: ({ looseConnectionId = '' }) => ({ path: { connectionId: looseConnectionId } }),
  deleteProviderApp: ({ looseProviderAppId = '' }) => ({ path: { providerAppId: looseProviderAppId } }),
  deleteDestination: ({ looseDestinationId = '' }) => ({ path: { destination: looseDestinationId } }),
  deleteIntegration: NO_BODY,
};

const NOTE_FIELD = { fieldName: 'note', displayName: 'Note', valueType: 'string' };

/** The first step of a custom sign-in. A tenant must start one before its other examples. */
export function stepsExample({ projectName, groupRef, consumerRef, stepsAppId, sandboxUrl }: Ids): Example {
  const who = { projectIdOrName: projectName, provider: 'sandboxSteps', groupRef, consumerRef };
  const providerMetadata = { baseUrl: { value: sandboxUrl, source: 'input' } };
  return { body: { ...who, providerAppId: stepsAppId, providerMetadata, customAuth: { region: 'eu' } } };
}

/** Values of parameters that contain no id. */
const WORDS: Record<string, string> = { provider: 'sandbox', objectName: 'contacts', messageId: 'm' };

/** The complete example of an operation. Throws if `examples` has none: then add one. */
export function exampleOf(document: Document, operation: Operation, own: Ids): Drawn {
  const { operationId } = operation;
  const example = operation.schemes.length === 0 ? {} : examples[operationId]?.(own);
  if (!example) throw new Error(`${operationId} has no example: add one to test/support/tenants/examples.ts.`);
  const named = namings(document, operation)
    .filter((naming) => naming.in === 'path')
    .map(({ at: [name = ''], values }) => [name, values(own)[0] ?? '']);
  const path = { ...WORDS, ...Object.fromEntries(named), ...example.path };
  return { path, query: example.query ?? {}, ...(example.body !== undefined && { body: example.body }) };
}
