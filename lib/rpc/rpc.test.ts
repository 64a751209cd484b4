import { Buffer } from 'node:buffer';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../test/support/eventually.ts';
import { sharedTrust } from '../../test/support/trust.ts';
import { newId } from '../ids/ids.ts';
import { createLog } from '../log/log.ts';
import { Problem } from '../problem/problem.ts';
import { logTelemetry } from '../telemetry/log_telemetry.ts';
import { systemClock } from '../time/clock.ts';
import { type Call, PROBE_PROCESS, systemCall } from './call.ts';
import { rpcClient } from './client.ts';
import { type RpcServer, startRpcServer } from './server.ts';
import type { ServiceHandlers } from './services.ts';

const IDENTITY = '/causeway.identity.v1.Identity/GetProject';
const GRPC_HEADERS = { 'content-type': 'application/grpc', te: 'trailers' };

/** A client calls in the process if it has the address that the server has registered. */
const WAYS = [
  ['on the wire', (address: string) => address.replace('127.0.0.1', 'localhost')],
  ['in the process', (address: string) => address],
] as const;

describe.each(WAYS)('a call between services, %s', (_way, addressFor) => {
  const lines: string[] = [];
  let server: RpcServer;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const project = {
    id: 'p',
    name: 'näme',
    appName: '',
    orgId: '',
    createTime: 1_767_323_045_678,
    updateTime: 0,
    entitlements: null,
    allowedOrigins: [],
    restrictFrontendKeys: false,
  };
  const handlers = {
    GetProject: async (call: Call, request: { projectId: string }) => {
      const { projectId } = request;
      if (projectId === 'missing')
        throw new Problem('notFound', 'There is no such thing ✓.', {
          issues: [{ in: 'path', name: 'id', detail: 'x' }],
        });
      if (projectId.startsWith('many:'))
        throw new Problem('unprocessable', 'Much is wrong. '.repeat(300), {
          issues: Array.from({ length: 100 }, () => ({
            in: 'body',
            name: 'n',
            detail: '一'.repeat(Number(projectId.slice(5))),
          })),
          causes: Array.from({ length: 100 }, () => '一'.repeat(Number(projectId.slice(5)))),
        });
      began.push(projectId);
      if (projectId === 'slow') await released;
      if (projectId === 'held') await held;
      if (projectId === 'endless') await new Promise(() => {});
      if (projectId === 'partial') return { id: 'p' };
      if (projectId === 'unfit') return { allowedOrigins: 7 };
      if (projectId === 'huge') return { name: 'x'.repeat(64 * 1024 * 1024 + 1) };
      if (projectId === 'large') return { id: 'p', name: 'x'.repeat(63 * 1024 * 1024) };
      if (projectId === 'changing') return Object.assign(request, { projectId: 'changed' }, project);
      if (projectId === 'bug') throw new Error('secret detail');
      return { ...project, appName: call.principal };
    },
    // Not async: it throws before there is a promise.
    ListProjects() {
      throw new Error('secret detail of a list');
    },
  } as unknown as ServiceHandlers<'identity'>;
  // Far beyond what a busy machine needs; a deadline that is tested is passed in.
  const call = (timeout = 120_000) => systemCall('tést', { newId, clock: systemClock }, timeout);
  const began: string[] = [];
  let held: Promise<void>;
  let letGo = () => {};
  const client = (token = 'token') =>
    rpcClient('identity', { address: addressFor(server.address), trust: sharedTrust('gateway', token) });

  beforeAll(async () => {
    const log = createLog({ service: 'test', sink: { write: (line) => void lines.push(line) } });
    const telemetry = logTelemetry(log, 'info');
    const place = { port: 0, host: '127.0.0.1', trust: sharedTrust('identity') };
    server = await startRpcServer({ service: 'identity', handlers, ...place, log, telemetry });
  });
  afterAll(() => server.stop());

  it('carries the request, the answer and who asks', async () => {
    await expect(client().getProject(call(), { projectId: 'p' })).resolves.toEqual({
      ...project,
      appName: 'system:tést',
    });
  });
  it('brings a problem back whole', async () => {
    await expect(client().getProject(call(), { projectId: 'missing' })).rejects.toMatchObject({
      kind: 'notFound',
      detail: 'There is no such thing ✓.',
      extras: { issues: [{ in: 'path', name: 'id', detail: 'x' }] },
    });
  });
  it.each([1, 50, 500, 50_000])('brings a problem back in bounds, with 100 issues of %i characters', async (length) => {
    const other = client();
    const problem: unknown = await other
      .getProject(call(5_000), { projectId: `many:${length}` })
      .catch((one: unknown) => one);
    expect(problem).toMatchObject({ kind: 'unprocessable', detail: expect.stringMatching(/^Much is wrong\. /) });
    const { issues = [], causes = [] } = (problem as Problem).extras;
    expect(issues[0]).toMatchObject({ in: 'body', name: 'n', detail: expect.stringMatching(/^一+…?$/) });
    expect(JSON.stringify(problem).length).toBeLessThan(45_000);
    expect([issues.length, causes.length]).toEqual(
      length === 1 ? [100, 100] : [expect.any(Number), expect.any(Number)],
    );
  });
  it('reads no stack of its caller when it fails', async () => {
    const { prepareStackTrace } = Error;
    const files: string[] = [];
    Error.prepareStackTrace = (_error, sites) => {
      files.push(...sites.map((site) => site.getFileName() ?? ''));
      return '';
    };
    try {
      await expect(client().getProject(call(), { projectId: 'missing' })).rejects.toMatchObject({ kind: 'notFound' });
      expect(files.filter((file) => file.endsWith('.ts'))).toEqual([]);
    } finally {
      Error.prepareStackTrace = prepareStackTrace;
    }
  });
  it('tells nothing of a bug but logs it with the request id', async () => {
    const asked = call();
    const error: unknown = await client()
      .getProject(asked, { projectId: 'bug' })
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ kind: 'internal' });
    expect(String((error as Problem).detail)).not.toContain('secret');
    expect(lines.some((line) => line.includes('secret detail') && line.includes(asked.requestId))).toBe(true);
  });
  it('fails one call alone when a handler throws before its promise', async () => {
    await expect(client().listProjects(call(), { projectIds: [] })).rejects.toMatchObject({ kind: 'internal' });
    expect(lines.some((line) => line.includes('secret detail of a list'))).toBe(true);
    await expect(client().getProject(call(), { projectId: 'p' })).resolves.toMatchObject({ appName: 'system:tést' });
  });
  it('S4: refuses who does not know the deployment, says so, and blames no credential of a person', async () => {
    await expect(client('other').getProject(call(), { projectId: 'p' })).rejects.toMatchObject({
      kind: 'unavailable',
      detail: 'The identity service does not accept calls of this process. Its log says why.',
    });
    const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(told).toContainEqual(
      expect.objectContaining({ level: 'warn', msg: 'call refused', fault: 'wrong or no token' }),
    );
  });
  describe('is told in one line', () => {
    const linesOf = (wanted: string) =>
      lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === wanted);
    const lineOf = ({ requestId }: Call) => linesOf('rpc').filter((line) => line['requestId'] === requestId);
    const common = { level: 'info', rpc: 'identity/GetProject', caller: 'system', durationMs: expect.any(Number) };

    it('when it succeeds', async () => {
      const asked = call();
      await client().getProject(asked, { projectId: 'p' });
      expect(lineOf(asked)).toEqual([expect.objectContaining({ ...common, status: 'OK', projectId: 'p' })]);
    });
    it('when a problem ends it, and when a bug does', async () => {
      for (const [projectId, status, problem] of [
        ['missing', 'NOT_FOUND', 'notFound'],
        ['bug', 'INTERNAL', 'internal'],
      ] as const) {
        const asked = call();
        await client()
          .getProject(asked, { projectId })
          .catch(() => {});
        expect(lineOf(asked)).toEqual([expect.objectContaining({ ...common, status, problem, projectId })]);
      }
    });
    it('when nobody waits for it any more', async () => {
      const asked = call(200);
      const impatient = client();
      await expect(impatient.getProject(asked, { projectId: 'slow' })).rejects.toMatchObject({
        kind: 'deadlineExceeded',
      });
      // The cancellation went ahead of this call on the same connection.
      await impatient.getProject(call(), { projectId: 'p' });
      release();
      await eventually(async () =>
        expect(lineOf(asked)).toEqual([expect.objectContaining({ ...common, status: 'CANCELLED' })]),
      );
    });
    it('S4: not when an unproven caller makes it: the count of refused calls stands for it', async () => {
      const before = linesOf('rpc').length;
      await client('other')
        .getProject(call(), { projectId: 'p' })
        .catch(() => {});
      await client().getProject(call(), { projectId: 'p' });
      expect(linesOf('rpc').slice(before)).toEqual([expect.objectContaining({ status: 'OK' })]);
      expect(linesOf('call refused')).toEqual([expect.objectContaining({ rpc: 'identity/GetProject', count: 1 })]);
    });
    it('at DEBUG when a health check makes it', async () => {
      const before = linesOf('rpc').length;
      await client().getProject(systemCall(PROBE_PROCESS, { newId, clock: systemClock }), { projectId: 'p' });
      expect(linesOf('rpc')).toHaveLength(before);
    });
  });
  describe('S4: from a program that speaks gRPC only', () => {
    /** A call with a body that is no message; resolves to its gRPC status. */
    function rawStatus(headers: Record<string, string>, body: Buffer, path = IDENTITY): Promise<string> {
      const session = connect(`http://${server.address}`);
      const stream = session.request({ ':method': 'POST', ':path': path, ...GRPC_HEADERS, ...headers });
      const frame = Buffer.alloc(5);
      frame.writeUInt32BE(body.length, 1);
      stream.end(Buffer.concat([frame, body]));
      stream.on('data', () => {});
      return new Promise<string>((resolve, reject) => {
        const note = (sent: IncomingHttpHeaders) =>
          sent['grpc-status'] === undefined ? undefined : resolve(String(sent['grpc-status']));
        stream.on('response', note).on('trailers', note).on('error', reject);
      }).finally(() => session.destroy());
    }
    const undecodable = Buffer.alloc(64, 0xff);
    const token = { 'causeway-token': 'token' };

    it('a message without credentials is refused before it is decoded', async () => {
      await expect(rawStatus({}, undecodable)).resolves.toBe('16');
      await expect(rawStatus({ 'causeway-token': 'other' }, undecodable)).resolves.toBe('16');
      await expect(rawStatus(token, undecodable)).resolves.toBe('13');
    });
    it('the health service needs no credentials', async () => {
      await expect(rawStatus({}, Buffer.alloc(0), '/grpc.health.v1.Health/Check')).resolves.toBe('0');
    });
    it('an unreadable principal is a bad request', async () => {
      await expect(rawStatus({ ...token, 'causeway-principal': '%' }, Buffer.alloc(0))).resolves.toBe('3');
    });
  });
  it('gives the fields that an answer leaves out their defaults', async () => {
    const answer = await client().getProject(call(), { projectId: 'partial' });
    expect(answer).toEqual({ ...project, name: '', createTime: 0 });
  });
  it('makes an answer that does not fit its message an internal problem', async () => {
    await expect(client().getProject(call(), { projectId: 'unfit' })).rejects.toMatchObject({ kind: 'internal' });
  });
  it('refuses a request above 4 MiB, and accepts one below', async () => {
    const problem = client().getProject(call(), { projectId: 'x'.repeat(4 * 1024 * 1024 + 1) });
    await expect(problem).rejects.toMatchObject({ kind: expect.not.stringMatching('internal') });
    await client().getProject(call(), { projectId: 'x'.repeat(4 * 1024 * 1024 - 100) });
  });
  it('refuses an answer above 64 MiB, and accepts one below', async () => {
    const problem = client().getProject(call(), { projectId: 'huge' });
    await expect(problem).rejects.toMatchObject({ kind: 'rateLimited' });
    await expect(client().getProject(call(), { projectId: 'large' })).resolves.toMatchObject({ id: 'p' });
  });
  it('shares no object between its caller and its handler', async () => {
    const asked = { projectId: 'changing' };
    const first = await client().getProject(call(), asked);
    first?.allowedOrigins?.push('https://a.example');
    await expect(client().getProject(call(), asked)).resolves.toMatchObject({ id: 'p', allowedOrigins: [] });
    expect(asked).toEqual({ projectId: 'changing' });
  });
  it('ends when its caller cancels it', async () => {
    const stopping = new AbortController();
    const asked = { ...call(60_000), signal: stopping.signal };
    const failed = client().getProject(asked, { projectId: 'endless' });
    await eventually(async () => expect(began).toContain('endless'));
    stopping.abort();
    await expect(failed).rejects.toMatchObject({ kind: 'unavailable', extras: { subsystem: 'identity' } });
  });
  it('is not made on a closed client', async () => {
    const closed = client();
    closed.close();
    await expect(closed.getProject(call(500), { projectId: 'p' })).rejects.toThrow();
  });
  it('is finished before its server stops, and is unavailable after that', async () => {
    const other = await startRpcServer({
      service: 'identity',
      handlers,
      port: 0,
      host: '127.0.0.1',
      trust: sharedTrust('identity'),
      log: createLog({ service: 'test', sink: { write() {} } }),
      telemetry: { request() {}, rpc() {}, providerCall() {}, proxied() {} },
    });
    const mine = rpcClient('identity', { address: addressFor(other.address), trust: sharedTrust('gateway') });
    held = new Promise<void>((resolve) => (letGo = resolve));
    const answer = mine.getProject(call(), { projectId: 'held' });
    await eventually(async () => expect(began).toContain('held'));
    const stopped = other.stop();
    letGo();
    await expect(answer).resolves.toMatchObject({ id: 'p' });
    await stopped;
    await expect(mine.getProject(call(), { projectId: 'p' })).rejects.toMatchObject({ kind: 'unavailable' });
    mine.close();
  });
  it('gives up at the deadline when nobody is there', async () => {
    const nobody = rpcClient('identity', { address: '127.0.0.1:1', trust: sharedTrust('gateway') });
    await expect(nobody.getProject(call(300), { projectId: 'p' })).rejects.toMatchObject({ retryable: true });
    nobody.close();
  });
});
