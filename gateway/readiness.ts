import type { ProcessDeps } from '../lib/process/run_process.ts';
import { PROBE, systemCall } from '../lib/rpc/call.ts';
import type { PeerState } from '../lib/rpc/peer_state.ts';
import type { Readiness } from './http/health.ts';
import type { Services } from './rest/operation.ts';

const TIMEOUT_MS = 1_000;

/**
 * What this gateway can reach. It is ready while identity answers, because every request needs identity. Without
 * another service, the rest of the API still works, so the answer only names that service. Concurrent requests share
 * one round of checks.
 */
export function makeReadiness(
  services: Services,
  deps: Pick<ProcessDeps, 'newId' | 'clock'>,
  isAccepting: () => boolean,
): () => Promise<Readiness> {
  let running: Promise<Readiness> | undefined;

  async function look(): Promise<Readiness> {
    const others = Object.entries(services).filter(([name]) => name !== 'identity');
    const [identity, ...states] = await Promise.all([
      identityState(services, deps),
      ...others.map(([, service]) => service.state(TIMEOUT_MS)),
    ]);
    const dependencies = { identity, ...Object.fromEntries(others.map(([name], at) => [name, states[at] ?? ''])) };
    const status = !isAccepting() ? 'draining' : identity === 'serving' ? 'ready' : 'notReady';
    return { status, dependencies };
  }
  return () => {
    running ??= look().finally(() => (running = undefined));
    return running;
  };
}

/** By a call that authenticates and needs the database, as every request does. */
async function identityState({ identity }: Services, deps: Pick<ProcessDeps, 'newId' | 'clock'>): Promise<PeerState> {
  const answers = await identity.listProjects(systemCall(PROBE, deps, TIMEOUT_MS), { projectIds: [] }).then(
    () => true,
    () => false,
  );
  if (answers) return 'serving';
  return (await identity.state(TIMEOUT_MS)) === 'unreachable' ? 'unreachable' : 'notServing';
}
