import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import nats from 'nats';
import type { Check } from '../../cli/doctor/check.ts';
import { examineDeployment } from '../../cli/doctor/doctor.ts';
import { natsNames } from '../../lib/events/nats_names.ts';
import { busProcesses, natsAuthorization, rightsOf } from '../../lib/events/nats_rights.ts';
import { streamConfig } from '../../lib/events/nats_stream.ts';
import { type NatsServer, startNats } from '../../scripts/servers/nats_server.ts';

const names = natsNames('causeway');
const PASSWORD = 'pass-of-the-doctor';

function userOf(name: string, rights: { publish: string[]; subscribe: string[] }): string {
  const list = (subjects: string[]) => `{ allow: ${JSON.stringify(subjects)} }`;
  return `{ user: ${name}, password: "${PASSWORD}", permissions: { publish: ${list(rights.publish)}, subscribe: ${list(rights.subscribe)} } }`;
}

/** The users of a deployment, one with too few rights, one with too many, and one that owns the server. */
describe('causeway doctor, of a NATS server', () => {
  const dir = mkdtempSync(join(tmpdir(), 'causeway-doctor-'));
  let server: NatsServer;

  beforeAll(async () => {
    const wide = { publish: ['causeway.>', '$JS.API.>'], subscribe: ['causeway.>', '_INBOX_causeway_writes.>'] };
    const few = rightsOf('notifications');
    const narrow = { ...few, subscribe: few.subscribe.filter((one) => one !== names.ack('notifications')) };
    const kept = busProcesses.filter((process) => process !== 'writes' && process !== 'notifications');
    const authorization = natsAuthorization(() => JSON.stringify(PASSWORD));
    const users = [
      ...kept.map((process) => userOf(process, rightsOf(process))),
      userOf('writes', wide),
      userOf('notifications', narrow),
      userOf('root', { publish: ['>'], subscribe: ['>'] }),
    ];
    expect(authorization).toContain('user: reads');
    server = await startNats({ dir, authorization: `authorization: { users: [ ${users.join('\n')} ] }\n` });
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  async function linesOf(process: string, password = PASSWORD): Promise<Check[]> {
    const address = server.url.replace('//', `//${process}:${password}@`);
    const { checks } = await examineDeployment({ CAUSEWAY_FORM: 'services', CAUSEWAY_NATS_URL: address });
    expect(JSON.stringify(checks)).not.toContain(PASSWORD);
    return checks.filter(({ of }) => of.includes('CAUSEWAY_NATS_URL'));
  }
  const line = async (process: string, check: string) => {
    const found = (await linesOf(process)).find((one) => one.check === check);
    return [found?.level, found?.found];
  };
  async function asRoot(run: (manager: nats.JetStreamManager) => Promise<unknown>): Promise<void> {
    const connection = await nats.connect({ servers: server.url, user: 'root', pass: PASSWORD });
    await run(await connection.jetstreamManager());
    await connection.close();
  }

  it('says that the stream is missing, and makes none', async () => {
    expect(await line('reads', 'stream')).toEqual(['warning', 'The stream of events does not exist.']);
    expect(await line('reads', 'stream')).toEqual(['warning', 'The stream of events does not exist.']);
  });

  it('says that the stream has other settings', async () => {
    await asRoot((manager) => manager.streams.add({ ...streamConfig(names, 1), max_bytes: 1_000_000 }));
    expect((await line('reads', 'stream'))[1]).toContain('other settings');
    await asRoot(async (manager) =>
      expect((await manager.streams.info(names.stream)).config.max_bytes).toBe(1_000_000),
    );
    await asRoot((manager) => manager.streams.update(names.stream, streamConfig(names, 1)));
  });

  it('finds nothing wrong with a user and a stream as documented', async () => {
    for (const process of ['reads', 'identity', 'installation']) {
      const checks = await linesOf(process);
      expect(checks.map(({ check, level }) => [check, level])).toEqual([
        ['NATS', 'ok'],
        ['stream', 'ok'],
        ['NATS rights', 'ok'],
        // nats-server 2.9 does not tell its time.
        ['clock', expect.stringMatching(/^(ok|notChecked)$/)],
      ]);
    }
  });

  it('names rights that are missing, and those that are not needed', async () => {
    expect(await line('notifications', 'NATS rights')).toEqual([
      'error',
      'The user notifications may not subscribe causeway.ack.notifications.',
    ]);
    const [level, found] = await line('writes', 'NATS rights');
    expect([level, found]).toEqual([
      'warning',
      expect.stringContaining('The user writes may subscribe causeway.ev.identity'),
    ]);
    expect((await line('root', 'NATS rights'))[0]).toBe('notChecked');
  });

  it('says that a user cannot log in, and that a server is unreachable', async () => {
    const [refused] = await linesOf('reads', 'wrong');
    expect([refused?.level, refused?.found]).toEqual([
      'error',
      expect.stringMatching(/^The user reads cannot log in.*'?Authorization Violation/),
    ]);
    const { checks } = await examineDeployment({
      CAUSEWAY_READS_NATS_URL: `nats://reads:${PASSWORD}@127.0.0.1:1`,
      CAUSEWAY_FORM: 'services',
    });
    expect(checks.find(({ of, check }) => check === 'NATS' && of === 'reads')?.level).toBe('error');
    expect(JSON.stringify(checks)).not.toContain(PASSWORD);
  });

  it('warns of an address without a user', async () => {
    const open = await startNats({ dir: join(dir, 'open') });
    try {
      const { checks } = await examineDeployment({ CAUSEWAY_FORM: 'services', CAUSEWAY_NATS_URL: open.url });
      const rights = checks.find(({ check }) => check === 'NATS rights');
      expect([rights?.level, rights?.found]).toEqual(['warning', expect.stringContaining('names no user')]);
    } finally {
      await open.stop();
    }
  });
});
