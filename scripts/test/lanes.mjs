/**
 * Runs jobs in order, at most `lanes` at the same time. `run(job)` must not reject. A job waits for the jobs in its
 * `needs`. A free lane takes the next job of any group, so that both cores are busy.
 */
export async function runInLanes(jobs, lanes, run) {
  const waiting = [...jobs];
  const running = new Map();
  const isDone = (name) => ![...waiting, ...running.keys()].some((job) => job.name === name);
  const next = () => (running.size < lanes ? waiting.find(({ needs = [] }) => needs.every(isDone)) : undefined);
  for (;;) {
    for (let job = next(); job; job = next()) {
      const started = job;
      waiting.splice(waiting.indexOf(started), 1);
      running.set(
        started,
        run(started).then(() => running.delete(started)),
      );
    }
    if (running.size === 0) break;
    await Promise.race(running.values());
  }
  if (waiting.length > 0) throw new Error(`These jobs need jobs that do not exist: ${waiting.map(({ name }) => name)}`);
}
