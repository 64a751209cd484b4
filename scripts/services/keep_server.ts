import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

type Server = { readonly pid: number; restart(): Promise<void> };

const POLL_MS = 500;

/** Restarts a server with its data when it exits. `stop` ends this. */
export function keepServer(name: string, server: Server, say: (line: string) => void): { stop(): Promise<void> } {
  const state = { stopped: false };
  const running = watch(name, server, say, state);
  return {
    async stop() {
      state.stopped = true;
      await running;
    },
  };
}

async function watch(
  name: string,
  server: Server,
  say: (line: string) => void,
  state: { stopped: boolean },
): Promise<void> {
  while (!state.stopped) {
    await sleep(POLL_MS);
    if (state.stopped || lives(server.pid)) continue;
    say(`${name} exited; restarting it.`);
    await server.restart().catch((err: Error) => say(`${name} did not start: ${err.message}`));
  }
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
