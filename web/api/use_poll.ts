import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks';
import { ApiProblem, ownFault } from './api_problem.ts';
import type { Call } from './call.ts';
import type { AnswerOf, CallArguments, OperationId } from './contract.ts';
import { PollProblemsContext } from './poll_problems.ts';
import { onRetryNow } from './retry_now.ts';

/** The poll interval in milliseconds. Data on screen is at most this old, plus the time of one request. */
const EVERY_MS = 1_500;

/**
 * An ETag that matches no answer. With it, the first answer gets an ETag that the next request can use (docs/adr/0042).
 */
const NOTHING_HELD = '""';

/** The pause after a refusal or an outage, in milliseconds. */
const AFTER_PROBLEM_MS = 5_000;

export type Polled<T> = {
  /** Undefined until the request that is asked now has an answer. */
  data: T | undefined;
  /** The last failure, until a call succeeds. `data` keeps the last answer meanwhile. */
  problem: ApiProblem | null;
  /** The page token of the page after `data`, from the Link header; empty when there is no next page. */
  next: string;
  refresh(): void;
};

/** The last answer or failure, and the request that it belongs to. */
type Held<T> = Pick<Polled<T>, 'data' | 'problem' | 'next'> & { key: string };

const NOTHING = { key: '', data: undefined, problem: null, next: '' };

/**
 * `skip`: do not ask yet. `isQuiet`: the view does not show a failure, such as a 404 for the name of a deleted thing.
 */
export type PollOptions = { everyMs?: number; skip?: boolean; isQuiet?: boolean };

/**
 * Repeats a GET while the component is on screen, also after a failure. After a 304 the data stays; in a hidden tab the
 * poll pauses. It notes a failure in the nearest PollProblemsContext.
 */
export function usePoll<Id extends OperationId>(
  call: Call,
  id: Id,
  asked: CallArguments,
  { everyMs = EVERY_MS, skip = false, isQuiet = false }: PollOptions = {},
): Polled<AnswerOf<Id>> {
  const [held, setHeld] = useState<Held<AnswerOf<Id>>>(NOTHING);
  const [round, setRound] = useState(0);
  const key = JSON.stringify([id, asked]);
  // What answered another request is not shown for this one, also not until the effect has run.
  const { data, problem, next } = held.key === key && !skip ? held : NOTHING;
  const pollProblems = useContext(PollProblemsContext);
  const self = useRef({}).current;

  useEffect(() => {
    // When it is asked again, what is held may be older than any data on screen.
    if (skip) return setHeld(NOTHING);
    let isOver = false;
    let timer = 0;
    let isAsking = false;
    let etag = NOTHING_HELD;
    const ask = async () => {
      let waitMs = everyMs;
      if (isAsking) return;
      if (!document.hidden) {
        isAsking = true;
        try {
          const answer = await call(id, asked, etag);
          if (isOver) return;
          etag = answer.etag;
          const { body: data, next } = answer;
          if (data !== null) setHeld({ key, data, next, problem: null });
          else setHeld((old) => (old.problem ? { ...old, problem: null } : old));
        } catch (error) {
          if (isOver) return;
          const problem = error instanceof ApiProblem ? error : ownFault(error);
          setHeld((old) => ({ ...(old.key === key ? old : NOTHING), key, problem }));
          waitMs = Math.max(everyMs, AFTER_PROBLEM_MS);
        } finally {
          isAsking = false;
        }
      }
      timer = window.setTimeout(ask, waitMs);
    };
    const offAgain = onRetryNow(() => {
      window.clearTimeout(timer);
      void ask();
    });
    void ask();
    return () => {
      isOver = true;
      window.clearTimeout(timer);
      offAgain();
    };
  }, [call, key, skip, everyMs, round]);

  useEffect(() => {
    if (!isQuiet) pollProblems.note(self, problem);
  }, [pollProblems, problem, isQuiet]);
  useEffect(() => () => pollProblems.note(self, null), [pollProblems]);

  const refresh = useCallback(() => setRound((n) => n + 1), []);
  return { data, problem, next, refresh };
}
