import type { Keyset } from '../../../lib/db/keyset.ts';
import { type EventOf, eventOf } from '../../../lib/events/event.ts';
import type { InboxStore } from '../../../lib/events/inbox.ts';
import { parseJson } from '../../../lib/json/json.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import { type ConfigContent, configDestinationNames } from '../configs/config_content.ts';
import { objectPlans } from '../configs/object_plan.ts';
import {
  type DestinationIds,
  type DestinationStore,
  idIn,
  manifestDestinationNames,
} from '../destinations/destination.ts';
import type { FullInstallation } from '../installations/installation.ts';
import type { Integration, IntegrationStore } from '../integrations/integration.ts';
import type { ManifestIntegration } from '../manifests/manifest.ts';
import type { DestinationInUse, DestinationUsers, DestinationUseStore } from './destination_use.ts';

type Stores = { destinations: DestinationStore; destinationUses: DestinationUseStore; integrations: IntegrationStore };
type Deps = UseCaseContext<Stores>;

type Request = { projectId: string; destinationId: string; names: string[]; generation: number };

const MAX_USERS = 20;
const PAGE_SIZE = 100;

/**
 * Finds the users of a destination, for example before its deletion: the integrations whose latest revision names the
 * destination, and the installations whose config or plans name it. First stores the generation of the deletion in a
 * separate transaction. A deploy checks the generation under a lock of the same row (checkResolution in
 * destinations/destination_names.ts). So a deploy either commits before and is found here, or is refused. This holds
 * for an installation whose own config names no destination: it pins the latest revision under a lock of the
 * integration, so either the installation or the revision is found.
 *
 * If `generation` is 0, nothing is being deleted, and only the current users are returned.
 */
export function makeFindDestinationUsers({ stores }: Deps) {
  return async function findDestinationUsers(_call: Call, request: Request): Promise<DestinationUsers> {
    const { projectId, destinationId: id, names, generation } = request;
    if (generation > 0) await stores.transaction((s) => s.destinations.beginDeletion(projectId, { id, generation }));
    const destination = { id, names };
    const uses = stores.destinationUses;
    const integrations = await findUsers(
      (keyset) => uses.integrations(projectId, destination, keyset),
      async (one) => isUsedByRevision(one, destination),
      ({ id: integrationId }) => integrationId,
    );
    const installations = await findUsers(
      (keyset) => uses.installations(projectId, destination, keyset),
      (one) => isUsedByPlans(stores, one, destination),
      ({ installation }) => installation.id,
    );
    const named = await Promise.all(installations.found.map((one) => userOf(stores, one)));
    return {
      integrationNames: integrations.found.map(({ name }) => name),
      installations: named,
      hasMore: integrations.hasMore || installations.hasMore,
    };
  };
}

/** Returns the first users among the candidates. */
async function findUsers<T>(
  page: (keyset: Keyset) => Promise<T[]>,
  isUser: (one: T) => Promise<boolean>,
  idOf: (one: T) => string,
): Promise<{ found: T[]; hasMore: boolean }> {
  const found: T[] = [];
  for (let after = ''; ; ) {
    const candidates = await page({ after, limit: PAGE_SIZE });
    for (const one of candidates) {
      if (!(await isUser(one))) continue;
      if (found.length === MAX_USERS) return { found, hasMore: true };
      found.push(one);
    }
    const last = candidates.at(-1);
    if (!last || candidates.length < PAGE_SIZE) return { found, hasMore: false };
    after = idOf(last);
  }
}

function isUsedByRevision({ latestRevision }: Integration, destination: DestinationInUse): boolean {
  const { contentJson, destinationIds } = latestRevision;
  return manifestDestinationNames(JSON.parse(contentJson)).some((name) => refersTo(name, destinationIds, destination));
}

async function isUsedByPlans(
  stores: Stores,
  { installation }: FullInstallation,
  destination: DestinationInUse,
): Promise<boolean> {
  const { projectId, integrationId, config } = installation;
  const integration = await stores.integrations.find(projectId, integrationId);
  const pinned = await stores.integrations.findRevision(projectId, config.revisionId);
  if (!integration || !pinned) return false;
  const latest = integration.latestRevision;
  const ids = { config: config.destinationIds, pinned: pinned.destinationIds, latest: latest.destinationIds };
  const content = parseJson(config.contentJson) as ConfigContent;
  if (configDestinationNames(content).some((name) => refersTo(name, ids.config, destination))) return true;
  const plans = objectPlans(
    content,
    JSON.parse(pinned.contentJson) as ManifestIntegration,
    JSON.parse(latest.contentJson) as ManifestIntegration,
    (where, name) => (refersTo(name, ids[where], destination) ? destination.id : ''),
  );
  return plans.some(({ destinationId }) => destinationId === destination.id);
}

function refersTo(name: string, ids: DestinationIds | null, { id, names }: DestinationInUse): boolean {
  const stored = idIn(ids, name);
  return stored === undefined ? name === id || names.includes(name) : stored === id;
}

async function userOf(stores: Stores, { installation, group }: FullInstallation) {
  const { id, projectId, integrationId } = installation;
  const integration = await stores.integrations.find(projectId, integrationId);
  return { installationId: id, integrationName: integration?.name ?? '', groupRef: group.ref };
}

type NoteDestinationStores = WithOutbox<{
  inbox: InboxStore;
  destinations: DestinationStore;
  destinationUses: DestinationUseStore;
}>;
type NoteDestinationDeps = UseCaseContext<NoteDestinationStores>;

type DestinationEvent = EventOf<'destination.saved'> | EventOf<'destination.deleted'>;

/**
 * Updates the table `destinations` from an event. Revisions and configs of 0.1.0 store only names. So when a
 * destination gets a name, the service `reads` gets an event about all integrations that may use the name: reads that
 * wait for this destination can start. Idempotent.
 */
export function makeNoteDestination({ stores, newId }: NoteDestinationDeps) {
  return async function noteDestination(event: DestinationEvent): Promise<void> {
    const { id, projectId, time, payload } = event;
    const { destinationId, name } = payload;
    const deleted = event.type === 'destination.deleted';
    const formerNames = ('formerNames' in payload && payload.formerNames) || [];
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(id, 'notifications'))) return;
      const before = await s.destinations.find(projectId, destinationId);
      await s.destinations.save(projectId, { id: destinationId, name, formerNames, deleted, time });
      if (deleted || before?.name === name) return;
      for (const integrationId of await integrationsWaitingFor(s, projectId, [name, ...formerNames])) {
        const facts = { id: newId(), projectId, time, payload: { integrationId } };
        await s.outbox.add(eventOf('integration.always.changed', facts));
      }
    });
  };
}

function integrationsWaitingFor(s: NoteDestinationStores, projectId: string, names: string[]): Promise<string[]> {
  return s.destinationUses.integrationsNaming(projectId, names);
}
