import type { NewId } from '../../../lib/ids/ids.ts';
import { isObject, type Json, type JsonObject } from '../../../lib/json/json.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Destination, DestinationChange, DestinationStatus } from '../domain/destination.ts';
import { checkDestinationName } from '../domain/name.ts';
import type { Stores } from '../domain/stores.ts';
import { webhookMetadata } from '../domain/webhook_metadata.ts';
import { checkCallable, type UrlFault } from './check_callable.ts';
import { destinationSaved } from './destination_saved.ts';
import { noDestination } from './get_destination.ts';
import { releaseAwaited } from './release_awaited.ts';

type Deps = {
  stores: Stores;
  clock: Clock;
  newId: NewId;
  urlFault: UrlFault;
  wake: () => void;
  wakeCloser: () => void;
};
export type UpdateDestinationRequest = {
  projectId: string;
  idOrName: string;
  updateMask: string[];
  name: string;
  /** Empty when not sent. */
  type: string;
  /** Undefined when not sent. */
  metadata: Json | undefined;
  /** Empty when not sent. */
  status?: string;
};
export type UpdateDestination = ReturnType<typeof makeUpdateDestination>;

const METADATA_PATHS = ['metadata', 'metadata.url', 'metadata.headers'];
const MASK = ['name', 'type', 'status', ...METADATA_PATHS];

/**
 * Changes the fields in the update mask. New metadata, or the status `active`, begins deliveries again: of a disabled
 * destination, and of held messages that an active one refused. The status `disabled` pauses them.
 * Throws notFound, invalidArgument (mask, name, metadata, status), unprocessable (URL), alreadyExists.
 */
export function makeUpdateDestination(deps: Deps) {
  return async function updateDestination(request: UpdateDestinationRequest): Promise<Destination> {
    checkMask(request.updateMask);
    const updated = await deps.stores.transaction(async (s) => {
      const destination = await s.destinations.lock(request.projectId, request.idOrName);
      if (!destination) throw noDestination();
      const change = changeOf(destination, request, deps);
      await s.destinations.update(destination.projectId, destination.id, change);
      const after = { ...destination, ...change };
      if (change.status === 'active') await activate(s, after);
      if (change.status === 'disabled') await pause(s, after);
      if (change.name !== undefined) await releaseAwaited(s, after);
      if (change.name !== undefined || change.status) await s.outbox.add(destinationSaved(after, saved(deps)));
      return after;
    });
    deps.wake();
    deps.wakeCloser();
    return updated;
  };
}

function checkMask(mask: string[]): void {
  const unknown = mask.find((path) => !MASK.includes(path));
  if (mask.length > 0 && unknown === undefined) return;
  const detail =
    unknown === undefined
      ? 'The update mask names nothing.'
      : `The update mask knows ${MASK.join(', ')}, not ${unknown}.`;
  throw new Problem('invalidArgument', detail, { issues: [{ in: 'body', name: 'updateMask', detail }] });
}

function changeOf(
  destination: Destination,
  request: UpdateDestinationRequest,
  { clock, urlFault }: Deps,
): DestinationChange {
  const { updateMask: mask, name, type } = request;
  if (mask.includes('type') && type !== '' && type !== destination.type)
    throw new Problem('unprocessable', 'The type of a destination cannot be changed.');
  if (mask.includes('name')) checkDestinationName(name);
  const metadata = mask.some((path) => METADATA_PATHS.includes(path))
    ? webhookMetadata(merged(destination, request))
    : undefined;
  if (metadata) checkCallable(metadata.url, urlFault);
  const status = mask.includes('status') ? statusOf(request) : metadata && ('active' as const);
  return {
    ...(mask.includes('name') && { name }),
    ...(metadata && { metadata }),
    ...(status && { status }),
    updateTime: clock.now(),
  };
}

function statusOf({ status = '' }: UpdateDestinationRequest): DestinationStatus {
  if (status === 'active' || status === 'disabled') return status;
  const detail = 'The status is active or disabled.';
  throw new Problem('invalidArgument', detail, {
    issues: [{ in: 'body', name: 'destination.status', detail, value: status }],
  });
}

/** `metadata` replaces all keys, `metadata.<key>` one key. A key in the mask without a value is removed. */
function merged(destination: Destination, { updateMask, metadata }: UpdateDestinationRequest): Json {
  if (updateMask.includes('metadata')) return metadata ?? null;
  const given: JsonObject = isObject(metadata ?? null) ? (metadata as JsonObject) : {};
  const result: JsonObject = { ...destination.metadata };
  for (const key of ['url', 'headers'].filter((name) => updateMask.includes(`metadata.${name}`))) {
    if (given[key] === undefined) delete result[key];
    else result[key] = given[key];
  }
  return result;
}

async function activate(s: Stores, { projectId, id }: Destination): Promise<void> {
  await s.destinations.saveHealth(projectId, id, { failures: 0, failingSince: null, openUntil: null });
  await s.closings.remove(id);
  await s.releases.put({ destinationId: id, projectId });
}

async function pause(s: Stores, { projectId, id, updateTime }: Destination): Promise<void> {
  await s.releases.remove(id);
  await s.closings.put({ destinationId: id, projectId, finalState: 'held', createTime: updateTime ?? 0 });
}

function saved({ clock, newId }: Deps) {
  return { newId, now: clock.now() };
}
