/**
 * Why an object's scheduled reads are paused. The object stays paused while it has at least one cause: a new sign-in
 * does not end a pause that somebody requested. An unpause request ends all of them.
 *
 * asked: paused by a request; also pauses older than the causes. failures: too many reads failed in a row. refusals:
 * the latest reads failed because the credentials were refused; new credentials end it. dropped: a destructive deploy
 * removed the object; a deploy that has it again ends it.
 */
export type PauseCause = (typeof PAUSE_CAUSES)[number];

const PAUSE_CAUSES = ['asked', 'failures', 'refusals', 'dropped'] as const;

export function isPauseCause(word: string): word is PauseCause {
  return (PAUSE_CAUSES as readonly string[]).includes(word);
}
