import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { ServerSilent, serverWatch } from './server_watch.ts';

const LIMITS = { silenceMs: 20, probeMs: 20 };
const never = () => new Promise<never>(() => {});

describe('a watch over a database server', () => {
  it('F4: fails a statement when both the statement and a probe get no answer', async () => {
    const watch = serverWatch(never, LIMITS);
    await expect(watch.answered(never)).rejects.toBeInstanceOf(ServerSilent);
  });

  it('F4: fails a statement when the server cannot be reached by a probe', async () => {
    const watch = serverWatch(() => Promise.reject(new Error('ECONNREFUSED')), LIMITS);
    await expect(watch.answered(never)).rejects.toBeInstanceOf(ServerSilent);
  });

  it('lets a slow statement continue when the server answers the probe', async () => {
    const watch = serverWatch(async () => {}, LIMITS);
    await expect(watch.answered(() => sleep(200, 'slow'))).resolves.toBe('slow');
  });

  it('F4: refuses statements while the server is silent, and accepts them again after', async () => {
    const server = { isSilent: true };
    const watch = serverWatch(() => (server.isSilent ? never() : Promise.resolve()), LIMITS);
    await expect(watch.answered(never)).rejects.toBeInstanceOf(ServerSilent);
    let isSent = false;
    const send = async () => void (isSent = true);
    await expect(watch.answered(send)).rejects.toBeInstanceOf(ServerSilent);
    expect(isSent).toBe(false);
    server.isSilent = false;
    await watch.answered(send);
    expect(isSent).toBe(true);
  });

  it('passes an error of the statement on', async () => {
    const watch = serverWatch(never, LIMITS);
    await expect(watch.answered(() => Promise.reject(new Error('syntax')))).rejects.toThrow('syntax');
  });
});
