import { stateText, toneOf } from './state_words.ts';

/** A state with its colour; `tone` for words of our own, which no answer has. */
export function Badge({ children, tone = toneOf(children) }: { children: string; tone?: string }) {
  return <span class={`badge ${tone}`}>{stateText(children)}</span>;
}
