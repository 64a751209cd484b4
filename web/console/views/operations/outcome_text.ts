import { wordOf } from '../../../ui/state_words.ts';

const OUTCOMES: Readonly<Record<string, string>> = {
  unknown: 'Unknown: the provider may have done it. Look there before you write it again.',
  notSent: 'Not sent: the provider has done nothing.',
};

/** What is known of a write that failed, in words; an outcome that this version does not know, as the server sent it. */
export function outcomeText(outcome: string): string {
  return wordOf(OUTCOMES, outcome);
}
