/**
 * The stores that a use case needs. `transaction` passes the same stores inside one transaction to `work`. The type
 * of the dependencies names the stores, so it shows which tables the use case reads and writes.
 *
 *     type Deps = { stores: Transacting<{ schedules: ScheduleStore; logs: LogStore }> };
 */
export type TransactionalStores<Stores> = Stores & { transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T> };
