import { HealthImplementation } from 'grpc-health-check';
import type { Log } from '../log/log.ts';
import { startLoop } from '../loop/loop.ts';

/** A part that a service depends on, such as its database. */
type HealthDependency = {
  /**
   * Whether every request needs the dependency, like the service's own database. The service is not serving without it.
   */
  isRequired: boolean;
  /** Must settle in limited time; a rejection counts as unreachable. */
  isReachable(): Promise<boolean>;
};
export type HealthDependencies = Readonly<Record<string, HealthDependency>>;

type HealthService = { implementation: HealthImplementation; stop(): Promise<void> };

type Options = { service: string; dependencies: HealthDependencies; log: Log; everyMs?: number };

/** The name that is always serving, for liveness probes: only a process that hangs does not answer. */
export const LIVENESS_NAME = 'liveness';

const CHECK_EVERY_MS = 1_000;

/**
 * The standard gRPC health service. `''` and the name of the service are serving while all required dependencies are
 * reachable. Each dependency also has its own name, so that `List` shows which dependency is unreachable.
 */
export function startHealth({ service, dependencies, log, everyMs = CHECK_EVERY_MS }: Options): HealthService {
  const entries = Object.entries(dependencies);
  const known = new Map(entries.map(([name]) => [name, true]));
  const names = ['', service, LIVENESS_NAME, ...known.keys()];
  const implementation = new HealthImplementation(Object.fromEntries(names.map((name) => [name, 'SERVING'])));

  function note(name: string, isReachable: boolean): void {
    if (known.get(name) === isReachable) return;
    known.set(name, isReachable);
    implementation.setStatus(name, isReachable ? 'SERVING' : 'NOT_SERVING');
    if (isReachable) log.info('dependency reachable again', { dependency: name });
    else log.warn('dependency unreachable', { dependency: name });
    const isServing = entries.every(([other, { isRequired }]) => !isRequired || known.get(other));
    for (const own of ['', service]) implementation.setStatus(own, isServing ? 'SERVING' : 'NOT_SERVING');
  }

  const loops = entries.map(([name, { isReachable }]) =>
    startLoop({
      name: `health of ${name}`,
      everyMs,
      log,
      round: async () => note(name, await isReachable().catch(() => false)),
    }),
  );
  return {
    implementation,
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
