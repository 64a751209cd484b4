import { wordOf } from '../../../ui/state_words.ts';

const OUTCOMES: Readonly<Record<string, string>> = {
  unknown: 'Unknown: the provider may have done it. Look there before you write it again.',
  notSent: 'Not sent: the provider has done nothing.',
};

/**
 * The outcome of a failed write in words. An outcome that this version does not know is shown as the server sent it.
 */
export function outcomeText(outcome: string): string {
  return wordOf(OUTCOMES, outcome);
}
