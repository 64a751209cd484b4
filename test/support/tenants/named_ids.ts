import type { Document, Operation } from '../../../gateway/http/document.ts';
import type { Ids } from './tenant.ts';

/** One place of a request that can name something: where, the steps to it, and the values a tenant would put there. */
export type Naming = {
  in: 'path' | 'query' | 'body';
  at: string[];
  values: (ids: Ids) => string[];
  /** Words of the body that say the same in another way, and stand in its place. */
  insteadOf: string[];
};

type Schema = Record<string, unknown>;

const one = (name: string) => (ids: Ids) => (ids[name] === undefined ? [] : [ids[name]]);

/** What the names of the document mean. Names and refs are a project's own words; the rest are ids of ours. */
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
  integrationId: one('integrationId'),
  revisionId: one('revisionId'),
  installationId: one('installationId'),
  operationId: one('operationId'),
  topicId: one('topicId'),
  destinationId: one('destinationId'),
  keyId: one('keyId'),
  sessionId: one('sessionId'),
  parentId: one('orgId'),
  groupRef: one('groupRef'),
  consumerRef: one('consumerRef'),
  sourceZipUrl: one('sourceZipUrl'),
};
/** Only in the address: in a body, `apiKey` is a provider's. */
const IN_PATH: Record<string, (ids: Ids) => string[]> = { apiKey: one('apiKey') };
/** Both kinds of route have the same word for their id. */
const OF_OPERATION: Record<string, (ids: Ids) => string[]> = {
  'deleteEventTopicRoute routeId': one('eventRouteId'),
  'deleteTopicDestinationRoute routeId': one('destinationRouteId'),
  'customAuthConnect providerAppId': one('stepsAppId'),
};
/** Words that end like an id and are somebody else's, or nobody's. */
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
];
/** Taken and not looked at (contract), or known by a signature over it. */
const IGNORED = [
  'createInstallation revisionId',
  'updateInstallation revisionId',
  'updateConnection groupRef',
  'updateConnection consumerRef',
  'getLargeResult messageId',
  'uploadSource uploadId',
];
/** A person of the deployment, whom any org may add: nobody's. */
const PEOPLE = ['addUserToOrg builderId'];
/** Two words of a body that say the same: the other one goes. */
const INSTEAD_OF: Record<string, string[]> = {
  'patchObjectConfigContent installationId': ['groupRef'],
  'batchUpsertIntegrations sourceZipUrl': ['sourceYaml'],
  'createRevision sourceZipUrl': ['sourceYaml'],
  'oauthConnect projectId': ['projectIdOrName'],
  'customAuthConnect projectId': ['projectIdOrName'],
};

/** Every id that a request of this operation can name. Throws on a word that looks like an id and has no meaning here. */
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
    throw new Error(`${own} looks like an id: say what it names in test/support/tenants/named_ids.ts.`);
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
  if (!found) throw new Error(`openapi.yaml names ${$ref} and does not describe it.`);
  return found;
}
