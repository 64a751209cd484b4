import { stateText, toneOf } from './state_words.ts';

export function Badge({ children }: { children: string }) {
  return <span class={`badge ${toneOf(children)}`}>{stateText(children)}</span>;
}
