import { type AuditActor, NO_AUDIT_ACTOR, type WriteAuditEntry } from '../../../lib/audit/audit.ts';
import type { Sealer } from '../../../lib/crypto/sealer.ts';
import type { NewId } from '../../../lib/ids/ids.ts';
import type { Json } from '../../../lib/json/json.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import { checkDestinationName } from '../name.ts';
import type { QuotaStore } from '../quota.ts';
import {
  type Destination,
  type DestinationStatus,
  type DestinationStores,
  sealContext,
  unsupportedTypes,
} from './destination.ts';
import type { DestinationDriver, DestinationDrivers } from './destination_driver.ts';
import { addSavedEvent } from './destination_names.ts';
import { sealMetadata } from './seal_metadata.ts';
import { checkMetadata, checkTarget, withStoredSecrets } from './stored_secrets.ts';

type Stores = WithOutbox<
  Pick<DestinationStores, 'destinations' | 'destinationNames' | 'releases'> & {
    quotas: QuotaStore;
  }
>;
type Deps = UseCaseContext<Stores> & {
  sealer: Sealer;
  newSecret: () => string;
  drivers: DestinationDrivers;
  audit: WriteAuditEntry<'notifications'>;
};

/**
 * Creates a destination. Messages for a disabled destination are held until it is activated. Throws invalidArgument
 * (name, type, metadata, status), unprocessable (unsupported type, forbidden URL, the quota of destinations),
 * alreadyExists (name).
 */
export function makeCreateDestination({ stores, sealer, clock, newId, newSecret, drivers, audit }: Deps) {
  return async function createDestination(
    request: { projectId: string; name: string; type: string; metadata: Json; status?: string },
    by: AuditActor = NO_AUDIT_ACTOR,
  ): Promise<Destination> {
    const { projectId, name } = request;
    checkDestinationName(name);
    const driver = driverFor(drivers, request.type);
    const { type, secrets } = driver;
    const status = statusOf(request.status ?? '');
    const metadata = checkMetadata(driver, withStoredSecrets(request.metadata, {}, secrets));
    await checkTarget(driver, metadata);
    const id = newId();
    const createTime = clock.now();
    const destination: Destination = {
      id,
      projectId,
      name,
      type,
      ...sealMetadata(metadata, { projectId, id }, secrets, sealer),
      sealedKey: sealer.seal(newSecret(), sealContext({ projectId, id })),
      oldKeys: [],
      status,
      failures: 0,
      failingSince: null,
      openUntil: null,
      lastStatus: 0,
      lastError: null,
      disabledReason: status === 'disabled' ? 'requested' : null,
      disabledTime: status === 'disabled' ? createTime : null,
      nextProbeTime: null,
      probeStep: 0,
      createTime,
      updateTime: null,
    };
    await stores.transaction(async (s) => {
      await s.quotas.reserve('destinations', projectId);
      await s.destinations.insert(destination);
      await takeDestinationName(s, destination, name, { newId, time: createTime });
      await addSavedEvent(s, destination, { newId, time: createTime });
      await releaseAwaitedMessages(s, destination);
      await audit(s.outbox, by, { action: 'destination.created', projectId, targetId: id, targetName: name });
    });
    return destination;
  };
}

/** An empty text means that the request has no status; the default is active. */
function statusOf(status: string): DestinationStatus {
  if (status === '') return 'active';
  if (status === 'active' || status === 'disabled') return status;
  const detail = 'The status is active or disabled.';
  throw new Problem('invalidArgument', detail, { issues: [{ in: 'body', name: 'status', detail, value: status }] });
}

function driverFor(drivers: DestinationDrivers, type: string): DestinationDriver {
  const driver = drivers.find(type);
  if (driver) return driver;
  const remedy = `Use the type ${drivers.types.join(' or ')}.`;
  if (unsupportedTypes.includes(type))
    throw new Problem('unprocessable', `Destinations of type ${type} are not supported yet.`, { remedy });
  const detail = `The type is one of ${[...new Set([...drivers.types, ...unsupportedTypes])].join(', ')}.`;
  throw new Problem('invalidArgument', detail, { issues: [{ in: 'body', name: 'type', detail, value: type }] });
}

type TakeDestinationNameStores = WithOutbox<Pick<DestinationStores, 'destinations' | 'destinationNames'>>;

/**
 * Records that a name belongs to this destination, after the destination was created or renamed. If the name is the
 * former name of another destination, it no longer refers to that destination; an event reports this to other services.
 */
export async function takeDestinationName(
  s: TakeDestinationNameStores,
  { id, projectId }: Pick<Destination, 'id' | 'projectId'>,
  name: string,
  event: { newId: NewId; time: number },
): Promise<void> {
  const formerOwner = await s.destinationNames.removeFormer(projectId, name);
  if (formerOwner === undefined || formerOwner === id) return;
  const destination = await s.destinations.find(projectId, formerOwner);
  if (destination) await addSavedEvent(s, destination, event);
}

type ReleaseAwaitedStores = Pick<DestinationStores, 'releases'>;

/** Releases the messages that are held for this name, because a destination with this name exists now. */
export async function releaseAwaitedMessages(
  s: ReleaseAwaitedStores,
  { id, projectId, name, status }: Pick<Destination, 'id' | 'projectId' | 'name' | 'status'>,
): Promise<void> {
  if (status === 'active' && (await s.releases.isAwaited(projectId, name)))
    await s.releases.put({ destinationId: id, projectId });
}
