import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import express from 'express';
import Database from 'libsql';

/** Bare express with one SQLite insert that waits for the disk, as a process. Prints {"url":...}. */
const folder = mkdtempSync(join(tmpdir(), 'causeway-write-floor-'));
const db = new Database(join(folder, 'floor.db'));
db.exec('pragma page_size=8192; pragma journal_mode=WAL; pragma synchronous=FULL; pragma wal_autocheckpoint=2000;');
db.exec('create table topics (id char(36) primary key, project_id char(36), name varchar(191), create_time bigint)');
db.exec('create unique index topics_name on topics (project_id, name)');
const insert = db.prepare('insert into topics (id, project_id, name, create_time) values (?, ?, ?, ?)');
const app = express();
app.use(express.json());
app.post('/topics', (request, response) => {
  const { name } = request.body as { name: string };
  const topic = { id: randomUUID(), projectId: 'p', name, createTime: Date.now() };
  insert.run([topic.id, topic.projectId, name, topic.createTime]);
  response.status(201).json(topic);
});
const server = app.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number };
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.on('SIGTERM', () => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
