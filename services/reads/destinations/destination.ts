import { Problem } from '../../../lib/problem/problem.ts';
import { toIso } from '../../../lib/time/iso.ts';
import type { ReadPlan } from '../read_plan.ts';

/**
 * A projection of the destinations of notifications. While a destination is inactive (disabled or deleted), messages
 * for it would only be held. So the scheduled reads, backfills and sweeps of its objects wait, and keep their watermark
 * and position. A due schedule notes a missed start, and an operation leaves its object's queue between two pages. When
 * the destination is active again, a walk over its objects starts and resumes them.
 *
 * A destination without a row counts as active: its event is late, or the destination is older than this table. An
 * active destination that is failing still takes messages, with a delay. Its objects are read as usual, and their
 * health reports the failing destination.
 */
export type Destination = {
  id: string;
  projectId: string;
  name: string;
  status: DestinationStatus;
  failing?: DestinationFailures | null;
};
/**
 * `status`: the HTTP status of the last failed attempt; 0 when there was no response, and then `error` says why.
 * `since`: Unix ms.
 */
export type DestinationFailures = { since: number; failures: number; status: number; error: string };
export type DestinationStatus = 'active' | 'disabled' | 'deleted';

/** A changed destination; its objects with schedule ids above `after` are not updated yet. */
type DestinationWalk = Destination & {
  after: string;
  eventTime: number;
  /** Whether only `failing` changed, so that only the health of the objects is updated. */
  isHealthOnly: boolean;
};

export type PlanDestination = Pick<ReadPlan, 'projectId' | 'destinationId' | 'destinationName'>;

export type DestinationStore = {
  /**
   * Ignores changes that are older than the row; `failing` and the other fields are compared separately. An absent
   * `status` or `failing` is not changed.
   */
  save(event: Omit<Destination, 'status'> & { status?: DestinationStatus; eventTime: number }): Promise<void>;
  /** The destinations of these plans, by id, or by name in plans without an id. */
  listOf(plans: readonly PlanDestination[]): Promise<Destination[]>;
  /** Whether any destination of the project is inactive. */
  hasInactive(projectId: string): Promise<boolean>;
  /** Whether any walk is incomplete. */
  hasWalk(): Promise<boolean>;
  /** Locks the row of an incomplete walk until the transaction ends. */
  lockWalk(): Promise<DestinationWalk | undefined>;
  /** Stores the position of the walk; null when the walk is complete. */
  setWalk(walk: DestinationWalk, after: string | null): Promise<void>;
};

/** The plan's destination among the given ones: by its id, or by its name in plans that have no id. */
export function destinationOf(plan: PlanDestination, known: readonly Destination[]): Destination | undefined {
  const own = known.filter(({ projectId }) => projectId === plan.projectId);
  if (plan.destinationId) return own.find(({ id }) => id === plan.destinationId);
  const named = own.filter(({ name }) => name === plan.destinationName);
  return named.find(({ status }) => status !== 'deleted') ?? named[0];
}

export function isInactive(destination: Destination | undefined): destination is Destination {
  return destination !== undefined && destination.status !== 'active';
}

/** Says why a destination is inactive, as the beginning of a sentence. */
export function inactiveText({ name, status }: Destination): string {
  return `The destination ${name} ${status === 'deleted' ? 'was deleted' : 'is disabled'}`;
}

export function remedyText({ status }: Destination): string {
  if (status === 'deleted') return 'Name another destination in the integration or the config of the installation.';
  return 'Change the metadata of the destination, or set its status to active.';
}

/** Says how a destination fails, in sentences. */
export function failingText({ name }: Destination, { since, failures, status, error }: DestinationFailures): string {
  const last = status > 0 ? `the status ${status}` : error || 'no answer';
  return (
    `Deliveries to the destination ${name} have failed since ${toIso(since)}: ${failures} in a row, the last with ${last}. ` +
    'They are tried again, at once when the destination is changed.'
  );
}

/** How often a waiting operation checks its destination, because the object may have another destination now. Ms. */
export const DESTINATION_RECHECK_MS = 600_000;

export function inactiveDestinationProblem(destination: Destination): Problem {
  return new Problem('conflict', `${inactiveText(destination)}, so records could not be delivered.`, {
    remedy: remedyText(destination),
  });
}
