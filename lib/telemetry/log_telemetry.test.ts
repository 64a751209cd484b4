import { beforeEach, describe, expect, it } from '@jest/globals';
import { createLog, type LogLevel } from '../log/log.ts';
import { callerKind } from './caller_kind.ts';
import { HEALTH_OPERATION, logTelemetry, type RequestLogLevel } from './log_telemetry.ts';
import type { EndedRequest, EndedRpc } from './telemetry.ts';

describe('the line about a request or an RPC', () => {
  const lines: Record<string, unknown>[] = [];
  beforeEach(() => void lines.splice(0));

  const telemetry = (level: RequestLogLevel, logLevel: LogLevel = 'debug') =>
    logTelemetry(
      createLog({
        service: 'test',
        level: logLevel,
        sink: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
      }),
      level,
    );
  const aRequest = (change: Partial<EndedRequest> = {}): EndedRequest => ({
    requestId: 'r',
    operation: 'listTopics',
    method: 'GET',
    status: 200,
    aborted: undefined,
    durationMs: 1.25,
    caller: 'apiKey',
    projectId: 'p',
    bytes: 2,
    problem: undefined,
    ...change,
  });
  const rpc: EndedRpc = {
    requestId: 'r',
    rpc: 'notifications/ListTopics',
    status: 'OK',
    durationMs: 1,
    caller: 'apiKey',
    projectId: 'p',
    problem: undefined,
  };

  it('has each field that is known, and no other', () => {
    telemetry('info').request(aRequest());
    expect(lines).toEqual([
      {
        level: 'info',
        service: 'test',
        time: expect.any(String),
        msg: 'request',
        requestId: 'r',
        operation: 'listTopics',
        method: 'GET',
        status: 200,
        durationMs: 1.25,
        caller: 'apiKey',
        projectId: 'p',
        bytes: 2,
      },
    ]);
  });
  it.each([
    ['a success', 'info', aRequest(), 'info'],
    ['a success where DEBUG is set', 'debug', aRequest(), 'debug'],
    ['a refusal', 'info', aRequest({ status: 404, problem: 'notFound' }), 'info'],
    ['a client that hung up', 'info', aRequest({ status: 499, aborted: true }), 'info'],
    ['a failure of ours', 'debug', aRequest({ status: 503, problem: 'unavailable' }), 'warn'],
    ['a health check', 'info', aRequest({ operation: HEALTH_OPERATION }), 'debug'],
    ['a health check that failed', 'info', aRequest({ operation: HEALTH_OPERATION, status: 503 }), 'debug'],
  ] as const)('of %s has its level', (_what, level, ended, expected) => {
    telemetry(level).request(ended);
    expect(lines).toEqual([expect.objectContaining({ level: expected, msg: 'request' })]);
  });
  it('of a failure tells why, with the stack', () => {
    telemetry('info').request(aRequest({ status: 502 }), new Error('refused'));
    expect(lines[0]).toMatchObject({
      err: { message: 'refused', stack: expect.stringContaining('log_telemetry.test') },
    });
  });
  it('of an RPC has the level that is set, unless a health check made it', () => {
    telemetry('info').rpc(rpc, { isProbe: false });
    telemetry('debug').rpc(rpc, { isProbe: false });
    telemetry('info').rpc(rpc, { isProbe: true });
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      ['info', 'rpc'],
      ['debug', 'rpc'],
      ['debug', 'rpc'],
    ]);
  });
  it('of a provider call is DEBUG', () => {
    const call = { host: 'api.acme.example', method: 'GET', status: 200, failure: undefined, durationMs: 12 };
    telemetry('info').providerCall(call);
    expect(lines).toEqual([
      expect.objectContaining({ level: 'debug', msg: 'provider call', host: 'api.acme.example', durationMs: 12 }),
    ]);
  });
  it('is left out where the log shows less', () => {
    telemetry('info', 'warn').request(aRequest());
    telemetry('debug', 'info').rpc(rpc, { isProbe: false });
    expect(lines).toEqual([]);
  });
  it.each([
    ['api-key:1', 'apiKey'],
    ['builder:1', 'builder'],
    ['consumer:api-key:1', 'customer'],
    ['system:reads', 'system'],
    ['nobody', 'anonymous'],
    ['', 'anonymous'],
  ])('calls %s by its kind', (principal, kind) => expect(callerKind(principal)).toBe(kind));
});
