import type { OutboxStore } from '../../../../lib/events/outbox.ts';
import type { DestinationStore } from '../../destinations/domain/destination.ts';
import type { QuotaStore } from '../../domain/quota.ts';
import type { Entry } from '../../manifests/usecases/manifest_entries.ts';
import type { IntegrationStore } from '../domain/integration.ts';
import { checkExpected, type Expected } from './check_expected.ts';
import type { Deploy, DeployEntry } from './deploy_entry.ts';

/** The stores of a deploy. */
export type DeployStores = {
  integrations: IntegrationStore;
  quotas: QuotaStore;
  events: OutboxStore;
  destinations: DestinationStore;
};
export type DeployEntries = ReturnType<typeof makeDeployEntries>;

/** Deploys the entries of a manifest in the caller's transaction. Throws conflict and the problems of the quotas. */
export function makeDeployEntries({ deployEntry }: { deployEntry: DeployEntry }) {
  return async function deployEntries(
    s: DeployStores,
    deploy: Deploy & { expectedRevisionIds: Expected },
    entries: Entry[],
  ): Promise<void> {
    const { projectId, expectedRevisionIds } = deploy;
    const names = entries.map(({ content }) => content.name);
    const known = await s.integrations.lockByNames(projectId, names);
    checkExpected(expectedRevisionIds, known);
    const added = names.length - known.length;
    if (added > 0) await s.quotas.reserve('integrations', { projectId }, added);
    const byName = new Map(known.map((one) => [one.name, one]));
    for (const entry of entries) await deployEntry(s, deploy, entry, byName.get(entry.content.name));
  };
}
