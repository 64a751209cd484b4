/**
 * What keeps the scheduled reads of an object from starting. An object is paused as long as it has one of them: who asked
 * for a pause is not overruled by a customer who signs in, and the other way round a request ends them all.
 *
 * asked: by a request; also that of before there were causes. failures: too many reads failed in a row. refusals: the
 * last of them because the credentials were refused; ends with new ones. dropped: a destructive deploy left the
 * object out; ends with one that has it again.
 */
export type PauseCause = (typeof PAUSE_CAUSES)[number];

const PAUSE_CAUSES = ['asked', 'failures', 'refusals', 'dropped'] as const;

export function isPauseCause(word: string): word is PauseCause {
  return (PAUSE_CAUSES as readonly string[]).includes(word);
}
