import { type AuditActor, NO_AUDIT_ACTOR, type WriteAuditEntry } from '../../../lib/audit/audit.ts';
import type { Sealer } from '../../../lib/crypto/sealer.ts';
import type { Json, JsonObject } from '../../../lib/json/json.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import { checkDestinationName } from '../name.ts';
import { activate, NOT_DISABLED } from './activate.ts';
import { releaseAwaitedMessages, takeDestinationName } from './create_destination.ts';
import type { Destination, DestinationChange, DestinationStatus, DestinationStores } from './destination.ts';
import type { DestinationDriver, DestinationDrivers } from './destination_driver.ts';
import { addSavedEvent } from './destination_names.ts';
import { noDestination } from './destinations.ts';
import { openMetadata, sealMetadata } from './seal_metadata.ts';
import {
  checkMetadata,
  checkReceiverChange,
  checkTarget,
  mergedMetadata,
  metadataPaths,
  withStoredSecrets,
} from './stored_secrets.ts';

type Stores = WithOutbox<Pick<DestinationStores, 'destinations' | 'destinationNames' | 'closings' | 'releases'>>;
type Deps = UseCaseContext<Stores> & {
  sealer: Sealer;
  drivers: DestinationDrivers;
  wake: () => void;
  wakeQueues: () => void;
  audit: WriteAuditEntry<'notifications'>;
};
export type UpdateDestinationRequest = {
  projectId: string;
  idOrName: string;
  updateMask: string[];
  name: string;
  /** Empty when the request does not contain it. */
  type: string;
  /** Undefined when the request does not contain it. */
  metadata: Json | undefined;
  /** Empty when the request does not contain it. */
  status?: string;
  /** True when the caller may see stored secrets, and so may redirect them to another receiver. */
  mayMoveHeaders?: boolean;
};

const COMMON_FIELDS = ['name', 'type', 'status', 'metadata'];

/**
 * Changes the fields in the update mask. A new URL is checked before the transaction, because the check may query name
 * servers. The old name becomes a former name, so that references to it still work. New metadata, or the status
 * `active`, resumes the deliveries of a disabled destination, and releases messages that an active destination refused.
 * The status `disabled` pauses deliveries. Throws notFound, invalidArgument (mask, name, metadata, status),
 * unprocessable (URL), alreadyExists, permissionDenied (stored secrets would go to another receiver).
 */
export function makeUpdateDestination(deps: Deps) {
  return async function updateDestination(
    request: UpdateDestinationRequest,
    by: AuditActor = NO_AUDIT_ACTOR,
  ): Promise<Destination> {
    checkMask(request.updateMask, deps.drivers.keys);
    await checkNewTarget(deps, request);
    const updated = await deps.stores.transaction(async (s) => {
      const destination = await s.destinations.lock(request.projectId, request.idOrName);
      if (!destination) throw noDestination();
      const change = changeOf(destination, request, deps);
      await s.destinations.update(destination.projectId, destination.id, change);
      const after = { ...destination, ...change };
      if (change.status === 'active') await activate(s, after);
      if (change.status === 'disabled') await pauseDeliveries(s, after);
      if (change.name !== undefined) await noteRename(s, destination.name, after, deps);
      else if (change.status) await addSavedEvent(s, after, eventIdAndTime(deps));
      const { id: targetId, name: targetName, projectId } = after;
      const about = { projectId, targetId, targetName, fields: request.updateMask };
      await deps.audit(s.outbox, by, { action: 'destination.updated', ...about });
      return after;
    });
    deps.wake();
    deps.wakeQueues();
    return updated;
  };
}

function checkMask(mask: string[], metadataKeys: readonly string[]): void {
  const known = [...COMMON_FIELDS, ...metadataKeys.map((key) => `metadata.${key}`)];
  const unknown = mask.find((path) => !known.includes(path));
  if (mask.length > 0 && unknown === undefined) return;
  const detail =
    unknown === undefined
      ? 'The update mask names nothing.'
      : `The update mask knows ${known.join(', ')}, not ${unknown}.`;
  throw new Problem('invalidArgument', detail, { issues: [{ in: 'body', name: 'updateMask', detail }] });
}

