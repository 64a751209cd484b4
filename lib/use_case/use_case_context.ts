import type { TransactionalStores } from '../db/transacting.ts';
import type { OutboxStore } from '../events/outbox.ts';
import type { NewId } from '../ids/ids.ts';
import type { Clock } from '../time/clock.ts';

/** The time and new ids. They are passed to a use case, so that tests control them. */
export type ClockAndIds = { clock: Clock; newId: NewId };

/** The time of a change (Unix ms), and a source of ids for the rows that it creates. */
export type ChangeMoment = { now: number; newId: NewId };

/**
 * The dependencies of a use case that changes rows. `Stores` names its stores, so the signature shows which tables it
 * reads and writes. Further dependencies are added with `&`:
 *
 *     type Stores = WithOutbox<{ schedules: ScheduleStore }>;
 *     type Deps = Given<Stores> & { wake: () => void };
 */
export type UseCaseContext<Stores> = ClockAndIds & { stores: TransactionalStores<Stores> };

/** The stores of a change that produces events. The events are committed together with the change. */
export type WithOutbox<Stores> = Stores & { outbox: OutboxStore };
