import type { Service } from '../catalog.ts';

/**
 * The arrows of docs/architecture.md: which services a service may call. Events follow the same arrows while the bus is
 * unavailable, so direct events add no arrow and no cycle.
 */
export const callees = {
  identity: [],
  installation: [],
  reads: ['installation'],
  notifications: ['reads', 'installation'],
} as const satisfies Record<Service, readonly Service[]>;

/** The services that `S` calls. */
export type Callee<S extends Service> = (typeof callees)[S][number];

/**
 * How an event gets from its producer to a consumer without the bus:
 * - `local`: they are the same service;
 * - `pull`: the consumer calls the producer;
 * - `push`: the producer calls the consumer.
 *
 * Undefined when neither calls the other; a test refuses such a pair in the catalogue.
 */
export type Way = 'local' | 'pull' | 'push';

export function wayOf(producer: Service, consumer: Service): Way | undefined {
  if (producer === consumer) return 'local';
  if (calls(consumer, producer)) return 'pull';
  return calls(producer, consumer) ? 'push' : undefined;
}

function calls(caller: Service, callee: Service): boolean {
  return (callees[caller] as readonly Service[]).includes(callee);
}
