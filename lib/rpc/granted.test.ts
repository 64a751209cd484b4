import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keyedTrusts } from '../../test/support/trust.ts';
import { newId } from '../ids/ids.ts';
import { createLog } from '../log/log.ts';
import { logTelemetry } from '../telemetry/log_telemetry.ts';
import { systemClock } from '../time/clock.ts';
import { callsService, PROCESSES, type ProcessName, type Service } from '../trust/arrows.ts';
import { type Call, systemCall } from './call.ts';
import { rpcClient } from './client.ts';
import { type RpcServer, startRpcServer } from './server.ts';
import { type ServiceHandlers, type ServiceName, serviceDefinition } from './services.ts';

/** The methods that a service calls. All others of its callee are the gateway's. */
const OF_SERVICES: Record<string, ProcessName[]> = {
  'installation/ListReadPlans': ['reads'],
  'installation/ListInstallationKeys': ['reads'],
  'installation/FindReadPlan': ['reads'],
  'installation/FindWritePlan': ['writes'],
  'installation/FindProxyPlan': ['writes'],
  'installation/GetCallAuth': ['reads', 'writes'],
  'installation/ReportRejected': ['reads', 'writes'],
  'installation/DrawPermits': ['reads', 'writes'],
  'installation/CloseRateBudget': ['reads', 'writes'],
  'installation/ListClosedRateBudgets': ['reads', 'writes'],
  'installation/AdoptRateBudgets': ['reads'],
  'reads/BatchGetMessages': ['notifications'],
};
const SERVICES = PROCESSES.filter((name): name is Service => name !== 'gateway');

type Method = (call: Call, request: object) => Promise<unknown>;

/** Every method of every service, called with the key of every process. */
describe.each(SERVICES)('S13: the methods of %s', (service) => {
  const trustOf = keyedTrusts();
  const log = createLog({ service, sink: { write() {} } });
  let server: RpcServer;

  beforeAll(async () => {
    server = await startRpcServer({
      service,
      handlers: answeringAll(service) as ServiceHandlers<Service>,
      events: answeringAll('events') as ServiceHandlers<'events'>,
      versions: answeringAll('versions') as ServiceHandlers<'versions'>,
      port: 0,
      host: '127.0.0.1',
      trust: trustOf(service),
      log,
      telemetry: logTelemetry(log, 'debug'),
    });
  });
  afterAll(() => server.stop());

  it('are open to the process that calls them, and to no other', async () => {
    const callers = SERVICES.filter((caller) => callsService(caller, service)).toSorted();
    const wanted = [
      ...methodsOf(service).map((name) => [name, OF_SERVICES[`${service}/${name}`] ?? ['gateway']]),
      ...methodsOf('versions').map((name) => [name, ['gateway']]),
      ...methodsOf('events').map((name) => [name, callers]),
    ];
    const found: unknown[] = [];
    for (const of of [service, 'versions', 'events'] as const)
      for (const name of methodsOf(of)) found.push([name, await admitted(of, name)]);
    expect(found).toEqual(wanted);
  });

  /** The processes whose key opens the method. */
  async function admitted(of: ServiceName, name: string): Promise<ProcessName[]> {
    const opened = await Promise.all(
      PROCESSES.map(async (caller) => ((await isOpen(caller, of, name)) ? caller : null)),
    );
    return opened.filter((caller) => caller !== null).toSorted();
  }

  async function isOpen(caller: ProcessName, of: ServiceName, name: string): Promise<boolean> {
    const at = of === service ? {} : { at: service };
    const client = rpcClient(of as Service, { address: server.address, trust: trustOf(caller), ...(at as object) });
    const method = (client as unknown as Record<string, Method>)[
      name.charAt(0).toLowerCase() + name.slice(1)
    ] as Method;
    try {
      await method(systemCall('test', { newId, clock: systemClock }), {});
      return true;
    } catch (err) {
      expect(err).toMatchObject({ kind: 'unavailable', message: expect.stringContaining('does not accept calls') });
      return false;
    } finally {
      client.close();
    }
  }
});

function methodsOf(service: ServiceName): string[] {
  return Object.keys(serviceDefinition(service));
}

function answeringAll(service: ServiceName): object {
  return Object.fromEntries(methodsOf(service).map((name) => [name, async () => ({})]));
}
