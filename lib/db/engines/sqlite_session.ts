import { setImmediate } from 'node:timers';
import { currentTurn } from '../../loop/turn.ts';
import { transactionEndedError } from '../transaction_guard.ts';
import { boundedWaits } from './bounded_waits.ts';
import { copyOf, groupLostError } from './group_errors.ts';
import { kindOf } from './statement_kind.ts';

/**
 * Group commit. One connection writes to a file, and each commit waits for the disk (`synchronous=FULL`). So waiting
 * transactions form a group: each runs in a savepoint, and all are committed and acknowledged together. If one
 * transaction fails, only this transaction is rolled back, to its savepoint.
 *
 * - Nothing is acknowledged before the commit. Failures are not reported earlier either, because a failure may depend
 *   on a row of another transaction in the group.
 * - Before a commit, the event loop turns once, so that requests that have arrived meanwhile join the group.
 * - After some milliseconds, no further transaction joins the group, so that its transactions don't wait long.
 * - A SELECT outside of transactions runs on a connection of its own (`reader`) and waits for none. It sees committed
 *   rows only, those on the disk.
 * - Other statements (schema changes; SELECTs if there is no `reader`) run between groups.
 * - If the engine rolls back everything (a full disk), all transactions of the group fail.
 * - The commit runs on a thread of the driver, so the event loop continues while the disk syncs. No session uses the
 *   connection meanwhile.
 * - A transaction goes on before other work that has paused, because the whole file waits for it.
 * - A session (what knex calls a connection) that waits too long for others is refused. The wait for the disk does not
 *   count. All sessions of a file share its connections.
 */
export type Connection = {
  readonly inTransaction: boolean;
  exec(sql: string): void;
  /** Commits without blocking the event loop. */
  commit(): Promise<void>;
  close(): void;
};
export type Session<C extends Connection = Connection> = {
  /** Waits for the turn of the statement, then runs the statement by calling `run` with the connection to use. */
  execute<T>(sql: string, run: (on: C) => T): Promise<T>;
  /** Rolls back what the session has left open. */
  end(): void;
};

type GroupMember = { commit(): void; fail(error: Error): void };
type CommitGroup = { members: GroupMember[]; openUntil: number };
/** The time in which one session may use the connection. `error`: why the engine rolled back its work. */
type SessionTurn = { hasSavepoint: boolean; error: Error | undefined };

/** Max time in which transactions may join a group. Ms. */
const MAX_GROUP_MS = 10;
const GROUP_SAVEPOINT = 'gathered';

