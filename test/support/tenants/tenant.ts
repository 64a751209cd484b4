import { generateKeyPairSync } from 'node:crypto';
import { strToU8, zipSync } from 'fflate';
import type { Ready } from '../../../embedded/ready.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import { aBuilder, type Builder, succeeded } from '../builder.ts';
import { eventually } from '../eventually.ts';
import { theOwner } from '../people.ts';
import { signIn } from '../sign_in.ts';
import type { Receiver } from '../webhook_receiver.ts';
import { stepsExample } from './examples.ts';
import { contentOf, manifest } from './manifest.ts';

/** The ids and names of everything that a tenant owns and that a path, a query or a body can contain. */
export type Ids = Record<string, string>;
export type Tenant = { origin: string; ready: Ready; builder: Builder; ids: Ids };
type TenantContext = { sandbox: Sandbox; receiver: Receiver; spareBuilderId: string };

/** Creates one of each kind of thing in a project through the public interface. The names are unique to the tenant. */
export async function aTenant(
  { origin, ready }: { origin: string; ready: Ready },
  { sandbox, receiver, spareBuilderId }: TenantContext,
): Promise<Tenant> {
  const builder = aBuilder({ origin, ready });
  const name = ready.project.name;
  const ids: Ids = {
    projectId: ready.project.id,
    projectName: name,
    orgId: ready.orgId,
    billingAccountId: ready.billingAccountId,
    groupRef: `${name}-group`,
    consumerRef: `${name}-person`,
    integrationName: `${name}-crm`,
    destinationName: `${name}-hook`,
    sandboxUrl: sandbox.url,
    ownerEmail: `builder@${name}.localhost`,
    claimedDomain: `${name}.example`,
  };
  await addKeys(builder, ids);
  await addRoutes(builder, ids, receiver);
  await addInstallation(builder, ids, sandbox);
  ids['deliveryId'] = await firstDelivery(builder, ids);
  ids['recoveryId'] = await finishedRecovery(builder, ids);
  await addOrg({ origin, ready }, ids);
  sandbox.control.addRedirectUri(`${origin}/callbacks/v1/oauth`);
  const oauth = { projectIdOrName: name, groupRef: `${name}-oauth-group`, consumerRef: `${name}-person` };
  ids['oauthConnectionId'] = await signIn(builder, sandbox, oauth);
  await beginSteps(builder, ids);
  const { groupRef, consumerRef, integrationName } = ids;
  const session = await builder.call('POST', '/connect-sessions', {
    groupRef,
    consumerRef,
    integration: integrationName,
  });
  ids['connectSessionId'] = succeeded<{ id: string }>(session).id;
  ids['sourceZipUrl'] = await uploadManifest(builder, ids);
  return { origin, ready, builder, ids: { ...ids, spareBuilderId } };
}

async function addOrg({ origin, ready }: { origin: string; ready: Ready }, ids: Ids): Promise<void> {
  const { orgId = '', projectName, claimedDomain } = ids;
  const { send } = theOwner({ origin, ready });
  const invite = await send('POST', `/orgs/${orgId}/invites`, { email: `guest@${projectName}.example` });
  ids['inviteId'] = succeeded<{ id: string }>(invite).id;
  ids['builderId'] = succeeded<{ builder: { id: string } }>(await send('GET', '/my-info')).builder.id;
  succeeded(await send('POST', '/claimed-domains', { domain: claimedDomain, parentId: orgId, parentType: 'org' }));
}

/** The public key that every tenant registers. All can share it, because a public key is not secret. */
export const PUBLIC_KEY_PEM = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
}).publicKey;

/** Creates another API key, because a key cannot delete itself. */
async function addKeys(builder: Builder, ids: Ids): Promise<void> {
  const { key } = succeeded<{ key: string }>(await builder.call('POST', '/api-keys', { label: 'spare' }));
  const jwtKey = { label: 'signer', algorithm: 'RS256', publicKeyPem: PUBLIC_KEY_PEM };
  const { kid } = succeeded<{ kid: string }>(await builder.call('POST', '/jwt-keys', jwtKey));
  Object.assign(ids, { apiKey: key, keyId: kid });
}

