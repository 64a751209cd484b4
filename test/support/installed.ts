import { stringify } from 'yaml';
import type { FullInstallation, InstallationKey } from '../../services/installation/installations/installation.ts';
import { CONFIG, type InstallationWorld, PROJECT } from './installation_world.ts';

/** The id of a project that is not PROJECT. */
export const STRANGER = '01900000-0000-7000-8000-0000000000bb';

/** A manifest with these integrations. Their provider is the sandbox by default. */
export function manifestOf(...integrations: object[]): string {
  return stringify({
    specVersion: '1.0.0',
    integrations: integrations.map((one) => ({ provider: 'sandbox', ...one })),
  });
}

/** A read object for a manifest, with a destination and a field. */
export function readObject(objectName: string, more: object = {}): object {
  return { objectName, destination: 'main', requiredFields: [{ fieldName: 'id' }], ...more };
}

/** Deploys one integration; returns its id. */
export async function deployed(
  world: InstallationWorld,
  integration: object,
  { projectId = PROJECT, destructive = false } = {},
): Promise<string> {
  const request = { projectId, destructive, sourceYaml: manifestOf(integration) };
  const [made] = await world.upsertIntegrations(world.call, request);
  return made?.id ?? '';
}

/** A group with a connection and an installation; makes no request to the provider. */
export async function installed(
  world: InstallationWorld,
  integrationId: string,
  { groupRef = 'acme', content = CONFIG as object, projectId = PROJECT } = {},
): Promise<FullInstallation> {
  const { id: connectionId } = await world.connect({ groupRef, projectId });
  return world.createInstallation(world.call, {
    projectId,
    integrationId,
    groupRef,
    connectionId,
    configContentJson: JSON.stringify(content),
    createdBy: '',
    skipSampling: true,
  });
}

export function keyOf({ installation: { projectId, integrationId, id } }: FullInstallation): InstallationKey {
  return { projectId, integrationId, installationId: id };
}

/** The payloads of the events of one type, in order. */
export async function told(world: InstallationWorld, type: string): Promise<Record<string, unknown>[]> {
  return (await world.events()).filter((event) => event.type === type).map(({ payload }) => payload);
}
