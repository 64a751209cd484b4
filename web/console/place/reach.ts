import { useEffect, useState } from 'preact/hooks';
import { ApiProblem } from '../../api/api_problem.ts';

/** Whether the platform answers, and whether the user is signed in. `since`: ISO 8601. */
export type Reach = { state: 'ok' | 'unavailable' | 'signedOut'; since: string };

const CHANGED = 'causeway:reach';
let reach: Reach = { state: 'ok', since: '' };

/** Notes the problem of the console's last call; null when the call succeeded. */
export function noteReach(problem: unknown): void {
  const state = reachOf(problem);
  if (state === reach.state) return;
  reach = { state, since: new Date().toISOString() };
  window.dispatchEvent(new Event(CHANGED));
}

export function useReach(): Reach {
  const [known, setKnown] = useState(reach);
  useEffect(() => {
    const change = () => setKnown(reach);
    change();
    window.addEventListener(CHANGED, change);
    return () => window.removeEventListener(CHANGED, change);
  }, []);
  return known;
}

/** The state after a problem. Any problem that is not handled below means that the platform answered: `ok`. */
export function reachOf(problem: unknown): Reach['state'] {
  if (!(problem instanceof ApiProblem)) return 'ok';
  if (problem.status === 0) return 'unavailable';
  return problem.status === 401 ? 'signedOut' : 'ok';
}
