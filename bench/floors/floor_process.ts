import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import express, { type Express } from 'express';
import Database from 'libsql';

/**
 * What the floors of writes are made of: bare express that takes JSON, and a SQLite file whose commits wait for the disk.
 * `listen` prints {"url":...}. SIGTERM ends the process and removes the file.
 */
export function floorProcess(name: string): { app: Express; db: Database.Database; listen(): void } {
  const folder = mkdtempSync(join(tmpdir(), `causeway-${name}-`));
  const db = new Database(join(folder, 'floor.db'));
  db.exec('pragma page_size=8192; pragma journal_mode=WAL; pragma synchronous=FULL; pragma wal_autocheckpoint=2000;');
  const app = express();
  app.use(express.json());
  process.on('SIGTERM', () => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(0);
  });
  return {
    app,
    db,
    listen() {
      const server = app.listen(0, '127.0.0.1', () => {
        const { port } = server.address() as { port: number };
        process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
      });
    },
  };
}
