import type { Document, Operation } from '../../../gateway/contract/document.ts';
import type { Ids } from './tenant.ts';

/**
 * A place in a request that can contain an id or a name: its location, its path, and the tenant's own values for it.
 */
export type Naming = {
  in: 'path' | 'query' | 'body';
  at: string[];
  values: (ids: Ids) => string[];
  /** Alternative fields of the body, which must be removed when this field is used. */
  insteadOf: string[];
};

type Schema = Record<string, unknown>;

const one = (name: string) => (ids: Ids) => (ids[name] === undefined ? [] : [ids[name]]);

/** Ids and names by parameter name. A project chooses names and refs; Causeway assigns the ids. */
const MEANINGS: Record<string, (ids: Ids) => string[]> = {
  projectIdOrName: ({ projectId = '', projectName = '' }) => [projectId, projectName],
  integrationIdOrName: ({ integrationId = '', integrationName = '' }) => [integrationId, integrationName],
  destination: ({ destinationId = '', destinationName = '' }) => [destinationId, destinationName],
  projectId: one('projectId'),
  orgId: one('orgId'),
  inviteId: one('inviteId'),
  builderId: one('builderId'),
  billingAccountId: one('billingAccountId'),
  providerAppId: one('providerAppId'),
  connectionId: one('connectionId'),
  integrationId: ({ integrationId = '', integrationName = '' }) => [integrationId, integrationName],
  revisionId: one('revisionId'),
  installationId: one('installationId'),
  operationId: one('operationId'),
  topicId: one('topicId'),
  destinationId: one('destinationId'),
  deliveryId: one('deliveryId'),
  recoveryId: one('recoveryId'),
  keyId: one('keyId'),
  sessionId: one('sessionId'),
  connectSessionId: one('connectSessionId'),
  integration: ({ integrationId = '', integrationName = '' }) => [integrationId, integrationName],
  parentId: one('orgId'),
  groupRef: one('groupRef'),
  consumerRef: one('consumerRef'),
  sourceZipUrl: one('sourceZipUrl'),
};
/** These apply only to paths: in a body, `apiKey` is a credential of a provider. */
const IN_PATH: Record<string, (ids: Ids) => string[]> = { apiKey: one('apiKey') };
/** Parameter names whose meaning depends on the operation, such as `routeId` for both kinds of routes. */
const OF_OPERATION: Record<string, (ids: Ids) => string[]> = {
  'deleteEventTopicRoute routeId': one('eventRouteId'),
  'deleteTopicDestinationRoute routeId': one('destinationRouteId'),
  'customAuthConnect providerAppId': one('stepsAppId'),
  'listAuditEntries targetId': one('destinationId'),
};
/** Parameter names that look like our ids but are ids of other systems, or no ids. */
const NOT_OURS = [
  'clientId',
  'externalRef',
  'providerWorkspaceRef',
  'providerConsumerRef',
  'gcpProjectId',
  'awsKeyId',
  'accessKeyId',
  'userId',
  'datasetId',
  'tableId',
  'recordId',
];
/** Ids that the server accepts and ignores (by contract), or that a signature protects. */
const IGNORED = [
  'createInstallation revisionId',
  'updateInstallation revisionId',
  'updateConnection groupRef',
  'updateConnection consumerRef',
  'getLargeResult messageId',
  'uploadSource uploadId',
];
/** Ids of persons. They belong to the deployment, not to a tenant, and any org may add them. */
const PEOPLE = ['addUserToOrg builderId'];
/** For a field of a body, the alternative field that is removed. */
const INSTEAD_OF: Record<string, string[]> = {
  'patchObjectConfigContent installationId': ['groupRef'],
  'batchUpsertIntegrations sourceZipUrl': ['sourceYaml'],
  'createRevision sourceZipUrl': ['sourceYaml'],
  'oauthConnect projectId': ['projectIdOrName'],
  'customAuthConnect projectId': ['projectIdOrName'],
};

/**
 * Every place for an id in requests of this operation. Throws for a name that looks like an id and is not in these
 * tables.
 */
export function namings(document: Document, operation: Operation): Naming[] {
  const parameters = operation.parameters.map(({ in: where, name }) => ({ in: where as Naming['in'], at: [name] }));
  const inBody = operation.body
    ? propertyPaths(document, operation.body.schema).map((at) => ({ in: 'body' as const, at }))
    : [];
  return [...parameters, ...inBody].flatMap((place) => {
    const name = place.at.at(-1) ?? '';
    const values = meaningOf(operation.operationId, name, place.in);
    return values ? [{ ...place, values, insteadOf: INSTEAD_OF[`${operation.operationId} ${name}`] ?? [] }] : [];
  });
}

function meaningOf(operationId: string, name: string, where: string): Naming['values'] | null {
  const own = `${operationId} ${name}`;
  if (IGNORED.includes(own) || PEOPLE.includes(own) || NOT_OURS.includes(name)) return null;
  const found = OF_OPERATION[own] ?? (where === 'path' ? IN_PATH[name] : undefined) ?? MEANINGS[name];
  if (!found && /(Id|Ref|IdOrName)$/.test(name))
    throw new Error(`${own} looks like an id: add its meaning to test/support/tenants/named_ids.ts.`);
  return found ?? null;
}

function propertyPaths(document: Document, schema: Schema, depth = 0): string[][] {
  const { $ref, allOf = [], anyOf = [], oneOf = [], properties = {} } = schema as Record<string, never>;
  if ($ref) return propertyPaths(document, resolve(document, $ref), depth);
  const branches = [...(allOf as Schema[]), ...(anyOf as Schema[]), ...(oneOf as Schema[])];
  const here = Object.entries(properties as Record<string, Schema>).flatMap(([name, below]) => [
    [name],
    ...(depth < 3 ? propertyPaths(document, below, depth + 1).map((path) => [name, ...path]) : []),
  ]);
  const all = [...here, ...branches.flatMap((branch) => propertyPaths(document, branch, depth))];
  return [...new Map(all.map((path) => [path.join('/'), path])).values()];
}

export function resolve(document: Document, $ref: string): Schema {
  const found = document.components.schemas[$ref.replace('#/components/schemas/', '')];
  if (!found) throw new Error(`openapi.yaml refers to ${$ref} but does not define it.`);
  return found;
}
