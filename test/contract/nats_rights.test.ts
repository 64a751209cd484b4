import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import nats, { type NatsConnection } from 'nats';
import { assetPath } from '../../lib/assets/asset_path.ts';
import type { EventBus } from '../../lib/events/bus.ts';
import { eventCatalog, eventTypes } from '../../lib/events/catalog.ts';
import type { CausewayEvent } from '../../lib/events/event.ts';
import { natsBus } from '../../lib/events/nats_bus.ts';
import { busProcesses, natsAuthorization, rightsOf } from '../../lib/events/nats_rights.ts';
import { headersOf } from '../../lib/events/nats_seals.ts';
import { wakeTopics } from '../../lib/events/wake_topics.ts';
import { stringifyJson } from '../../lib/json/json.ts';
import { createLog } from '../../lib/log/log.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { PROCESSES, type ProcessName, SERVICES, type Service } from '../../lib/trust/arrows.ts';
import type { SignedMessage } from '../../lib/trust/signed_batches.ts';
import { createTrust, type ProcessTrust } from '../../lib/trust/trust.ts';
import { ensureServers } from '../../scripts/servers/ensure_servers.ts';
import { type NatsServer, startNats } from '../../scripts/servers/nats_server.ts';
import { eventually } from '../support/eventually.ts';
import { promise } from '../support/promise.ts';
import { sharedNats } from '../support/shared_server.ts';
import { keyedTrusts, sharedTrust } from '../support/trust.ts';
import { exampleOf } from './direct_world.ts';

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
  let buses: Record<(typeof SERVICES)[number], EventBus>;
  const open: NatsConnection[] = [];

  const passwordOf = (process: ProcessName) => `secret-of-${process}`;
  const urlOf = (process: ProcessName) => server.url.replace('//', `//${process}:${passwordOf(process)}@`);

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
    buses = {
      identity: busOf('identity'),
      installation: busOf('installation'),
      reads: busOf('reads'),
      writes: busOf('writes'),
      notifications: busOf('notifications'),
    };
    for (const service of SERVICES) {
      const bus = buses[service];
      await bus.subscribe(service, async (event, producer) => {
        handled.push(`${service} ${event.id}`);
        bus.ack(producer, service, [event.id]);
      });
      bus.onAck(service, async (consumer, ids) => void acknowledged.push(...ids.map((id) => `${consumer} ${id}`)));
    }
    await eventually(async () => expect(SERVICES.every((name) => buses[name].isConnected())).toBe(true), WAIT);
  });

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
      const { producer, consumers } = eventCatalog[type];
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
  });

  it('lets the services make the stream and their consumers again after its store is lost', async () => {
    await server.kill('SIGKILL');
    await server.restart({ wipe: true });
    await travelAll();
  });

  it('S4: refuses whoever has no user, or the wrong password', async () => {
    const refused = { code: 'AUTHORIZATION_VIOLATION' };
    const wrong = { user: 'reads', pass: passwordOf('notifications') };
    await expect(nats.connect({ servers: server.url, reconnect: false })).rejects.toMatchObject(refused);
    await expect(nats.connect({ servers: server.url, ...wrong, reconnect: false })).rejects.toMatchObject(refused);
    await expect(connectAs('gateway')).rejects.toMatchObject(refused);
  });

  it.each(busProcesses)('S4: gives %s no right on what belongs to others, or to nobody', async (name) => {
    const connection = await connectAs(name);
    const refused = new Set<string>();
    void (async () => {
      for await (const { data, permissionContext } of connection.status() as AsyncIterable<Status>)
        if (data === 'PERMISSIONS_VIOLATION')
          refused.add(`${permissionContext?.operation} ${permissionContext?.subject}`);
    })();
    const { publish, subscribe } = rightsOf(name);
    const subjects = subjectsOfAll();
    const mayNotPublish = subjects.filter((subject) => !publish.includes(subject));
    const mayNotSubscribe = [...subjects, '>', 'causeway.>', '_INBOX.>', '$JS.>', '$SYS.>'].filter(
      (subject) => !subscribe.includes(subject),
    );
    for (const subject of mayNotPublish) connection.publish(subject, '{}');
    for (const subject of mayNotSubscribe) connection.subscribe(subject, { callback: () => {} });
    await connection.flush();
    const wanted = [
      ...mayNotPublish.map((subject) => `publish ${subject}`),
      ...mayNotSubscribe.map((subject) => `subscription ${subject}`),
    ];
    await eventually(async () => expect(wanted.filter((one) => !refused.has(one))).toEqual([]));
    expect(mayNotPublish).toEqual(expect.arrayContaining(['$JS.API.STREAM.PURGE.CAUSEWAY_EVENTS']));
  });

  /** Publishes a message with the rights of `process`, signed by it or not. */
  async function send(process: Service, message: SignedMessage, { isSigned }: { isSigned: boolean }): Promise<void> {
    const connection = await connectAs(process);
    const [seal] = isSigned ? trustOf(process).sign([message]) : [];
    const headers = headersOf(seal);
    connection.publish(message.subject, message.body, headers && { headers });
    await connection.flush();
  }

  /** What comes after a message on the same subject is handled after it. */
  async function expectNoEffect(forgery: { process: Service; message: SignedMessage; isSigned: boolean }, id: string) {
    await send(forgery.process, forgery.message, forgery);
    await travelAll();
    expect([...handled, ...acknowledged].filter((one) => one.endsWith(id))).toEqual([]);
  }

  const deleted = (producer: Service) => {
    const event = exampleOf('installation.deleted');
    return {
      id: event.id,
      message: { subject: 'causeway.ev.notifications', body: stringifyJson({ producer, event }) },
    };
  };

  promise('S4: drops a forged installation.deleted without a signature', { without: 'unsignedMessages' }, async () => {
    const { id, message } = deleted('installation');
    await expectNoEffect({ process: 'reads', message, isSigned: false }, id);
  });

  promise('S4: drops one that claims another producer', { without: 'eventsOfAnySigner' }, async () => {
    const { id, message } = deleted('installation');
    await expectNoEffect({ process: 'reads', message, isSigned: true }, id);
  });

  promise('S4: drops one of a process that does not produce it', { without: 'eventsOfAnyProducer' }, async () => {
    const { id, message } = deleted('reads');
    await expectNoEffect({ process: 'reads', message, isSigned: true }, id);
  });

  const ackFor = (consumer: Service) => {
    const { id } = exampleOf('installation.created');
    return { id, message: { subject: 'causeway.ack.installation', body: JSON.stringify({ consumer, ids: [id] }) } };
  };

  promise('S4: counts no acknowledgement without a signature', { without: 'unsignedMessages' }, async () => {
    const { id, message } = ackFor('notifications');
    await expectNoEffect({ process: 'notifications', message, isSigned: false }, id);
  });

  promise('S4: counts no acknowledgement for another consumer', { without: 'acksOfAnySigner' }, async () => {
    const { id, message } = ackFor('reads');
    await expectNoEffect({ process: 'notifications', message, isSigned: true }, id);
  });

  it('S4: says in the log what it dropped, once a minute, whatever was sent', async () => {
    const before = lines.length;
    const garbage = { subject: 'causeway.ev.notifications', body: 'no JSON' };
    for (const isSigned of [true, false]) await send('reads', garbage, { isSigned });
    await send('notifications', { ...garbage, subject: 'causeway.ack.reads' }, { isSigned: true });
    await travelAll();
    const isRefusal = ({ msg }: (typeof lines)[number]) => /refused/.test(String(msg));
    const told = lines.filter(isRefusal);
    expect(told).toContainEqual(expect.objectContaining({ level: 'warn', msg: 'event refused', fault: 'unsigned' }));
    expect(told).toContainEqual(expect.objectContaining({ level: 'warn', msg: 'acknowledgement refused' }));
    // The other tests told most of it already; only what this one adds is bounded, however long they took.
    expect(lines.slice(before).filter(isRefusal).length).toBeLessThan(12);
  });

  it('S4: while keys are introduced, processes with and without keys understand each other', async () => {
    const prefix = 'changing';
    const url = await sharedNats();
    const busOf = (trust: ProcessTrust) => natsBus({ url, log, prefix, trust });
    const [before, changing] = [sharedTrust('installation'), trustOf('reads', { acceptUnsigned: true })].map(busOf);
    const got: string[] = [];
    await before?.subscribe('installation', async ({ id }) => void got.push(id));
    await changing?.subscribe('reads', async ({ id }) => void got.push(id));
    const [changed, dropped] = [exampleOf('operation.changed'), exampleOf('integration.objects.dropped')];
    const publish = (bus: EventBus | undefined, producer: Service, consumers: Service[], event: CausewayEvent) =>
      eventually(async () => bus?.publish([{ producer, consumers, event, attempt: 1 }]), WAIT);
    await publish(changing, 'reads', ['installation'], changed);
    await publish(before, 'installation', ['reads'], dropped);
    await eventually(async () => expect(got.toSorted()).toEqual([changed.id, dropped.id].toSorted()), WAIT);
    await Promise.all([before?.close(), changing?.close()]);
  });

  it('S4: is what npm run process:keys and deploy/nats.conf set up', () => {
    const { stdout } = spawnSync(process.execPath, [assetPath('dist/scripts/process_keys.js')], { encoding: 'utf8' });
    const made = Object.fromEntries(
      stdout
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    const publicKeys = (made['CAUSEWAY_PROCESS_PUBLIC_KEYS'] ?? '').split(',');
    for (const name of PROCESSES) {
      const key = made[`CAUSEWAY_${name.toUpperCase()}_PROCESS_KEY`] ?? '';
      expect(createTrust({ process: name, token: 't', key, publicKeys }, systemClock).hasKeys).toBe(true);
    }
    for (const name of busProcesses)
      expect(made[`CAUSEWAY_${name.toUpperCase()}_NATS_URL`]).toBe(
        `nats://${name}:${made[`CAUSEWAY_NATS_${name.toUpperCase()}_PASSWORD`]}@nats:4222`,
      );
    const check = spawnSync(ensureServers().natsServer, ['-t', '-c', 'deploy/nats.conf'], {
      env: made,
      encoding: 'utf8',
    });
    expect([check.status, check.stderr]).toEqual([0, expect.stringContaining('is valid')]);
  });
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
    'causeway.ev.gateway',
  ];
  return [...new Set([...used, ...stream, ...consumers, ...rest])];
}
