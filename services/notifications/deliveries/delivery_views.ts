import { Buffer } from 'node:buffer';
import { isId } from '../../../lib/ids/ids.ts';
import { invalidPageToken } from '../../../lib/ids/page_token.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { DestinationStores } from '../destinations/destination.ts';
import { noDestination } from '../destinations/destinations.ts';
import type { DeliveryState } from './delivery.ts';
import {
  type AttemptView,
  type Backlog,
  type BacklogStore,
  type DeliveryFilter,
  type DeliveryPosition,
  type DeliveryView,
  type DeliveryViewStore,
  shownStates,
  statesOf,
} from './delivery_view.ts';

type Stores = { deliveryViews: DeliveryViewStore };

/**
 * Returns a delivery with its attempts. Throws notFound when the delivery is unknown, belongs to another project, or
 * was deleted after its retention.
 */
export function makeGetDelivery({ stores }: { stores: Stores }) {
  return async function getDelivery(
    projectId: string,
    id: string,
  ): Promise<{ delivery: DeliveryView; attempts: AttemptView[] }> {
    const delivery = await stores.deliveryViews.find(projectId, id);
    if (!delivery) throw notFound('delivery');
    return { delivery, attempts: await stores.deliveryViews.attempts(projectId, id) };
  };
}

type ListDeliveriesStores = Pick<DestinationStores, 'destinations' | 'deletedDestinations'> & {
  deliveryViews: DeliveryViewStore;
};

/** An absent filter is an empty text, an empty list or the time 0. */
type ListDeliveriesRequest = {
  projectId: string;
  /** Empty: all destinations of the project, deleted destinations, and messages for a name that no destination has. */
  destinationIdOrName: string;
  state: string;
  installationId: string;
  installationIds?: readonly string[];
  objectName: string;
  operationId: string;
  since: number;
  until: number;
  pageSize: number;
  pageToken: string;
};

const DEFAULT_PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 1_000;
/**
 * Max number of destinations whose deliveries one list contains, because each destination costs an index lookup. Few
 * projects have more.
 */
const MAX_DESTINATIONS = 500;
const MAX_DELETED_DESTINATIONS = 100;
/** The destination id of messages that are held for a name that no destination has. */
const NO_DESTINATION = '';

/** Lists deliveries, newest first. Throws notFound (destination) and invalidArgument (state, page token). */
export function makeListDeliveries({ stores }: { stores: ListDeliveriesStores }) {
  return async function listDeliveries(
    request: ListDeliveriesRequest,
  ): Promise<{ deliveries: DeliveryView[]; nextPageToken: string }> {
    const { projectId, destinationIdOrName, pageSize, pageToken } = request;
    const filter = filterOf(request);
    const after = pageToken === '' ? null : readToken(pageToken);
    const destinationIds = await destinationIdsOf(projectId, destinationIdOrName);
    const limit = Math.min(pageSize > 0 ? pageSize : DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
    const { deliveries, next } = await stores.deliveryViews.list(projectId, destinationIds, { filter, after, limit });
    return { deliveries, nextPageToken: next ? writeToken(next) : '' };
  };

  async function destinationIdsOf(projectId: string, idOrName: string): Promise<string[]> {
    if (idOrName === '') {
      const destinations = await stores.destinations.list(projectId, { after: '', limit: MAX_DESTINATIONS });
      const deleted = await stores.deletedDestinations.list(projectId, MAX_DELETED_DESTINATIONS);
      return [...destinations.map(({ id }) => id), ...deleted, NO_DESTINATION];
    }
    const destination =
      (await stores.destinations.find(projectId, idOrName)) ??
      (await stores.deletedDestinations.find(projectId, idOrName));
    if (!destination) throw noDestination();
    return [destination.id];
  }
}

function filterOf({
  state,
  installationId,
  installationIds = [],
  objectName,
  operationId,
  since,
  until,
}: ListDeliveriesRequest): DeliveryFilter {
  return {
    states: knownStates(state),
    ...(installationId && { installationIds: [installationId] }),
    ...(!installationId && installationIds.length > 0 && { installationIds }),
    ...(objectName && { objectName }),
    ...(operationId && { operationId }),
    ...(since && { since }),
    ...(until && { until }),
  };
}

function knownStates(shown: string): DeliveryState[] {
  const states = statesOf(shown);
  if (states.length > 0) return states;
  const detail = `must be one of: ${shownStates().join(', ')}`;
  throw new Problem('invalidArgument', `The state ${detail}.`, { issues: [{ in: 'query', name: 'state', detail }] });
}

function writeToken({ createTime, id }: DeliveryPosition): string {
  return Buffer.from(`d1:${createTime}:${id}`).toString('base64url');
}

function readToken(token: string): DeliveryPosition {
  const [version, time = '', id = ''] = Buffer.from(token, 'base64url').toString('latin1').split(':');
  if (version === 'd1' && /^\d{1,15}$/.test(time) && isId(id)) return { createTime: Number(time), id };
  throw invalidPageToken();
}

type ListBacklogsStores = Pick<DestinationStores, 'destinations'> & { backlogs: BacklogStore };

/** Max count of a backlog. A larger backlog is shown as "more than", because an exact count would be too expensive. */
const MAX_COUNTED = 10_000;

/** Lists the backlogs of a project's destinations; omits destinations without a backlog. */
export function makeListBacklogs({ stores }: { stores: ListBacklogsStores }) {
  return async function listBacklogs(projectId: string): Promise<Backlog[]> {
    const destinations = await stores.destinations.list(projectId, { after: '', limit: MAX_DESTINATIONS });
    return stores.backlogs.list(
      projectId,
      destinations.map(({ id }) => id),
      MAX_COUNTED,
    );
  };
}
