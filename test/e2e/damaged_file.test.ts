import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Database from 'libsql';
import { aBuilder, type Builder } from '../support/builder.ts';
import { type EmbeddedProcess, startEmbedded } from '../support/embedded_process.ts';
import { eventually } from '../support/eventually.ts';

const PAGE = 8_192;
const TIMEOUT_MS = 60_000;

/** Overwrites the first page of a table and of each of its indexes. */
function damage(file: string, table: string): void {
  const db = new Database(file) as unknown as {
    prepare(sql: string): { all(bindings: unknown[]): { rootpage: number }[] };
    close(): void;
  };
  const found = db.prepare('select rootpage from sqlite_master where tbl_name = ? and rootpage > 0').all([table]);
  db.close();
  const fd = openSync(file, 'r+');
  for (const { rootpage } of found) writeSync(fd, Buffer.alloc(PAGE, 7), 0, PAGE, (rootpage - 1) * PAGE);
  closeSync(fd);
}

describe('a data folder with a damaged page', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-damaged-'));
  let platform: EmbeddedProcess;
  let builder: Builder;
  beforeAll(async () => {
    platform = await startEmbedded(dataDir);
    await platform.end('SIGTERM');
    const file = join(dataDir, 'reads.db');
    expect(statSync(file).size % PAGE).toBe(0);
    for (const table of ['operations', 'messages']) damage(file, table);
    platform = await startEmbedded(dataDir);
    builder = aBuilder(platform);
  });
  afterAll(() => {
    platform?.child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('H6: answers what needs the page with a sentence', async () => {
    expect(await builder.call('GET', '/operations')).toMatchObject({
      status: 500,
      body: { detail: expect.stringMatching(/^The part of the database that this request needs is damaged\. /) },
    });
    expect((await builder.call('GET', '/destinations')).status).toBe(200);
  });

  it('H6: says it at /readyz and in the log, which names the file', async () => {
    await eventually(async () => {
      const answer = await fetch(`${platform.origin}/readyz`);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({
        status: 'ready',
        faults: [expect.stringMatching(/^The database of reads is damaged\. Stop Causeway, and restore /)],
      });
    }, TIMEOUT_MS);
    expect(readFileSync(join(dataDir, 'causeway.log'), 'utf8')).toMatch(/reads\.db".*"msg":"database file damaged: /);
  });
});
