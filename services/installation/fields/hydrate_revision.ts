import { findField, titleCase } from '../../../connectors/engine/field_descriptions/field_metadata.ts';
import type { FieldMetadata, ObjectMetadata } from '../../../lib/fields/field_metadata.ts';
import { stringifyJson } from '../../../lib/json/json.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { AccountToCall, AskProvider } from '../call_auth/ask_provider.ts';
import type { ConnectionStore } from '../connections/connection.ts';
import type { IntegrationStore, StoredRevision } from '../integrations/integration.ts';
import { integrationOf } from '../integrations/integrations.ts';
import type { Backfill, ManifestField, ManifestIntegration, ManifestReadObject } from '../manifests/manifest.ts';
import type { Connectors } from '../providers/provider.ts';

type Deps = { stores: { connections: ConnectionStore; integrations: IntegrationStore }; connectors: Connectors };

type Request = { projectId: string; integrationId: string; revisionId: string; connectionId: string };
type HydratedRevision = Omit<StoredRevision, 'contentJson'> & { content: HydratedContent };

/** How many objects of a revision are described in parallel. */
const MAX_PARALLEL = 4;
/** Max size of all descriptions together. It is well below the max size of a message between services. */
const MAX_CHARACTERS = 24 * 1024 * 1024;

/**
 * Returns a revision with the field metadata of its objects in one account. A failure for one object, even an
 * unavailable provider, is reported at this object, so that a form can show the other objects. Throws notFound and
 * unprocessable.
 */
export function makeHydrateRevision(deps: Deps, { askProvider }: { askProvider: AskProvider }) {
  const { stores, connectors } = deps;
  return async function hydrateRevision(call: Call, request: Request): Promise<HydratedRevision> {
    const revision = await revisionOf(request);
    const content = JSON.parse(revision.contentJson) as ManifestIntegration;
    const found = await stores.connections.find(request.projectId, request.connectionId);
    if (!found) throw notFound('connection');
    if (found.connection.provider !== content.provider)
      throw otherProvider(found.connection.provider, content.provider);
    const account = { connection: found.connection, module: content.module ?? '' };
    const names = (content.read?.objects ?? []).map(({ objectName }) => objectName);
    return { ...revision, content: hydratedContent(content, await describeAll(call, account, names)) };
  };

  async function revisionOf({ projectId, integrationId, revisionId }: Request): Promise<StoredRevision> {
    await integrationOf(stores, projectId, integrationId);
    const revision = await stores.integrations.findRevision(projectId, revisionId);
    if (revision?.integrationId !== integrationId) throw notFound('revision');
    return revision;
  }

  async function describeAll(
    call: Call,
    account: AccountToCall,
    names: string[],
  ): Promise<Map<string, DescribedObject>> {
    const described = new Map<string, DescribedObject>();
    const waiting = [...new Set(names)];
    const room = { left: MAX_CHARACTERS };
    const work = async () => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
        described.set(name, await describe(call, account, name).then((found) => takeRoom(found, room), errorOf));
    };
    await Promise.all(Array.from({ length: MAX_PARALLEL }, work));
    return described;
  }

  function describe(call: Call, account: AccountToCall, object: string): Promise<ObjectMetadata> {
    return askProvider(call, account, (via) => connectors.describeObject({ ...via, object }));
  }
}

function takeRoom(metadata: ObjectMetadata, room: { left: number }): DescribedObject {
  room.left -= stringifyJson(metadata).length;
  return room.left >= 0 ? metadata : { error: 'The description of the fields is too long to be shown here.' };
}

/** The error text of an object: the text of the problem that a request for this object alone would get. */
function errorOf(error: unknown): DescribedObject {
  if (!(error instanceof Problem)) throw error;
  return { error: [error.detail, ...(error.extras.causes ?? [])].join(' ') };
}

function otherProvider(given: string, needed: string): Problem {
  const detail = `The connection is to ${given}, the integration for ${needed}.`;
  return new Problem('unprocessable', detail, { issues: [{ in: 'query', name: 'connectionId', detail }] });
}

/** Field metadata of an object, or the reason why there is none. */
export type DescribedObject = ObjectMetadata | { error: string };

