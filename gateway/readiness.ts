import { FILE_FAULTS, FILE_WRITABLE } from '../lib/db/file_faults.ts';
import type { ProcessDeps } from '../lib/process/run_process.ts';
import { PROBE_PROCESS, systemCall } from '../lib/rpc/call.ts';
import type { PeerState } from '../lib/rpc/peer_state.ts';
import type { Readiness } from './http/health.ts';
import type { Services } from './rest/operation.ts';

const TIMEOUT_MS = 1_000;

/**
 * Checks the services and database files of this gateway. It is ready while identity answers, because every request
 * needs identity, and while each database file can be written, because otherwise no work is accepted. Without another
 * service the rest of the API still works, so the answer only names that service. Concurrent requests share one round
 * of checks.
 */
export function makeReadiness(
  services: Services,
  deps: Pick<ProcessDeps, 'newId' | 'clock'>,
  isAccepting: () => boolean,
): () => Promise<Readiness> {
  let running: Promise<Readiness> | undefined;

  async function look(): Promise<Readiness> {
    const others = Object.entries(services).filter(([name]) => name !== 'identity');
    const [faults, identity, ...states] = await Promise.all([
      faultsOf(services),
      identityState(services, deps),
      ...others.map(([, service]) => service.state(TIMEOUT_MS)),
    ]);
    const dependencies = { identity, ...Object.fromEntries(others.map(([name], at) => [name, states[at] ?? ''])) };
    const isReady = identity === 'serving' && faults.every(({ name }) => name !== FILE_WRITABLE);
    const status = !isAccepting() ? 'draining' : isReady ? 'ready' : 'notReady';
    return { status, dependencies, ...(faults.length > 0 && { faults: faults.map(({ text }) => text) }) };
  }
  return () => {
    running ??= look().finally(() => (running = undefined));
    return running;
  };
}

async function faultsOf(services: Services): Promise<{ name: string; text: string }[]> {
  const ofEach = Object.entries(services).map(async ([service, client]) =>
    (await client.faults(TIMEOUT_MS)).flatMap((name) => {
      const sentence = FILE_FAULTS[name];
      return sentence ? [{ name, text: `The database of ${service} ${sentence}` }] : [];
    }),
  );
  return (await Promise.all(ofEach)).flat();
}

/** Checks identity with a call that needs authentication and the database, as every request does. */
async function identityState({ identity }: Services, deps: Pick<ProcessDeps, 'newId' | 'clock'>): Promise<PeerState> {
  const answers = await identity.listProjects(systemCall(PROBE_PROCESS, deps, TIMEOUT_MS), { projectIds: [] }).then(
    () => true,
    () => false,
  );
  if (answers) return 'serving';
  return (await identity.state(TIMEOUT_MS)) === 'unreachable' ? 'unreachable' : 'notServing';
}
