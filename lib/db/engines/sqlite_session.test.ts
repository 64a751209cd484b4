import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Database from 'libsql';
import { currentTurn } from '../../loop/turn.ts';
import { isTransient } from '../errors.ts';
import { type Connection, type Session, sessionsOf } from './sqlite_session.ts';

type Driver = Omit<Connection, 'commit'> & { prepare(sql: string): { all(): { id: number }[] } };

/** A database whose disk answers when the test lets it. Its rows show that nothing else has changed. */
function onSlowDisk() {
  const driver = new Database(':memory:') as unknown as Driver;
  driver.exec('create table things (id integer primary key)');
  const syncs: { end(): void; fail(err: Error): void }[] = [];
  const commit = () =>
    new Promise<void>((resolve, reject) => syncs.push({ end: resolve, fail: reject })).then(() =>
      driver.exec('commit'),
    );
  const sessions = sessionsOf(Object.assign(driver, { commit }));
  const run = (session: Session, sql: string) => session.execute(sql, () => driver.exec(sql));
  async function insert(id: number): Promise<void> {
    const session = sessions.open();
    await run(session, 'begin immediate');
    await run(session, `insert into things values (${id})`);
    await run(session, 'commit');
  }
  const ids = () =>
    sessions
      .open()
      .execute('select id from things', () => driver.prepare('select id from things order by id').all())
      .then((rows) => rows.map(({ id }) => id));
  return { sessions, syncs, run, insert, ids };
}

/** Runs until the next statement of this turn of the event loop pauses. */
function useUpTurn() {
  const turn = currentTurn();
  for (const end = performance.now() + 10; performance.now() < end; );
  return turn;
}

describe('sessions of a SQLite file', () => {
  let disk: ReturnType<typeof onSlowDisk>;
  const opened: (typeof disk)[] = [];
  const open = () => {
    const one = onSlowDisk();
    opened.push(one);
    return one;
  };
  beforeEach(() => {
    disk = open();
  });
  afterEach(async () => {
    for (const { sessions } of opened.splice(0)) await sessions.close();
  });
  /** The next commit that waits for the disk. */
  async function sync({ syncs } = disk) {
    for (;;) {
      const next = syncs.shift();
      if (next) return next;
      await new Promise(setImmediate);
    }
  }

  it('wait for a slow disk as long as it takes, and not so long for a transaction that hangs', async () => {
    const committing = disk.insert(1);
    const first = await sync();
    const [writer, reader] = [disk.insert(2), disk.ids()];
    const hanging = open();
    const holder = hanging.sessions.open();
    await hanging.run(holder, 'begin immediate');
    // They began to wait later than those of the slow disk, whose ticks are of the same length.
    const refused = await Promise.allSettled([hanging.insert(2), hanging.ids()]);
    expect(refused.map((one) => one.status === 'rejected' && isTransient(one.reason))).toEqual([true, true]);
    first.end();
    await committing;
    (await sync()).end();
    await expect(writer).resolves.toBeUndefined();
    await expect(reader).resolves.toEqual([1]);
    await hanging.run(holder, 'rollback');
  });

  it('fail with the commit of their group, and no others do', async () => {
    const group = Promise.allSettled([disk.insert(1), disk.insert(2)]);
    const first = await sync();
    const [read, later] = [disk.ids(), disk.insert(3)];
    first.fail(Object.assign(new Error('full'), { code: 'SQLITE_FULL' }));
    for (const one of await group)
      expect(one).toMatchObject({ status: 'rejected', reason: { code: 'SQLITE_FULL', isGroupLost: true } });
    await expect(read).resolves.toEqual([]);
    (await sync()).end();
    await later;
    await expect(disk.ids()).resolves.toEqual([3]);
  });

  it('go on before other work that has paused, once others wait for their transaction', async () => {
    const resumed: string[] = [];
    const [holder, reader] = [disk.sessions.open(), disk.sessions.open()];
    await disk.run(holder, 'begin immediate');
    const loop = useUpTurn();
    const works = [
      loop.pause()?.then(() => resumed.push('work')),
      reader.execute('select 1', () => resumed.push('reader')),
      holder.execute('insert into things values (1)', () => resumed.push('holder')),
    ];
    await works[0];
    expect(resumed).toEqual(['holder', 'work']);
    const committed = disk.run(holder, 'commit');
    (await sync()).end();
    await Promise.all([...works, committed]);
  });

  it('run a statement that paused before the rollback of its transaction, and undo it', async () => {
    const session = disk.sessions.open();
    await disk.run(session, 'begin immediate');
    useUpTurn();
    const late = disk.run(session, 'insert into things values (1)');
    const ended = disk.run(session, 'rollback');
    await Promise.all([late, ended]);
    await expect(disk.ids()).resolves.toEqual([]);
  });

  it.each(['rollback', 'commit'])('refuse a statement that the %s of its transaction overtakes', async (end) => {
    const session = disk.sessions.open();
    await disk.run(session, 'begin immediate');
    useUpTurn();
    // The clock stands still, so that no turn is used up after this one.
    const [{ now }, stopped] = [performance, performance.now()];
    performance.now = () => stopped;
    try {
      // Both statements pause. In the turn of the first, which has time left, the end does not.
      const ended = disk.run(session, 'select 1').then(() => disk.run(session, end));
      await expect(disk.run(session, 'insert into things values (1)')).rejects.toThrow('The transaction has ended');
      if (end === 'commit') (await sync()).end();
      await ended;
      await expect(disk.ids()).resolves.toEqual([]);
    } finally {
      performance.now = now;
    }
  });

  it('are closed after the commit under way, and refuse statements after that', async () => {
    const committing = disk.insert(1);
    const first = await sync();
    const closed = disk.sessions.close();
    first.end();
    await committing;
    await closed;
    opened.splice(0);
    await expect(disk.insert(2)).rejects.toThrow('closed');
    await expect(disk.ids()).rejects.toThrow('closed');
  });
});
