import process from 'node:process';
import express from 'express';
import mysql from 'mysql2/promise';

/** Bare express with one point select, as a process: `gateway_floor.js <socket path> <schema>`. Prints {"port":...}. */
const [socketPath = '', database = ''] = process.argv.slice(2);
const pool = mysql.createPool({ user: 'root', socketPath, database, connectionLimit: 10 });
const app = express();
app.get('/installations/:id', async (request, response) => {
  const [rows] = await pool.execute('select * from installations where id = ?', [request.params.id]);
  response.json((rows as unknown[])[0] ?? null);
});
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(
    `${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as { port: number }).port}` })}\n`,
  );
});
process.on('SIGTERM', () => process.exit(0));
