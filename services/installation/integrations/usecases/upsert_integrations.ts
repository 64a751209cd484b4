import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { Log } from '../../../../lib/log/log.ts';
import type { Call } from '../../../../lib/rpc/call.ts';
import type { Resolution } from '../../destinations/domain/destination.ts';
import type { YamlEntries } from '../../manifests/usecases/yaml_entries.ts';
import type { ReadSource, Source } from '../../uploads/usecases/read_source.ts';
import type { Integration } from '../domain/integration.ts';
import type { Expected } from './check_expected.ts';
import type { DeployEntries, DeployStores } from './deploy_entries.ts';

type Deps = { stores: Transacting<DeployStores>; log: Log };

export type DeployRequest = Source & {
  projectId: string;
  destructive?: boolean;
  resolution?: Resolution;
  expectedRevisionIds?: Expected;
};
type Uses = { readSource: ReadSource; yamlEntries: YamlEntries; deployEntries: DeployEntries };

/**
 * Deploys a manifest: all of its integrations, or none if one is invalid. Matches them by name. Deploying the same file
 * twice changes nothing. Throws invalidArgument, unprocessable and conflict.
 */
export function makeUpsertIntegrations({ stores, log }: Deps, { readSource, yamlEntries, deployEntries }: Uses) {
  return async function upsertIntegrations(call: Call, request: DeployRequest): Promise<Integration[]> {
    const { projectId, destructive = false, resolution = null, expectedRevisionIds = {} } = request;
    const entries = await yamlEntries(projectId, await readSource(call, projectId, request), resolution);
    const names = entries.map(({ content }) => content.name);
    const deploy = { projectId, destructive, resolution, createdBy: call.principal, expectedRevisionIds };
    await stores.transaction((s) => deployEntries(s, deploy, entries));
    const warnings = entries.reduce((sum, entry) => sum + entry.warnings.length, 0);
    log.info('integrations deployed', { projectId, integrations: entries.length, warnings });
    const deployed = await stores.integrations.listByNames(projectId, names);
    const order = new Map(names.map((name, i) => [name, i]));
    return deployed.sort((a, b) => (order.get(a.name) ?? 0) - (order.get(b.name) ?? 0));
  };
}
