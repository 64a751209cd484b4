import type { IntegrationStore } from '../domain/integration.ts';
import type { OutboxStore } from '../../../../lib/events/outbox.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import { notFound } from '../../../../lib/problem/not_found.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Call } from '../../../../lib/rpc/call.ts';
import type { Resolution, DestinationStore } from '../../destinations/domain/destination.ts';
import type { DeployEntry } from './deploy_entry.ts';
import { checkExpected, type Expected } from './check_expected.ts';
import { integrationOf } from './integration_of.ts';
import type { ReadSource, Source } from '../../uploads/usecases/read_source.ts';
import type { YamlEntries } from '../../manifests/usecases/yaml_entries.ts';

type Deps = {
  stores: Transacting<{ integrations: IntegrationStore; events: OutboxStore; destinations: DestinationStore }>;
};

type Request = Source & {
  projectId: string;
  integrationId: string;
  destructive: boolean;
  resolution?: Resolution;
  expectedRevisionIds?: Expected;
};
type Uses = { readSource: ReadSource; yamlEntries: YamlEntries; deployEntry: DeployEntry };

/**
 * Gives one integration a new revision from a manifest. The whole manifest must be valid; its other entries are
 * ignored. Throws notFound, invalidArgument, unprocessable, and conflict for another revision than the expected one.
 */
export function makeCreateRevision({ stores }: Deps, { readSource, yamlEntries, deployEntry }: Uses) {
  return async function createRevision(call: Call, request: Request): Promise<void> {
    const { projectId, integrationId, destructive, resolution = null, expectedRevisionIds = {} } = request;
    const { name } = await integrationOf(stores, projectId, integrationId);
    const entries = await yamlEntries(projectId, await readSource(call, projectId, request), resolution);
    const entry = entries.find(({ content }) => content.name === name);
    if (!entry) throw notNamed(name);
    await stores.transaction(async (s) => {
      const [before] = await s.integrations.lockByNames(projectId, [name]);
      if (before?.id !== integrationId) throw notFound('integration');
      checkExpected(expectedRevisionIds, [before]);
      await deployEntry(s, { projectId, destructive, resolution, createdBy: call.principal }, entry, before);
    });
  };
}

function notNamed(name: string): Problem {
  const detail = `The manifest has no integration named ${name}.`;
  return new Problem('unprocessable', detail, { issues: [{ in: 'body', name: '$.integrations', detail }] });
}