type HydratedField = ManifestField & { displayName?: string };
export type HydratedContent = {
  name: string;
  provider: string;
  displayName?: string;
  module?: string;
  read?: { objects: HydratedReadObject[] };
  write?: { objects: HydratedWriteObject[] };
  proxy?: ManifestIntegration['proxy'];
};
type HydratedReadObject = {
  objectName: string;
  displayName: string;
  destination: string;
  schedule: string;
  mapToName?: string;
  mapToDisplayName?: string;
  requiredFields: HydratedField[];
  optionalFields: HydratedField[];
  optionalFieldsAuto?: 'all';
  allFieldsMetadata: Record<string, FieldMetadata>;
  allFields: HydratedField[];
  backfill?: Backfill;
  deletes?: ManifestReadObject['deletes'];
  error?: string;
};
type HydratedWriteObject = { objectName: string; displayName: string; valueDefaults?: { allowAnyFields?: boolean } };

/** Merges a manifest entry with the provider's metadata of its objects. Every name gets a display name. */
export function hydratedContent(
  revision: ManifestIntegration,
  described: Map<string, DescribedObject>,
): HydratedContent {
  const { name, provider, displayName, module, read, write, proxy } = revision;
  return {
    name,
    provider,
    ...(displayName !== undefined && { displayName }),
    ...(module !== undefined && { module }),
    ...(read && {
      read: { objects: read.objects.map((object) => readObject(object, described.get(object.objectName))) },
    }),
    ...(write && {
      write: {
        objects: write.objects.map(({ objectName, valueDefaults }) => ({
          objectName,
          displayName: displayNameOf(objectName, described.get(objectName)),
          ...(valueDefaults && { valueDefaults }),
        })),
      },
    }),
    ...(proxy && { proxy }),
  };
}

function readObject(object: ManifestReadObject, described: DescribedObject | undefined): HydratedReadObject {
  const { objectName, destination, schedule = '', mapToName, mapToDisplayName, optionalFieldsAuto, backfill } = object;
  const fields = described && 'fields' in described ? described.fields : {};
  return {
    objectName,
    displayName: displayNameOf(objectName, described),
    destination,
    schedule,
    ...(mapToName !== undefined && { mapToName }),
    ...(mapToDisplayName !== undefined && { mapToDisplayName }),
    requiredFields: (object.requiredFields ?? []).map((field) => hydratedField(field, fields)),
    optionalFields: optionalFields(object, fields),
    ...(optionalFieldsAuto && { optionalFieldsAuto }),
    allFieldsMetadata: fields,
    allFields: Object.values(fields).map(plainField),
    ...(backfill && { backfill }),
    ...(object.deletes && { deletes: object.deletes }),
    ...(described && 'error' in described && { error: described.error }),
  };
}

/** With `optionalFieldsAuto: all`, every field that the manifest does not name is optional too. */
function optionalFields(
  { requiredFields = [], optionalFields: named = [], optionalFieldsAuto }: ManifestReadObject,
  fields: Record<string, FieldMetadata>,
): HydratedField[] {
  const listed = named.map((field) => hydratedField(field, fields));
  if (optionalFieldsAuto !== 'all') return listed;
  const taken = new Set([...requiredFields, ...named].map(({ fieldName }) => fieldName?.toLowerCase()));
  const others = Object.values(fields).filter(({ fieldName }) => !taken.has(fieldName.toLowerCase()));
  return [...listed, ...others.map(plainField)];
}

/** A field without fieldName is mapped by the customer later, so it has no display name of its own. */
function hydratedField(field: ManifestField, fields: Record<string, FieldMetadata>): HydratedField {
  if (field.fieldName === undefined) return field;
  const { fieldName, ...more } = field;
  return { fieldName, displayName: findField(fields, fieldName)?.displayName ?? titleCase(fieldName), ...more };
}

function plainField({ fieldName, displayName }: FieldMetadata): HydratedField {
  return { fieldName, displayName };
}

function displayNameOf(objectName: string, described: DescribedObject | undefined): string {
  return described && 'displayName' in described ? described.displayName : titleCase(objectName);
}
