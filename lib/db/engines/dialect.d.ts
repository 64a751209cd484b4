type QueryObject = {
  sql: string;
  bindings?: unknown[];
  options?: { timeout?: number };
  response?: unknown;
  context?: unknown;
};
type Begin = (connection: unknown) => Promise<unknown>;
type KnexTransaction = { begin: Begin; query(connection: unknown, sql: string): Promise<unknown> };

/** The parts of knex's dialects that our dialects use and override. knex ships no types for them. */
declare class KnexDialect {
  constructor(config: import('knex').Knex.Config);
  config: object;
  driver: unknown;
  connectionSettings: Record<string, unknown>;
  isMariaDB?: boolean;
  version?: string;
  valueForUndefined: unknown;
  logger: unknown;
  emit(event: string, ...given: unknown[]): boolean;
  on(event: string, listener: (...given: never[]) => void): unknown;
  prepBindings(bindings: unknown[] | undefined): unknown[];
  acquireConnection(): Promise<unknown>;
  acquireRawConnection(): Promise<unknown>;
  releaseConnection(connection: unknown): Promise<void>;
  destroyRawConnection(connection: unknown): Promise<void>;
  query(connection: unknown, statement: QueryObject | string): Promise<unknown>;
  _query(connection: unknown, query: QueryObject): Promise<QueryObject>;
  transaction(container: unknown, config: unknown, outer?: unknown): KnexTransaction;
}

declare module 'knex/lib/dialects/better-sqlite3/index.js' {
  export default class extends KnexDialect {}
}
declare module 'knex/lib/dialects/mysql2/index.js' {
  export default class extends KnexDialect {}
}
declare module 'knex/lib/knex-builder/make-knex.js' {
  /** Creates a database handle that builds and runs its statements with `client`. */
  export default function makeKnex(client: KnexDialect): import('knex').Knex;
}