/**
 * Checks the target only if the request changes it: a changed policy may forbid the stored target, and this must not
 * block other changes.
 */
async function checkNewTarget({ stores, drivers, sealer }: Deps, request: UpdateDestinationRequest): Promise<void> {
  const { projectId, idOrName, updateMask } = request;
  if (!updateMask.some((path) => path.startsWith('metadata'))) return;
  const destination = await stores.destinations.find(projectId, idOrName);
  if (!destination) throw noDestination();
  const driver = drivers.of(destination.type);
  checkMask(updateMask, driver.keys);
  if (metadataPaths(updateMask).every((path) => path === `metadata.${driver.secrets.key}`)) return;
  await checkTarget(driver, metadataAfter(driver, openMetadata(destination, driver.secrets, sealer), request));
}

function changeOf(
  destination: Destination,
  request: UpdateDestinationRequest,
  { clock, drivers, sealer }: Deps,
): DestinationChange {
  const { updateMask: mask, name, type } = request;
  if (mask.includes('type') && type !== '' && type !== destination.type)
    throw new Problem('unprocessable', 'The type of a destination cannot be changed.');
  if (mask.includes('name')) checkDestinationName(name);
  const metadata =
    metadataPaths(mask).length > 0
      ? changedMetadata(drivers.of(destination.type), destination, request, sealer)
      : undefined;
  const status = mask.includes('status') ? statusOf(request) : metadata && ('active' as const);
  const updateTime = clock.now();
  return {
    ...(mask.includes('name') && { name }),
    ...metadata,
    ...(status && { status, ...disablingColumns(destination, status, updateTime) }),
    updateTime,
  };
}

function disablingColumns(before: Destination, status: DestinationStatus, time: number) {
  if (status === 'active') return NOT_DISABLED;
  if (before.status === 'disabled' && before.disabledReason === 'requested') return {};
  // The reason `requested` replaces the reason `failures`, because a destination that a caller disabled is not probed.
  return { disabledReason: 'requested' as const, disabledTime: time, nextProbeTime: null, probeStep: 0 };
}

function statusOf({ status = '' }: UpdateDestinationRequest): DestinationStatus {
  if (status === 'active' || status === 'disabled') return status;
  const detail = 'The status is active or disabled.';
  throw new Problem('invalidArgument', detail, {
    issues: [{ in: 'body', name: 'destination.status', detail, value: status }],
  });
}

function changedMetadata(
  driver: DestinationDriver,
  destination: Destination,
  request: UpdateDestinationRequest,
  sealer: Sealer,
) {
  const { secrets } = driver;
  const before = openMetadata(destination, secrets, sealer);
  const after = metadataAfter(driver, before, request);
  const isKeySent = request.updateMask.some((path) => path === 'metadata' || path === `metadata.${secrets.key}`);
  if (!request.mayMoveHeaders) checkReceiverChange({ before, after, sent: request.metadata, isKeySent }, secrets);
  return sealMetadata(after, destination, secrets, sealer);
}

function metadataAfter(driver: DestinationDriver, before: JsonObject, request: UpdateDestinationRequest): JsonObject {
  return checkMetadata(driver, withStoredSecrets(mergedMetadata(before, request), before, driver.secrets));
}

async function noteRename(s: Stores, former: string, renamed: Destination, { clock, newId }: Deps): Promise<void> {
  const { id, projectId, name } = renamed;
  const time = clock.now();
  await takeDestinationName(s, renamed, name, { newId, time });
  await releaseAwaitedMessages(s, renamed);
  if (former !== name)
    await s.destinationNames.addFormer(projectId, { name: former, destinationId: id, createTime: time });
  await addSavedEvent(s, renamed, { newId, time });
}

async function pauseDeliveries(s: Stores, { projectId, id, updateTime }: Destination): Promise<void> {
  await s.releases.remove(id);
  await s.closings.put({ destinationId: id, projectId, finalState: 'held', createTime: updateTime ?? 0 });
}

function eventIdAndTime({ clock, newId }: Deps) {
  return { newId, time: clock.now() };
}
