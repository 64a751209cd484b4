import { randomUUID } from 'node:crypto';
import { floorProcess } from './floor_process.ts';

/** Bare express with one SQLite insert that waits for the disk, as a process. Prints {"url":...}. */
const { app, db, listen } = floorProcess('write-floor');
db.exec('create table topics (id char(36) primary key, project_id char(36), name varchar(191), create_time bigint)');
db.exec('create unique index topics_name on topics (project_id, name)');
const insert = db.prepare('insert into topics (id, project_id, name, create_time) values (?, ?, ?, ?)');
app.post('/topics', (request, response) => {
  const { name } = request.body as { name: string };
  const topic = { id: randomUUID(), projectId: 'p', name, createTime: Date.now() };
  insert.run([topic.id, topic.projectId, name, topic.createTime]);
  response.status(201).json(topic);
});
listen();
