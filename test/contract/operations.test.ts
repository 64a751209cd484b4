import { describe, expect, it } from '@jest/globals';
import { loadDocument, operationsOf } from '../../gateway/contract/document.ts';

/** The operations that clients know, by method, base and path; names of parameters may differ. */
const PUBLIC = `
oauthConnect POST /v1/oauth-connect
oauthUpdate PATCH /v1/projects/*/connections/*:oauth-update
customAuthConnect POST /v1/custom-auth/connect
listConnections GET /v1/projects/*/connections
writeRecords POST /write/v1/projects/*/integrations/*/objects/*
generateConnection POST /v1/projects/*/connections:generate
getConnection GET /v1/projects/*/connections/*
updateConnection PATCH /v1/projects/*/connections/*
deleteConnection DELETE /v1/projects/*/connections/*
listProjects GET /v1/projects
createProject POST /v1/projects
getProject GET /v1/projects/*
updateProject PATCH /v1/projects/*
listProviderApps GET /v1/projects/*/provider-apps
createProviderApp POST /v1/projects/*/provider-apps
updateProviderApp PATCH /v1/projects/*/provider-apps/*
deleteProviderApp DELETE /v1/projects/*/provider-apps/*
listIntegrations GET /v1/projects/*/integrations
createIntegration POST /v1/projects/*/integrations
getIntegration GET /v1/projects/*/integrations/*
deleteIntegration DELETE /v1/projects/*/integrations/*
batchUpsertIntegrations PUT /v1/projects/*/integrations:batch
createRevision POST /v1/projects/*/integrations/*/revisions
getHydratedRevision GET /v1/projects/*/integrations/*/revisions/*:hydrate
generateUploadUrl GET /v1/generate-upload-url
listInstallations GET /v1/projects/*/integrations/*/installations
listInstallationsForProject GET /v1/projects/*/installations
createInstallation POST /v1/projects/*/integrations/*/installations
getInstallation GET /v1/projects/*/integrations/*/installations/*
updateInstallation PATCH /v1/projects/*/integrations/*/installations/*
patchObjectConfigContent PATCH /v1/projects/*/integrations/*/objects/*/config-content
deleteInstallation DELETE /v1/projects/*/integrations/*/installations/*
getObjectMetadataForInstallation GET /v1/projects/*/integrations/*/objects/*/metadata
getObjectMetadataForConnection GET /v1/projects/*/providers/*/objects/*/metadata
upsertMetadataForInstallation PUT /v1/projects/*/integrations/*/object-metadata
upsertMetadataForConnection PUT /v1/projects/*/providers/*/object-metadata
listOperations GET /v1/projects/*/integrations/*/installations/*/operations
getBackfillProgress GET /v1/projects/*/integrations/*/installations/*/objects/*/backfill-progress
getOperation GET /v1/projects/*/operations/*
listOperationLogs GET /v1/projects/*/operations/*/logs
listProviders GET /v1/providers
getProvider GET /v1/providers/*
listApiKeys GET /v1/projects/*/api-keys
createApiKey POST /v1/projects/*/api-keys
getApiKey GET /v1/projects/*/api-keys/*
updateApiKey PATCH /v1/projects/*/api-keys/*
deleteApiKey DELETE /v1/projects/*/api-keys/*
createJWTKey POST /v1/projects/*/jwt-keys
listJWTKeys GET /v1/projects/*/jwt-keys
getJWTKey GET /v1/projects/*/jwt-keys/*
updateJWTKey PATCH /v1/projects/*/jwt-keys/*
deleteJWTKey DELETE /v1/projects/*/jwt-keys/*
createDestination POST /v1/projects/*/destinations
listDestinations GET /v1/projects/*/destinations
getDestination GET /v1/projects/*/destinations/*
updateDestination PATCH /v1/projects/*/destinations/*
deleteDestination DELETE /v1/projects/*/destinations/*
createTopic POST /v1/projects/*/topics
listTopics GET /v1/projects/*/topics
updateTopic PATCH /v1/projects/*/topics/*
deleteTopic DELETE /v1/projects/*/topics/*
createEventTopicRoute POST /v1/projects/*/notification-event-topic-routes
listEventTopicRoutes GET /v1/projects/*/notification-event-topic-routes
deleteEventTopicRoute DELETE /v1/projects/*/notification-event-topic-routes/*
createTopicDestinationRoute POST /v1/projects/*/topic-destination-routes
listTopicDestinationRoutes GET /v1/projects/*/topic-destination-routes
deleteTopicDestinationRoute DELETE /v1/projects/*/topic-destination-routes/*
createOrg POST /v1/orgs
getOrg GET /v1/orgs/*
updateOrg PATCH /v1/orgs/*
listOrgBuilders GET /v1/orgs/*/builders
createOrgInvite POST /v1/orgs/*/invites
listOrgInvites GET /v1/orgs/*/invites
getOrgInvite GET /v1/orgs/*/invites/*
deleteOrgInvite DELETE /v1/orgs/*/invites/*
addUserToOrg POST /v1/orgs/*/memberships
listOrgClaimedDomains GET /v1/orgs/*/claimed-domains
checkClaimedDomain GET /v1/claimed-domains
claimDomain POST /v1/claimed-domains
getMyInfo GET /v1/my-info
acceptInvite POST /v1/invites:accept
getOrgBillingAccount GET /v1/orgs/*/billingAccount
createBillingAccountSession POST /v1/billingAccounts/*/portalSession
triggerRead POST /read/v1/projects/*/integrations/*/objects/*
pauseReads POST /read/v1/projects/*/integrations/*/installations/*:pause
unpauseReads POST /read/v1/projects/*/integrations/*/installations/*:unpause
deliverResults POST /read/v1/projects/*/integrations/*/objects/*:deliverResults`;

/** Additional operations that a self-hosted deployment needs: for browsers, uploads and receivers of large results. */
const OURS = [
  'cancelRecovery',
  'createConnectSession',
  'customAuthCallback',
  'getBranding',
  'getConnectSession',
  'getDelivery',
  'getLargeResult',
  'getRecovery',
  'getRevision',
  'listAuditEntries',
  'listDeliveries',
  'listDeliveriesForProject',
  'listDeliveryBacklogs',
  'listDeliveryCounts',
  'listDestinationUsers',
  'listOperationsForProject',
  'listProxyCounts',
  'listRecordCounts',
  'listRecoveries',
  'listRevisions',
  'listSchedules',
  'oauthCallback',
  'previewProvider',
  'recoverDestination',
  'removeOrgBuilder',
  'replayOperation',
  'resendDelivery',
  'showBillingSession',
  'testDestination',
  'updateBranding',
  'updateOrgBuilder',
  'uploadSource',
  'verifyClaimedDomain',
];

describe('the operations of gateway/openapi.yaml', () => {
  const declared = operationsOf(loadDocument()).map(({ operationId, method, base, path }) => ({
    operationId,
    text: `${operationId} ${method.toUpperCase()} ${base === '/' ? '' : base}${path.replaceAll(/\{\w+\}/g, '*')}`,
  }));
  const wanted = PUBLIC.trim().split('\n');

  it('include the eighty-seven that clients know, at their known addresses', () => {
    expect(wanted).toHaveLength(87);
    const known = declared.filter(({ operationId }) => !OURS.includes(operationId)).map(({ text }) => text);
    expect(known.toSorted()).toEqual(wanted.toSorted());
  });

  it('include exactly these additional ones', () => {
    const own = declared.filter(({ text }) => !wanted.includes(text)).map(({ operationId }) => operationId);
    expect(own.toSorted()).toEqual(OURS);
  });
});
