import { stateText, toneOf } from './state_words.ts';

/** A state in its colour. Pass `tone` for a word that is no state of the API. */
export function Badge({ children, tone = toneOf(children) }: { children: string; tone?: string }) {
  return <span class={`badge ${tone}`}>{stateText(children)}</span>;
}
