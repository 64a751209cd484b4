import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { runCommand } from '../support/command_line.ts';
import { type Stage, startStage } from '../support/stage.ts';

describe('causeway records write', () => {
  let stage: Stage;
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-records-'));
    stage = await startStage({ records: 5 });
    await stage.builder.connect(stage.sandbox, 'acme');
    const integrationId = await stage.builder.deploy({
      name: 'notes',
      write: { objects: [{ objectName: 'contacts' }] },
    });
    const contacts = { objectName: 'contacts', deletionSettings: { enabled: true } };
    await stage.builder.installed(integrationId, 'acme', {}, { write: { objects: { contacts } } });
  });
  afterAll(async () => {
    await stage?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const login = (url = stage.platform.origin) => {
    const { apiKey, project } = stage.platform.ready;
    return ['--url', url, '--api-key', apiKey, '--project', project.name];
  };
  const target = ['--integration', 'notes', '--group', 'acme', '--object', 'contacts'];
  const write = (type: string, json: string, ...more: string[]) =>
    runCommand('records', 'write', json, '--type', type, ...target, ...login(), ...more);
  /** As the provider itself has it. */
  async function ask<T>(path: string): Promise<T> {
    const headers = { 'x-sandbox-key': 'sandbox-key' };
    return (await fetch(`${stage.sandbox.url}/api/v1/${path}`, { headers })).json() as Promise<T>;
  }
  const total = async () => (await ask<{ total: number }>('contacts?limit=1')).total;
  const idIn = (out: string) => /^\w+ {2}(\S+)$/m.exec(out)?.[1] ?? '';

  it('creates, updates and deletes one record, and says what was written', async () => {
    const created = await write('create', '{"name": "Grace", "big_number": 12345678901234567890.10}');
    expect(created).toMatchObject({ code: 0, err: expect.stringMatching(/^Operation \S+\.\n$/) });
    expect(created.out).toMatch(/^created {2}\S+\n\{.*12345678901234567890\.10.*\}\n$/);
    const id = idIn(created.out);
    const file = join(folder, 'note.json');
    writeFileSync(file, JSON.stringify({ id, notes: 'Called' }));
    expect(await write('update', `@${file}`)).toMatchObject({
      code: 0,
      out: expect.stringContaining(`updated  ${id}\n`),
    });
    expect(await ask(`contacts/${id}`)).toMatchObject({ name: 'Grace', notes: 'Called' });
    expect(await write('delete', JSON.stringify({ id }))).toMatchObject({ code: 0, out: `deleted  ${id}\n` });
    expect(await ask(`contacts/${id}`)).toMatchObject({ error: { code: 'not_found' } });
  });

  it('ends with 1 and the message of what was not written', async () => {
    const { code, out, err } = await write('create', '{"nonsense": 1}');
    expect([code, out, err]).toEqual([1, '', expect.stringContaining('There is no field named nonsense.')]);
    expect(err).toMatch(/^Operation \S+\.$/m);
    const json = await write('create', '{"nonsense": 1}', '--json');
    expect([json.code, JSON.parse(json.out)]).toMatchObject([1, { result: { success: false } }]);
    const partly = await write('create', '[{"name": "One"}, {"nonsense": 1}]');
    expect(partly.code).toBe(1);
    expect(partly.out).toMatch(/^0 +created +\S+\n1 +failed +.*nonsense/m);
    expect(await write('create', '{"name": "x"}', '--group', 'nobody')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^400: /),
    });
  });

  it('stores an asynchronous write, and waits for its end where that is asked', async () => {
    const stored = await write('create', '{"name": "Later"}', '--async');
    expect([stored.code, stored.err]).toEqual([0, expect.stringContaining('operations --follow')]);
    const operation = await stage.builder.finished(idIn(stored.out));
    expect(operation).toMatchObject({ status: 'success', result: '[contacts] 1 record created' });
    const batch = await write('create', '[{"name": "One"}, {"nonsense": 1}]', '--async', '--wait');
    expect(batch.code).toBe(1);
    expect(batch.out).toMatch(/^0 +created +\S+\n1 +failed +.*nonsense/m);
    expect(batch.err).toContain('[contacts] 1 of 2 records created, 1 failed');
    const exact = '{"name": "One", "big_number": 12345678901234567890.10}';
    expect((await write('create', exact, '--async', '--wait')).out).toContain('12345678901234567890.10');
    const json = await write('create', exact, '--async', '--wait', '--json');
    expect(json.out).toContain('12345678901234567890.10');
    expect([json.code, JSON.parse(json.out)]).toMatchObject([0, { status: 'success', actionType: 'write' }]);
  });

  it('stands beside the reads in the list of operations', async () => {
    const { out } = await runCommand('operations', 'list', '--type', 'write', ...login());
    expect(out).toMatch(/^ID +STATUS +TYPE +GROUP +OBJECT +RECORDS/);
    expect(out).toMatch(/ success +write +acme +contacts +1 /);
    expect((await runCommand('operations', 'list', '--type', 'read', ...login())).out).not.toContain(' write ');
  });

  it('writes once under one key, and again under the next', async () => {
    const before = await total();
    const first = await write('create', '{"name": "Ada"}', '--key', 'one');
    expect(await write('create', '{"name": "Ada"}', '--key', 'one')).toEqual(first);
    expect(await total()).toBe(before + 1);
    await write('create', '{"name": "Ada"}');
    await write('create', '{"name": "Ada"}');
    expect(await total()).toBe(before + 3);
  });

  it('asks again under its key when the answer is lost, and writes once', async () => {
    const before = await total();
    const cutting = await startCutting(stage.platform.origin, 1);
    const { code, out } = await runCommand(
      ...['records', 'write', '{"name": "Lost"}', '--type', 'create'],
      ...[...target, ...login(cutting.url)],
    );
    expect([code, out]).toEqual([0, expect.stringContaining('"Lost"')]);
    expect(cutting.asked()).toBe(2);
    expect(await total()).toBe(before + 1);
    await cutting.stop();
  });

  it('names its key when no answer ever came', async () => {
    const before = await total();
    const cutting = await startCutting(stage.platform.origin, Number.POSITIVE_INFINITY);
    const { code, err } = await runCommand(
      ...['records', 'write', '{"name": "Silent"}', '--type', 'create'],
      ...[...target, ...login(cutting.url)],
    );
    await cutting.stop();
    const key = /--key (\S+) /.exec(err)?.[1] ?? '';
    expect([code, key]).toEqual([1, expect.stringMatching(/^[\w-]{36}$/)]);
    expect((await write('create', '{"name": "Silent"}', '--key', key)).code).toBe(0);
    expect(await total()).toBe(before + 1);
  });

  it('reads a record from stdin', async () => {
    const args = ['records', 'write', '-', '--type', 'create', ...target, ...login()];
    const { code, out } = await runWithInput(args, '{"name": "Piped"}');
    expect([code, out]).toEqual([0, expect.stringMatching(/^created {2}\S+\n.*"Piped"/)]);
  });

  it.each([
    ['{"name": ', 'This is no JSON'],
    ['[]', 'Give a record as a JSON object'],
    ['7', 'Give a record as a JSON object'],
    ['@/nowhere.json', "/nowhere.json can't be read"],
  ])('explains a wrong argument: %s', async (json, reason) => {
    expect(await write('create', json)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(reason) });
  });

  it('names a missing option and the types', async () => {
    expect(await runCommand('records', 'write', '{}', '--type', 'create')).toMatchObject({
      code: 2,
      err: expect.stringContaining("'--integration <id or name>' not specified"),
    });
    expect(await write('upsert', '{}')).toMatchObject({
      code: 2,
      err: expect.stringContaining('create, update, delete'),
    });
  });
});

type Cutting = { url: string; asked(): number; stop(): Promise<void> };

/** Passes requests on to `origin`, and cuts the connection instead of the first `cuts` answers. */
async function startCutting(origin: string, cuts: number): Promise<Cutting> {
  let asked = 0;
  const server: Server = createServer(async (request, response) => {
    asked += 1;
    const isCut = asked <= cuts;
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const { 'x-api-key': apiKey, 'idempotency-key': key } = request.headers;
    const answer = await fetch(`${origin}${request.url}`, {
      method: request.method ?? 'POST',
      headers: {
        'x-api-key': String(apiKey),
        'idempotency-key': String(key),
        'content-type': 'application/json',
      },
      body: Buffer.concat(chunks).toString(),
    });
    const text = await answer.text();
    if (isCut) return void request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(text);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked: () => asked,
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

/** The program itself, in a process of its own, because stdin belongs to a process. */
function runWithInput(args: readonly string[], input: string): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, [assetPath('dist/cli/main.js'), ...args]);
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out }));
  });
}
