import { PROCESSES, type ProcessName, type Service } from '../trust/arrows.ts';
import { eventCatalog, eventTypes } from './catalog.ts';
import { natsNames } from './nats_names.ts';
import { wakeTopics } from './wake_topics.ts';

/**
 * The only place that says what each process may do on the NATS server. It generates two configurations: for scripts
 * and tests (scripts/servers/nats_server.ts) and for deployments (deploy/nats.conf).
 *
 * A process publishes events to their consumers, acknowledges events to their producers, and subscribes to its own
 * subjects. On JetStream a process creates and reads its own consumer, and creates the stream when the stream is
 * missing. No process may purge, delete or read the stream. Only STREAM_OWNER may change the stream, after an upgrade.
 * Rights alone do not prove who sent an event, because several producers publish on the subject of one consumer; the
 * signatures of lib/trust do.
 */
type SubjectRights = { publish: string[]; subscribe: string[] };

/** The service that updates the stream when a new version of Causeway needs another configuration. */
export const STREAM_OWNER: Service = 'installation';

export function rightsOf(process: ProcessName, prefix = 'causeway'): SubjectRights {
  if (process === 'gateway' || !usesBus(process)) return { publish: [], subscribe: [] };
  const names = natsNames(prefix);
  const api = '$JS.API';
  const wakes = wakeTopics[process].map(names.wake);
  return {
    publish: [
      ...consumersOf(process).map(names.event),
      ...producersFor(process).map(names.ack),
      ...wakes,
      `${api}.STREAM.CREATE.${names.stream}`,
      ...(process === STREAM_OWNER ? [`${api}.STREAM.UPDATE.${names.stream}`] : []),
      `${api}.CONSUMER.CREATE.${names.stream}.${process}.${names.event(process)}`,
      `${api}.CONSUMER.INFO.${names.stream}.${process}`,
      `${api}.CONSUMER.MSG.NEXT.${names.stream}.${process}`,
    ],
    subscribe: [names.ack(process), ...wakes, `${names.inbox(process)}.>`],
  };
}

/** Whether a process connects to NATS at all. */
export function usesBus(process: ProcessName): boolean {
  return process !== 'gateway' && (consumersOf(process).length > 0 || producersFor(process).length > 0);
}

/** The processes that have a user on the NATS server. */
export const busProcesses: readonly ProcessName[] = PROCESSES.filter(usesBus);

/**
 * The `authorization` block of a NATS configuration. `passwordOf` may return `$NAME`, the name of an environment
 * variable.
 */
export function natsAuthorization(passwordOf: (process: ProcessName) => string, prefix?: string): string {
  const users = busProcesses.map((process) => {
    const { publish, subscribe } = rightsOf(process, prefix);
    return [
      '    {',
      `      user: ${process}`,
      `      password: ${passwordOf(process)}`,
      '      permissions: {',
      `        publish: { allow: ${listOf(publish)} }`,
      `        subscribe: { allow: ${listOf(subscribe)} }`,
      '      }',
      '    }',
    ].join('\n');
  });
  return `authorization: {\n  users: [\n${users.join('\n')}\n  ]\n}\n`;
}

function listOf(subjects: readonly string[]): string {
  return `[\n${subjects.map((subject) => `          ${JSON.stringify(subject)}`).join('\n')}\n        ]`;
}

function consumersOf(producer: ProcessName): Service[] {
  return uniqueSorted(
    eventTypes()
      .filter((type) => eventCatalog[type].producer === producer)
      .flatMap((type) => eventCatalog[type].consumers),
  );
}

function producersFor(consumer: ProcessName): Service[] {
  return uniqueSorted(
    eventTypes()
      .filter((type) => (eventCatalog[type].consumers as readonly ProcessName[]).includes(consumer))
      .map((type) => eventCatalog[type].producer),
  );
}

function uniqueSorted<T>(items: readonly T[]): T[] {
  return [...new Set(items)].sort();
}
