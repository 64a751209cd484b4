import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { ApiProblem, ownFault } from './api_problem.ts';
import { PollProblemsContext } from './poll_problems.ts';
import { onRetryNow } from './retry_now.ts';

/** The pause before a failed request is repeated, in milliseconds. */
const AFTER_PROBLEM_MS = 5_000;

/**
 * Sends one request and returns its answer. It repeats a failed request: the server may have restarted, or somebody may
 * have signed in in another tab. It notes a failure in the nearest PollProblemsContext. `ask` is null when there is nothing
 * to request.
 */
export function useAnswer<T>(ask: (() => Promise<T>) | null): { answer: T | undefined; problem: ApiProblem | null } {
  const [found, setFound] = useState<{ of: typeof ask; answer: T } | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  useEffect(() => {
    setProblem(null);
    if (!ask) return;
    let isOver = false;
    let isAsking = false;
    let timer = 0;
    const next = async () => {
      if (isAsking || isOver) return;
      isAsking = true;
      window.clearTimeout(timer);
      try {
        const answer = await ask();
        if (isOver) return;
        isOver = true;
        setFound({ of: ask, answer });
        setProblem(null);
      } catch (error) {
        if (isOver) return;
        setProblem(error instanceof ApiProblem ? error : ownFault(error));
        timer = window.setTimeout(next, AFTER_PROBLEM_MS);
      } finally {
        isAsking = false;
      }
    };
    void next();
    const off = onRetryNow(() => void next());
    return () => {
      isOver = true;
      window.clearTimeout(timer);
      off();
    };
  }, [ask]);
  const pollProblems = useContext(PollProblemsContext);
  const self = useRef({}).current;
  useEffect(() => pollProblems.note(self, problem), [pollProblems, problem]);
  useEffect(() => () => pollProblems.note(self, null), [pollProblems]);
  return { answer: found?.of === ask ? found?.answer : undefined, problem };
}
