import { clearTimeout, setImmediate, setTimeout } from 'node:timers';

/**
 * Notices a database server that no longer answers, because it is frozen or the network drops packets. The connections
 * stay open, so there is no error. A statement that waits too long causes a probe over a separate connection. If the
 * server answers the probe, the statement is only slow and continues. If not, all waiting statements fail, and further
 * statements are refused until the server answers a probe.
 */
export type ServerWatch = {
  /** Settles like `work`, or rejects with ServerSilent. After ServerSilent the caller must close the connection. */
  answered<T>(work: () => Promise<T>): Promise<T>;
};

/** Resolves when the server answers, even with a refusal. Rejects when it cannot be reached. */
type ProbeServer = () => Promise<void>;

export class ServerSilent extends Error {
  readonly code = 'ETIMEDOUT';
  constructor() {
    super('The database server does not answer.');
    this.name = 'ServerSilent';
  }
}

type WatchLimits = {
  /** How long a statement waits for its answer before the server is probed. Ms. */
  silenceMs: number;
  /** Max time of a probe. Ms. */
  probeMs: number;
};

const DEFAULT_LIMITS: WatchLimits = { silenceMs: 1_500, probeMs: 2_000 };

export function serverWatch(probe: ProbeServer, { silenceMs, probeMs }: WatchLimits = DEFAULT_LIMITS): ServerWatch {
  const waiting = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let probing: Promise<boolean> | undefined;
  let isSilent = false;

  /** Probes the server, or waits for the probe that is running. Resolves with true when the server answered. */
  function reached(): Promise<boolean> {
    probing ??= succeedsWithin(probeMs, probe()).then((isReached) => {
      probing = undefined;
      isSilent = !isReached;
      return isReached;
    });
    return probing;
  }

  async function look(): Promise<void> {
    timer = undefined;
    const asked = [...waiting];
    if (!(await reached())) for (const fail of asked) fail();
    plan();
  }

  function plan(): void {
    if (waiting.size > 0) timer ??= setTimeout(() => void look(), silenceMs).unref();
  }

  return {
    async answered(work) {
      if (isSilent && !(await reached())) throw new ServerSilent();
      return new Promise((resolve, reject) => {
        const fail = () => reject(new ServerSilent());
        waiting.add(fail);
        plan();
        work()
          .then(resolve, reject)
          .finally(() => {
            waiting.delete(fail);
            if (waiting.size === 0) {
              clearTimeout(timer);
              timer = undefined;
            }
          });
      });
    },
  };
}

/**
 * Whether `work` succeeds in time. After a pause of this process, first reads the answers that arrived during the
 * pause.
 */
function succeedsWithin(ms: number, work: Promise<void>): Promise<boolean> {
  return new Promise((resolve) => {
    const late = setTimeout(() => setImmediate(() => setImmediate(() => resolve(false))), ms).unref();
    work
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .finally(() => clearTimeout(late));
  });
}
