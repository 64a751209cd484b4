import { usePollProblems } from '../api/poll_problems.ts';

/** Shown until data has arrived. After a failed request it does not say that it is loading. */
export function Loading() {
  const isFailed = usePollProblems().first() !== null;
  return <p class="soft">{isFailed ? 'Not loaded. The page asks again by itself.' : 'Loading …'}</p>;
}
