type Stoppable = { stop(): unknown };
export type Keep = <T extends Stoppable>(running: T) => T;

/** Runs `work`, and stops at the end what it gave to `keep`, the last first; also when it fails. */
export async function whileRunning<T>(work: (keep: Keep) => Promise<T>): Promise<T> {
  const started: Stoppable[] = [];
  const keep: Keep = (running) => {
    started.push(running);
    return running;
  };
  try {
    return await work(keep);
  } finally {
    for (const running of started.toReversed()) await running.stop();
  }
}
