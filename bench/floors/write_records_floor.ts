import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { Pool } from 'undici';
import { floorProcess } from './floor_process.ts';

/**
 * The minimum of a write at a provider that a crash can't hide, as a process: `write_records_floor.js <provider's url>`.
 * Bare express; a row of the operation that waits for the disk, one call by undici, and a row of the result that waits
 * for the disk. Prints {"url":...}.
 */
const [providerUrl = ''] = process.argv.slice(2);
const { app, db, listen } = floorProcess('write-records-floor');
db.exec('create table operations (id char(36) primary key, request text, create_time bigint)');
db.exec('create table results (operation_id char(36) primary key, status integer, response text, end_time bigint)');
const begin = db.prepare('insert into operations (id, request, create_time) values (?, ?, ?)');
const end = db.prepare('insert into results (operation_id, status, response, end_time) values (?, ?, ?, ?)');
/** As many connections as the platform has to one provider. */
const provider = new Pool(providerUrl, { connections: 16 });
app.post('/contacts', async (request, response) => {
  const { record } = request.body as { record: object };
  const [id, text] = [randomUUID(), JSON.stringify(record)];
  begin.run([id, text, Date.now()]);
  const headers = { 'content-type': 'application/json', 'x-sandbox-key': 'sandbox-key' };
  const answer = await provider.request({ method: 'POST', path: '/api/v1/contacts', headers, body: text });
  const data = (await answer.body.json()) as { id: string };
  end.run([id, answer.statusCode, JSON.stringify(data), Date.now()]);
  const success = answer.statusCode === 201;
  response.status(success ? 200 : 422).json({ operationId: id, result: { success, recordId: data.id, data } });
});
listen();