export function sessionsOf<C extends Connection>(
  connection: C,
  reader?: C,
): { open(): Session<C>; close(): Promise<void> } {
  const waits = boundedWaits(() => isCommitting);
  const [writers, others] = [waits.queue(), waits.queue()];
  let group: CommitGroup | undefined;
  let turn: SessionTurn | undefined;
  let isCommitPlanned = false;
  let isCommitting = false;
  let committing: Promise<void> | undefined;
  let isClosed = false;
  const loop = currentTurn();

  function open(): Session<C> {
    let own: SessionTurn | undefined;

    async function executeInTurn<T>(sql: string, runOn: (on: C) => T): Promise<T> {
      assertOpen();
      const kind = kindOf(sql);
      if (kind === 'read' && reader && !own) return runOn(reader);
      const run = () => runOn(connection);
      if (own) {
        if (kind !== 'commit' && kind !== 'rollback') return inTurn(own, run);
        const ended = own;
        own = undefined;
        return (await (kind === 'commit' ? commitTransaction(ended) : rollBackTransaction(ended))) as never;
      }
      if (kind === 'write') return executeWrite(run);
      if (kind !== 'begin') return executeAlone(run);
      own = await beginTransaction();
      return undefined as never;
    }

    return {
      async execute(sql, run) {
        const begun = own;
        // Yields the event loop, because knex has just checked the bindings, which is slow for a large row.
        await loop.pause(begun !== undefined);
        // An end that did not pause overtakes a statement that did; the statement would run outside of its transaction.
        if (own !== begun) throw transactionEndedError();
        const result = await executeInTurn(sql, run);
        // Statements are synchronous. Without this pause, a transaction would run all its statements in one turn of the
        // event loop.
        await loop.pause(own !== undefined);
        return result;
      },
      end() {
        if (own && !isClosed) void rollBackTransaction(own).catch(() => {});
        own = undefined;
      },
    };
  }

  /** libsql crashes the process when a closed connection is used. */
  function assertOpen(): void {
    if (isClosed) throw new Error('The database is closed.');
  }

  /** Waits for a turn, and joins the current group or opens a new group. */
  async function beginTransaction(): Promise<SessionTurn> {
    await waitForTurn();
    try {
      group ??= openGroup();
      const own: SessionTurn = { hasSavepoint: group.members.length > 0, error: undefined };
      if (own.hasSavepoint) connection.exec(`savepoint ${GROUP_SAVEPOINT}`);
      turn = own;
      return own;
    } catch (err) {
      next();
      throw err;
    }
  }
  function openGroup(): CommitGroup {
    assertOpen();
    // A failed commit (full disk) can leave its transaction open, and SQLite would refuse to begin another one.
    if (connection.inTransaction) connection.exec('rollback');
    connection.exec('begin immediate');
    return { members: [], openUntil: performance.now() + MAX_GROUP_MS };
  }

  function inTurn<T>(own: SessionTurn, run: () => T): T {
    assertOpen();
    if (own.error) throw copyOf(own.error);
    try {
      return run();
    } catch (err) {
      if (!connection.inTransaction) failGroup(own, err as Error);
      throw err;
    }
  }
  /** Fails all members, because the engine has rolled back the whole group. */
  function failGroup(own: SessionTurn, err: Error): void {
    own.error = err;
    const members = group?.members ?? [];
    group = undefined;
    for (const { fail } of members) fail(groupLostError(err));
  }

  async function commitTransaction(own: SessionTurn): Promise<void> {
    if (own.error) return endWithError(own.error);
    return leaveAfter(own, own.hasSavepoint ? `release ${GROUP_SAVEPOINT}` : '');
  }
  /** Rolls back to the savepoint. Even a failure is acknowledged only after the commit of the group. */
  async function rollBackTransaction(own: SessionTurn): Promise<void> {
    if (own.error) return next();
    if (own.hasSavepoint) return leaveAfter(own, `rollback to ${GROUP_SAVEPOINT}; release ${GROUP_SAVEPOINT}`);
    group = undefined;
    try {
      connection.exec('rollback');
    } finally {
      next();
    }
  }
  async function leaveAfter(own: SessionTurn, sql: string): Promise<void> {
    try {
      if (sql !== '') inTurn(own, () => connection.exec(sql));
    } catch (err) {
      return endWithError(err as Error);
    }
    return leave();
  }
  async function endWithError(error: Error): Promise<never> {
    next();
    throw copyOf(error);
  }

  /** Runs one write outside a transaction. SQLite undoes a failed statement by itself, so it needs no savepoint. */
  async function executeWrite<T>(run: () => T): Promise<T> {
    await waitForTurn();
    const own: SessionTurn = { hasSavepoint: false, error: undefined };
    try {
      group ??= openGroup();
    } catch (err) {
      next();
      throw err;
    }
    turn = own;
    try {
      const result = inTurn(own, run);
      await leave();
      return result;
    } catch (err) {
      if (turn === own) await (group ? leave() : next());
      throw err;
    }
  }

  async function executeAlone<T>(run: () => T): Promise<T> {
    if (!turn && !group) return run();
    return new Promise<T>((resolve, fail) => {
      const start = () => {
        try {
          assertOpen();
          resolve(run());
        } catch (err) {
          fail(err as Error);
        }
      };
      others.add({ start, fail });
    });
  }

  /** Ends the turn, and waits for the commit of the group. */
  async function leave(): Promise<void> {
    const done = new Promise<void>((commit, fail) => group?.members.push({ commit, fail }));
    next();
    return done;
  }

  async function waitForTurn(): Promise<void> {
    if (!turn && !isFull() && writers.isEmpty()) {
      turn = NO_TURN;
      return;
    }
    await new Promise<void>((start, fail) => writers.add({ start, fail }));
  }
  function isFull(): boolean {
    return group !== undefined && performance.now() >= group.openUntil;
  }

  /** Ends the turn. The next session gets its turn in the same step, so that no other session can take it. */
  function next(): void {
    turn = undefined;
    if (!group) for (const { start } of others.takeAll()) start();
    const writer = isFull() ? undefined : writers.take();
    if (writer) {
      turn = NO_TURN;
      writer.start();
    } else if (group) planCommit();
  }
  function planCommit(): void {
    if (isCommitPlanned) return;
    isCommitPlanned = true;
    setImmediate(() => {
      isCommitPlanned = false;
      if (!turn && !isClosed) committing = commit();
    });
  }
  /** Commits the group. Never rejects; after an error, the promises of the members reject. */
  async function commit(): Promise<void> {
    const members = group?.members ?? [];
    group = undefined;
    turn = NO_TURN;
    isCommitting = true;
    try {
      if (members.length > 0) await connection.commit();
      for (const member of members) member.commit();
    } catch (err) {
      for (const { fail } of members) fail(groupLostError(err as Error));
      rollBackRest();
    } finally {
      isCommitting = false;
      next();
    }
  }

  /** A failed commit (full disk) can leave its transaction open, and reads would see its rows. */
  function rollBackRest(): void {
    try {
      if (connection.inTransaction) connection.exec('rollback');
    } catch {
      // `openGroup` tries the rollback again for the next group, and throws if it fails.
    }
  }

  /** Waits for a running commit: libsql crashes the process when a connection is closed during a commit. */
  async function close(): Promise<void> {
    await committing;
    if (group) await commit();
    isClosed = true;
    waits.stop();
    reader?.close();
    emptyLog();
    connection.close();
  }

  /** Moves the write-ahead log into the database file, so that a copy of the file is complete. */
  function emptyLog(): void {
    try {
      connection.exec('pragma wal_checkpoint(truncate)');
    } catch {
      // For example, the disk is full. The log keeps the data, and the next start reads it.
    }
  }

  return { open, close };
}

/** The turn of a commit, and of a session that has not started its statement yet. */
const NO_TURN: SessionTurn = { hasSavepoint: false, error: undefined };
