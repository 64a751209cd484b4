import { useTroubles } from '../api/troubles.ts';

/** In place of what is not there yet. It does not say that it is loading when it is not. */
export function Loading() {
  const isFailed = useTroubles().first() !== null;
  return <p class="soft">{isFailed ? 'Not loaded. The page asks again by itself.' : 'Loading …'}</p>;
}
