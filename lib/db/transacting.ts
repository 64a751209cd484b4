/**
 * The stores that a use case needs, and the same stores inside one transaction: all of its changes happen, or none. A use
 * case names its stores, so its signature says which tables it touches.
 *
 *     type Deps = { stores: Transacting<{ schedules: ScheduleStore; logs: LogStore }> };
 */
export type Transacting<Stores> = Stores & { transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T> };