async function addRoutes(builder: Builder, ids: Ids, receiver: Receiver): Promise<void> {
  const { destinationName = '', projectName = '' } = ids;
  const made = async (path: string, body: object) =>
    succeeded<{ id: string }>(await builder.call('POST', path, body)).id;
  const destinationId = await builder.addDestination(destinationName, receiver);
  const looseDestinationId = await made('/destinations', {
    name: `${destinationName}-loose`,
    type: 'webhook',
    metadata: { url: receiver.url },
  });
  const topicId = await made('/topics', { name: `${projectName}-news` });
  const eventRouteId = await made('/notification-event-topic-routes', { eventType: 'installation.created', topicId });
  const destinationRouteId = await made('/topic-destination-routes', { topicId, destinationId });
  const providerAppId = await made('/provider-apps', {
    provider: 'sandboxOAuth',
    clientId: 'sandbox-client',
    clientSecret: 'sandbox-secret',
    scopes: ['crm.read', 'offline_access'],
  });
  const looseProviderAppId = await made('/provider-apps', {
    provider: 'sandboxOAuth',
    clientId: 'a',
    clientSecret: 'b',
  });
  Object.assign(ids, { looseProviderAppId, looseDestinationId });
  Object.assign(ids, { destinationId, topicId, eventRouteId, destinationRouteId, providerAppId });
}

async function addInstallation(builder: Builder, ids: Ids, sandbox: Sandbox): Promise<void> {
  const { integrationName, destinationName = '', groupRef = '', consumerRef } = ids;
  const integrationId = await builder.deploy({ name: integrationName, ...contentOf(destinationName) });
  const integration = await builder.get<{ latestRevision: { id: string } }>(`/integrations/${integrationId}`);
  const { id: connectionId } = await builder.connect(sandbox, groupRef, { apiKey: 'sandbox-key', consumerRef });
  const spareGroupRef = `${groupRef}-spare`;
  const { id: spareConnectionId } = await builder.connect(sandbox, spareGroupRef);
  const { id: looseConnectionId } = await builder.connect(sandbox, spareGroupRef);
  const installationId = await builder.installed(integrationId, groupRef, { contacts: {}, companies: {} });
  const [operation] = await builder.allFinished(integrationId, installationId, 1);
  Object.assign(ids, {
    integrationId,
    revisionId: integration.latestRevision.id,
    connectionId,
    spareGroupRef,
    spareConnectionId,
    looseConnectionId,
    installationId,
    operationId: operation?.id,
  });
}

/**
 * Returns the id of the delivery that reports the new installation. Waits until no delivery is pending, so that later
 * lists are equal.
 */
async function firstDelivery(builder: Builder, { destinationId }: Ids): Promise<string> {
  let id = '';
  await eventually(async () => {
    const { results } = await builder.get<{ results: { id: string; state: string }[] }>(
      `/destinations/${destinationId}/deliveries`,
    );
    if (results.length === 0 || results.some(({ state }) => state === 'pending')) throw new Error('Not delivered yet.');
    id = results[0]?.id ?? '';
  });
  return id;
}

/** Starts a recovery and waits for its end, because another request of an example may start the next one. */
async function finishedRecovery(builder: Builder, { destinationId }: Ids): Promise<string> {
  const started = await builder.call('POST', `/destinations/${destinationId}:recover`, {
    since: '2026-01-01T00:00:00Z',
  });
  const { id } = succeeded<{ id: string }>(started);
  await eventually(async () => {
    const { state } = await builder.get<{ state: string }>(`/destinations/${destinationId}/recoveries/${id}`);
    if (state === 'running') throw new Error('Not finished yet.');
  });
  return id;
}

/** Uploads the tenant's own manifest as a zip; returns the address that a deploy uses. */
async function uploadManifest({ send }: Builder, { integrationName, destinationName }: Ids): Promise<string> {
  const place = succeeded<Record<'url' | 'bucket' | 'path', string>>(await send('GET', '/v1/generate-upload-url'));
  const body = zipSync({ 'amp.yaml': strToU8(manifest(integrationName, destinationName)) });
  const { ok } = await fetch(place.url, { method: 'PUT', body });
  if (!ok) throw new Error('The manifest could not be uploaded.');
  return `gs://${place.bucket}${place.path}`;
}

/** Begins a custom sign-in with several steps, and leaves it in progress. */
async function beginSteps({ call, send }: Builder, ids: Ids): Promise<void> {
  const app = { provider: 'sandboxSteps', clientId: 'sandbox-client', clientSecret: 'sandbox-secret' };
  ids['stepsAppId'] = succeeded<{ id: string }>(await call('POST', '/provider-apps', app)).id;
  const begun = await send('POST', '/v1/custom-auth/connect', stepsExample(ids).body);
  ids['sessionId'] = succeeded<{ redirect: { sessionId: string } }>(begun).redirect.sessionId;
}
