import { type Json, type JsonObject, parseJson } from '../../../lib/json/json.ts';
import { type Issue, notFound, Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import {
  ALLOWED_MASKS,
  type ConfigContent,
  findMaskedValue,
  parseMask,
  withValueAt,
} from '../configs/config_content.ts';
import { findReadObject } from '../configs/config_objects.ts';
import { objectKeys, objectShapes } from '../configs/config_shape.ts';
import { applyPatch, type PatchChange } from '../configs/json_patch.ts';
import type { Resolution } from '../destinations/destination.ts';
import { isPlainObject } from '../fault.ts';
import type { IntegrationStore } from '../integrations/integration.ts';
import { integrationOf } from '../integrations/integrations.ts';
import type { ManifestIntegration } from '../manifests/manifest.ts';
import { checkRefs } from '../refs.ts';
import type { ChangeInstallation } from './change_installation.ts';
import type { FullInstallation, InstallationStore } from './installation.ts';

type UpdateInstallationRequest = {
  projectId: string;
  integrationId: string;
  installationId: string;
  updateMask: string[];
  connectionId: string;
  createdBy: string;
  configContentJson: string;
  skipSampling: boolean;
  resolution?: Resolution;
};
type MaskedValue = { path: string[]; value: unknown };

/**
 * Replaces the parts of an installation that the masks name, and changes nothing else. Throws invalidArgument for the
 * masks, notFound, unprocessable and conflict.
 */
export function makeUpdateInstallation({ changeInstallation }: { changeInstallation: ChangeInstallation }) {
  return async function updateInstallation(call: Call, request: UpdateInstallationRequest): Promise<FullInstallation> {
    const { projectId, integrationId, installationId, skipSampling, resolution = null } = request;
    const { parts, ...also } = maskedParts(request);
    return changeInstallation(call, {
      projectId,
      integrationId,
      installationId,
      skipSampling,
      resolution,
      ...also,
      fields: request.updateMask,
      next: (before) => parts.reduce(withValueAt, before),
    });
  };
}

function maskedParts({ updateMask, connectionId, createdBy, configContentJson }: UpdateInstallationRequest) {
  const sent: unknown = parseJson(configContentJson || '{}');
  const result: { parts: MaskedValue[]; connectionId?: string; createdBy?: string } = { parts: [] };
  const issues: Issue[] = [];
  const missing = (i: number, where: string) =>
    issues.push({ in: 'body', name: `updateMask[${i}]`, detail: `names ${where}, but the body has no value for it` });
  updateMask.forEach((text, i) => {
    const mask = parseMask(text);
    if (mask === null)
      issues.push({ in: 'body', name: `updateMask[${i}]`, detail: 'is not a mask of an installation' });
    else if (mask === 'connectionId') connectionId ? (result.connectionId = connectionId) : missing(i, text);
    else if (mask === 'createdBy') createdBy ? (result.createdBy = createdBy) : missing(i, text);
    else {
      const found = findMaskedValue(sent, mask.segments);
      if (found) result.parts.push(found);
      else missing(i, text);
    }
  });
  if (issues.length > 0) throw badMask(issues);
  checkRefs({ 'installation.connectionId': connectionId, 'installation.config.createdBy': createdBy }, [
    'installation.connectionId',
    'installation.config.createdBy',
  ]);
  return result;
}

function badMask(issues: Issue[]): Problem {
  return new Problem('invalidArgument', 'The updateMask does not match the body; nothing was changed.', {
    issues,
    remedy: `Send a value for each mask. Allowed masks: ${ALLOWED_MASKS.join(', ')}, and paths below an object. A dot in a name may be escaped as \\. .`,
  });
}

type PatchObjectConfigDeps = { stores: { installations: InstallationStore; integrations: IntegrationStore } };

export type ObjectAction = 'read' | 'subscribe' | 'write';
type PatchRequest = {
  projectId: string;
  integrationId: string;
  objectName: string;
  /** Either `groupRef` or `installationId` is given; the other is empty. */
  groupRef: string;
  installationId: string;
  action: ObjectAction;
  changes: PatchChange[];
  resolution?: Resolution;
};
type ObjectPatch = { action: ObjectAction; name: string; changes: PatchChange[] };

/**
 * Applies a set of changes to the config of one object for one action: all of them or none. Throws notFound,
 * invalidArgument, unprocessable and conflict.
 */
export function makePatchObjectConfig(
  { stores }: PatchObjectConfigDeps,
  { changeInstallation }: { changeInstallation: ChangeInstallation },
) {
  return async function patchObjectConfig(call: Call, request: PatchRequest): Promise<FullInstallation> {
    const { projectId, integrationId, objectName, action, changes, resolution = null } = request;
    const integration = await integrationOf(stores, projectId, integrationId);
    const name = nativeObjectName(JSON.parse(integration.latestRevision.contentJson) as ManifestIntegration, request);
    if (name === undefined)
      throw new Problem('notFound', `The integration does not ${action} an object ${objectName}.`);
    return changeInstallation(call, {
      projectId,
      integrationId,
      installationId: await installationIdOf(request),
      skipSampling: false,
      fields: [`${action}.objects.${name}`],
      resolution,
      next: (before, revision) => patchConfig(before, revision, { action, name, changes }),
    });
  };

  async function installationIdOf({
    projectId,
    integrationId,
    groupRef,
    installationId,
  }: PatchRequest): Promise<string> {
    if (installationId) return installationId;
    const [owner] = await stores.installations.list(projectId, { integrationId, groupRef });
    if (!owner) throw notFound('installation');
    return owner.installation.id;
  }
}

/** The native name of an object that the manifest has for this action, found by its native or mapped name. */
function nativeObjectName(
  revision: ManifestIntegration,
  { action, objectName }: { action: ObjectAction; objectName: string },
): string | undefined {
  const native = findReadObject(revision, objectName)?.objectName ?? objectName;
  const objects: { objectName: string }[] = revision[action]?.objects ?? [];
  return objects.find((object) => object.objectName === native || object.objectName === objectName)?.objectName;
}

/** The keys that an object inherits from the revision while the config does not contain them. */
function inheritedKeys(
  revision: ManifestIntegration,
  { action, name }: Pick<ObjectPatch, 'action' | 'name'>,
): JsonObject {
  const objects: { objectName: string }[] = revision[action]?.objects ?? [];
  const object = objects.find(({ objectName }) => objectName === name) ?? {};
  const entries = Object.entries(object).filter(([key]) => key !== 'objectName' && objectKeys[action].includes(key));
  return Object.fromEntries(entries) as JsonObject;
}

/**
 * Returns a function that tells whether a field without an entry in the config is selected. With `selectedFieldsAuto:
 * all`, every field that is not required is selected.
 */
function selectedByAllPredicate(revision: ManifestIntegration, { action, name }: Pick<ObjectPatch, 'action' | 'name'>) {
  const object = action === 'read' ? revision.read?.objects?.find(({ objectName }) => objectName === name) : undefined;
  const required = (object?.requiredFields ?? []).map(({ fieldName = '' }) => fieldName.toLowerCase());
  return (config: JsonObject, field: string) =>
    config['selectedFieldsAuto'] === 'all' && !required.includes(field.toLowerCase());
}

function patchConfig(
  before: ConfigContent,
  revision: ManifestIntegration,
  { action, name, changes }: ObjectPatch,
): ConfigContent {
  const objects = (before[action]?.objects ?? {}) as Record<string, Json>;
  const nameOf = (key: string, entry: unknown) => {
    const own = isPlainObject(entry) ? entry['objectName'] : undefined;
    return nativeObjectName(revision, { action, objectName: typeof own === 'string' ? own : key });
  };
  const key = Object.keys(objects).find((candidate) => nameOf(candidate, objects[candidate]) === name) ?? name;
  const entry = applyPatch((objects[key] ?? { objectName: name }) as JsonObject, changes, {
    inherited: inheritedKeys(revision, { action, name }),
    shape: objectShapes[action],
    isSelected: selectedByAllPredicate(revision, { action, name }),
  });
  if (nameOf(key, entry) !== name)
    throw new Problem('unprocessable', 'The patch would make this the config of another object. Nothing was changed.');
  return { ...before, [action]: { ...before[action], objects: { ...objects, [key]: entry } } };
}
