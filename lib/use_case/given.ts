import type { Transacting } from '../db/transacting.ts';
import type { OutboxStore } from '../events/outbox.ts';
import type { NewId } from '../ids/ids.ts';
import type { Clock } from '../time/clock.ts';

/** The time and new ids. A use case takes them rather than makes them, so that tests control them. */
export type ClockAndIds = { clock: Clock; newId: NewId };

/** The moment of a change (Unix ms), and the ids of what it makes. */
export type Moment = { now: number; newId: NewId };

/**
 * What a use case that changes rows is given. It names its stores, so its signature says which tables it touches; what
 * else it needs stands beside:
 *
 *     type Stores = WithOutbox<{ schedules: ScheduleStore }>;
 *     type Deps = Given<Stores> & { wake: () => void };
 */
export type Given<Stores> = ClockAndIds & { stores: Transacting<Stores> };

/** The stores of a change that other services or the audit log hear of: the events commit with it. */
export type WithOutbox<Stores> = Stores & { outbox: OutboxStore };
