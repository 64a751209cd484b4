import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import nats, { type NatsConnection } from 'nats';
import type { Bus } from '../../lib/events/bus.ts';
import { catalog, eventTypes, type Service } from '../../lib/events/catalog.ts';
import { natsBus } from '../../lib/events/nats_bus.ts';
import { busProcesses, natsAuthorization, rightsOf } from '../../lib/events/nats_rights.ts';
import { wakeTopics } from '../../lib/events/wake_topics.ts';
import { createLog } from '../../lib/log/log.ts';
import { stringifyJson } from '../../lib/json/json.ts';
import type { ProcessName } from '../../lib/trust/arrows.ts';
import { startNats, type NatsServer } from '../../scripts/servers/nats_server.ts';
import { eventually } from '../support/eventually.ts';
import { keyedTrusts } from '../support/trust.ts';
import { exampleOf } from './direct_world.ts';

const SERVICES = ['installation', 'reads', 'notifications'] as const;
const WAIT = 30_000;

/** A NATS server with the users of a deployment, and the buses of its processes, which have keys. */
describe('a NATS server with users', () => {
  const dir = mkdtempSync(join(tmpdir(), 'causeway-nats-'));
  const trustOf = keyedTrusts();
  const lines: Record<string, unknown>[] = [];
  const log = createLog({ service: 'test', sink: { write: (line) => void lines.push(JSON.parse(line)) } });
  const handled: string[] = [];
  const acknowledged: string[] = [];
  let server: NatsServer;
  let buses: Record<(typeof SERVICES)[number], Bus>;
  const open: NatsConnection[] = [];

  const passwordOf = (process: ProcessName) => `secret-of-${process}`;
  const urlOf = (process: ProcessName) => server.url.replace('//', `//${process}:${passwordOf(process)}@`);
  const lastLine = (msg: string, fault: string) => lines.find((line) => line['msg'] === msg && line['fault'] === fault);

  async function connectAs(process: ProcessName): Promise<NatsConnection> {
    const user = { user: process, pass: passwordOf(process) };
    const connection = await nats.connect({ servers: server.url, ...user, inboxPrefix: `_INBOX_causeway_${process}` });
    open.push(connection);
    return connection;
  }

  beforeAll(async () => {
    server = await startNats({
      dir,
      authorization: natsAuthorization((process) => JSON.stringify(passwordOf(process))),
    });
    const busOf = (process: Service) => natsBus({ url: urlOf(process), log, trust: trustOf(process) });
    buses = { installation: busOf('installation'), reads: busOf('reads'), notifications: busOf('notifications') };
    for (const service of SERVICES) {
      const bus = buses[service];
      await bus.subscribe(service, async (event, producer) => {
        handled.push(`${service} ${event.id}`);
        bus.ack(producer, service, [event.id]);
      });
      bus.onAck(service, async (consumer, ids) => void acknowledged.push(...ids.map((id) => `${consumer} ${id}`)));
    }
    await eventually(async () => expect(SERVICES.every((name) => buses[name].isConnected())).toBe(true), WAIT);
  }, 120_000);

  afterAll(async () => {
    await Promise.all(open.map((connection) => connection.close()));
    await Promise.all(Object.values(buses ?? {}).map((bus) => bus.close()));
    await server?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  async function publishAll(): Promise<string[]> {
    const wanted: string[] = [];
    for (const type of eventTypes()) {
      const event = exampleOf(type);
      const { producer, consumers } = catalog[type];
      const publication = { producer, event, consumers, attempt: 1 };
      await eventually(() => buses[producer as (typeof SERVICES)[number]].publish([publication]), WAIT);
      wanted.push(...consumers.map((consumer) => `${consumer} ${event.id}`));
    }
    return wanted.sort();
  }

  async function travelAll(): Promise<void> {
    const wanted = await publishAll();
    await eventually(async () => {
      expect(wanted.filter((one) => !handled.includes(one))).toEqual([]);
      expect(wanted.filter((one) => !acknowledged.includes(one))).toEqual([]);
    }, WAIT);
  }

  it('lets every event of the catalogue, its acknowledgement and the wakes through', async () => {
    await travelAll();
    const woken: string[] = [];
    for (const service of SERVICES)
      for (const topic of wakeTopics[service]) {
        buses[service].onWake(topic, () => woken.push(topic));
        await eventually(async () => {
          buses[service].wake(topic);
          expect(woken).toContain(topic);
        });
      }
    expect(lines.filter(({ msg }) => /refused/.test(String(msg)))).toEqual([]);
  }, 60_000);

  it('lets the services make the stream and their consumers again after its store is lost', async () => {
    await server.kill('SIGKILL');
    await server.restart({ wipe: true });
    await travelAll();
  }, 90_000);

  it('S4: refuses whoever has no user, or the wrong password', async () => {
    const refused = { code: 'AUTHORIZATION_VIOLATION' };
    const wrong = { user: 'reads', pass: passwordOf('notifications') };
    await expect(nats.connect({ servers: server.url, reconnect: false })).rejects.toMatchObject(refused);
    await expect(nats.connect({ servers: server.url, ...wrong, reconnect: false })).rejects.toMatchObject(refused);
    for (const process of ['gateway', 'identity'] as const)
      await expect(connectAs(process)).rejects.toMatchObject(refused);
  });

  it.each(busProcesses)('S4: gives %s no right on what belongs to others, or to nobody', async (process) => {
    const connection = await connectAs(process);
    const refused = new Set<string>();
    void (async () => {
      for await (const { data, permissionContext } of connection.status() as AsyncIterable<Status>)
        if (data === 'PERMISSIONS_VIOLATION')
          refused.add(`${permissionContext?.operation} ${permissionContext?.subject}`);
    })();
    const { publish, subscribe } = rightsOf(process);
    const subjects = subjectsOfAll();
    const mayNotPublish = subjects.filter((subject) => !publish.includes(subject));
    const mayNotHear = [...subjects, '>', 'causeway.>', '_INBOX.>', '$JS.>', '$SYS.>'].filter(
      (subject) => !subscribe.includes(subject),
    );
    for (const subject of mayNotPublish) connection.publish(subject, '{}');
    for (const subject of mayNotHear) connection.subscribe(subject, { callback: () => {} });
    await connection.flush();
    const wanted = [
      ...mayNotPublish.map((subject) => `publish ${subject}`),
      ...mayNotHear.map((subject) => `subscription ${subject}`),
    ];
    await eventually(async () => expect(wanted.filter((one) => !refused.has(one))).toEqual([]));
    expect(mayNotPublish).toEqual(expect.arrayContaining(['$JS.API.STREAM.PURGE.CAUSEWAY_EVENTS']));
  });

  it('S4: drops a forged installation.deleted of another process, signed or not, and says so', async () => {
    const connection = await connectAs('reads');
    const forged = exampleOf('installation.deleted');
    const subject = 'causeway.ev.notifications';
    const body = stringifyJson({ producer: 'installation', event: forged });
    const honest = stringifyJson({ producer: 'reads', event: forged });
    const sealed = (text: string) => {
      const [seal] = trustOf('reads').sign([{ subject, body: text }]);
      const headers = nats.headers();
      headers.set('Causeway-Batch', seal?.batch ?? '');
      headers.set('Causeway-Signature', seal?.signature ?? '');
      return { headers };
    };
    lines.length = 0;
    connection.publish(subject, body);
    connection.publish(subject, body, sealed(body));
    connection.publish(subject, honest, sealed(honest));
    connection.publish(subject, 'no JSON');
    await connection.flush();
    await travelAll(); // what came after them on the same subject was handled
    expect(handled).not.toContain(`notifications ${forged.id}`);
    expect(lastLine('event refused', 'unsigned')).toMatchObject({ level: 'warn' });
  }, 60_000);

  it('S4: believes no acknowledgement of another consumer, signed or not', async () => {
    const connection = await connectAs('notifications');
    const subject = 'causeway.ack.installation';
    const id = exampleOf('installation.created').id;
    const body = JSON.stringify({ consumer: 'reads', ids: [id] });
    const [seal] = trustOf('notifications').sign([{ subject, body }]);
    const headers = nats.headers();
    headers.set('Causeway-Batch', seal?.batch ?? '');
    headers.set('Causeway-Signature', seal?.signature ?? '');
    lines.length = 0;
    connection.publish(subject, body, { headers });
    connection.publish(subject, body);
    connection.publish(subject, 'no JSON');
    await connection.flush();
    await travelAll();
    expect(acknowledged).not.toContain(`reads ${id}`);
    expect(lastLine('acknowledgement refused', 'signed by notifications')).toMatchObject({ from: 'reads' });
  }, 60_000);
});

type Status = { data: unknown; permissionContext?: { operation: string; subject: string } };

/** Every subject that some process may use, and what none may. */
function subjectsOfAll(): string[] {
  const rights = busProcesses.map((process) => rightsOf(process));
  const used = rights.flatMap(({ publish, subscribe }) => [...publish, ...subscribe]);
  const stream = ['PURGE', 'DELETE', 'INFO', 'MSG.GET', 'MSG.DELETE', 'SNAPSHOT', 'RESTORE'].map(
    (name) => `$JS.API.STREAM.${name}.CAUSEWAY_EVENTS`,
  );
  const consumers = SERVICES.flatMap((service) => [
    `$JS.API.CONSUMER.DELETE.CAUSEWAY_EVENTS.${service}`,
    `$JS.API.CONSUMER.DURABLE.CREATE.CAUSEWAY_EVENTS.${service}`,
  ]);
  const rest = [
    '$JS.API.CONSUMER.CREATE.CAUSEWAY_EVENTS',
    '$JS.API.INFO',
    '$JS.API.STREAM.NAMES',
    'causeway.ev.identity',
  ];
  return [...new Set([...used, ...stream, ...consumers, ...rest])];
}
