import { setTimeout as sleep } from 'node:timers/promises';
import type { StoryOperation, StoryWorld } from './story_world.ts';

/** `missing`: records whose latest version no receiver accepted. `sums`: operations whose counts do not add up. */
export type Verdict = { missing: string[]; sums: string[] };

/** Waits until every record has arrived and every count adds up; returns what is still wrong after `patienceMs`. */
export async function verdictOf(world: StoryWorld, patienceMs: number): Promise<Verdict> {
  await world.read();
  for (const end = performance.now() + patienceMs; ; await sleep(250)) {
    const verdict = { missing: missingOf(world), sums: sumFaults(await world.operations()) };
    if (verdict.missing.length + verdict.sums.length === 0 || performance.now() > end) return verdict;
  }
}

function missingOf({ receiver, latest }: StoryWorld): string[] {
  const accepted = new Set(
    receiver.messages
      .filter(({ status }) => status < 300)
      .flatMap(({ body }) => (JSON.parse(body) as { result?: { fields: Record<string, unknown> }[] }).result ?? [])
      .map(({ fields }) => `${fields['id']} ${fields['notes']}`),
  );
  return [...latest].map(([id, notes]) => `${id} ${notes}`).filter((version) => !accepted.has(version));
}

function sumFaults(operations: readonly StoryOperation[]): string[] {
  return operations.filter((operation) => !addsUp(operation)).map((operation) => JSON.stringify(operation));
}

function addsUp({ status, metadata: { progress } }: StoryOperation): boolean {
  const count = (name: string) => (progress[name] as number | undefined) ?? 0;
  const skipped = Object.values((progress['recordsSkipped'] as Record<string, number> | undefined) ?? {});
  const ended = count('recordsDelivered') + count('recordsUndelivered');
  return (
    status !== 'in_progress' &&
    count('recordsFetched') === count('recordsProcessed') + skipped.reduce((sum, one) => sum + one, 0) &&
    count('recordsProcessed') === ended &&
    count('recordsHeld') + count('recordsPending') === 0
  );
}
