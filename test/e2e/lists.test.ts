import { Buffer } from 'node:buffer';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '../../lib/db/open.ts';
import { newId } from '../../lib/ids/ids.ts';
import { request } from '../support/platform.ts';
import { type Stage, startStage } from '../support/stage.ts';

const ROWS = 20_000;
const PER_INSERT = 400;

/** Decision 33: the event loop is not blocked while a list is answered. */
describe('GET installations with 20,000 rows', () => {
  let stage: Stage;
  let path: string;

  beforeAll(async () => {
    stage = await startStage({ records: 1 });
    const { builder, sandbox, platform } = stage;
    const objects = {
      contacts: { objectName: 'contacts', destination: 'main', requiredFields: [{ fieldName: 'id' }] },
    };
    const integrationId = await builder.deploy({ name: 'lists', read: { objects: Object.values(objects) } });
    await builder.connect(sandbox, 'list-0');
    await builder.install(integrationId, 'list-0', { contacts: { selectedFields: { id: true } } });
    path = `/v1/projects/${platform.ready.project.id}/integrations/${integrationId}/installations`;
    await copyRow(integrationId, ROWS - 1);
  });

  afterAll(() => stage.stop());

  async function copyRow(integrationId: string, count: number): Promise<void> {
    const db = openDatabase(stage.platform.databaseUrl('installation'));
    const row = (await db('installations').where({ integration_id: integrationId }).first('*')) as object;
    for (let at = 0; at < count; at += PER_INSERT) {
      const size = Math.min(PER_INSERT, count - at);
      const rows = Array.from({ length: size }, (_, i) => ({ ...row, id: newId(), group_ref: `list-${at + i + 1}` }));
      await db('installations').insert(rows);
    }
    await db.destroy();
  }

  const headers = () => ({ 'x-api-key': stage.platform.ready.apiKey });

  it('answers other requests while a client reads the list, and answers all of it', async () => {
    const { origin } = stage.platform;
    const list = await new Promise<IncomingMessage>(
      (resolve) => void get(origin + path, { headers: headers() }, resolve),
    );
    const one = await request(origin, 'GET', `${path}?pageSize=1`, { headers: headers() });
    expect([list.statusCode, list.complete, one.status]).toEqual([200, false, 200]);
    const chunks: Buffer[] = [];
    for await (const chunk of list) chunks.push(chunk as Buffer);
    const all = JSON.parse(Buffer.concat(chunks).toString()) as { id: string }[];
    expect(new Set(all.map(({ id }) => id)).size).toBe(ROWS);
  });

  it('answers a page, with a Link to the next one', async () => {
    const seen: string[] = [];
    let next = `${path}?pageSize=700`;
    for (let parts = 0; parts < 3; parts += 1) {
      const { status, text, headers: got } = await request(stage.platform.origin, 'GET', next, { headers: headers() });
      expect(status).toBe(200);
      seen.push(...(JSON.parse(text) as { id: string }[]).map(({ id }) => id));
      const [, target = ''] = /^<([^>]+)>; rel="next"$/.exec(got.get('link') ?? '') ?? [];
      const url = new URL(target);
      next = url.pathname + url.search;
    }
    expect([seen.length, new Set(seen).size]).toEqual([2_100, 2_100]);
  });

  it.each(['pageToken=nonsense', 'pageSize=0', 'pageSize=1001', 'pageSize=x'])('refuses %s', async (query) => {
    const { status, body } = await request(stage.platform.origin, 'GET', `${path}?${query}`, { headers: headers() });
    expect(status).toBe(400);
    expect(body['issues']).toEqual([expect.objectContaining({ in: 'query', name: query.split('=')[0] })]);
  });
});
