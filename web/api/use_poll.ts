import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks';
import { onAgain } from './again.ts';
import { ApiProblem, ownFault } from './api_problem.ts';
import type { Call } from './call.ts';
import type { AnswerOf, Asked, OperationId } from './contract.ts';
import { TroublesContext } from './troubles.ts';

/** Ms. What is on screen is at most this old, and the time of one request. */
const EVERY_MS = 1_500;

/** An ETag that no answer has. A first request with it gets one that can be current (docs/adr/0042). */
const NOTHING_HELD = '""';

/** The wait after a refusal or an outage. Ms. */
const AFTER_PROBLEM_MS = 5_000;

export type Polled<T> = {
  data: T | undefined;
  /** The last failure, until a call succeeds. What was shown before stays. */
  problem: ApiProblem | null;
  isLoading: boolean;
  /** The token of the page after `data`, where the answer has it in its Link header; else empty. */
  next: string;
  refresh(): void;
};

/** `skip`: nothing to ask for yet. `isQuiet`: a failure is no fault of the view, such as the name of what is deleted. */
export type PollOptions = { everyMs?: number; skip?: boolean; isQuiet?: boolean };

/**
 * Repeats a GET while it is on screen, after a failure too. A 304 changes nothing; a hidden tab does not ask. A failure is
 * noted among the troubles around it.
 */
export function usePoll<Id extends OperationId>(
  call: Call,
  id: Id,
  asked: Asked,
  { everyMs = EVERY_MS, skip = false, isQuiet = false }: PollOptions = {},
): Polled<AnswerOf<Id>> {
  const [data, setData] = useState<AnswerOf<Id>>();
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [round, setRound] = useState(0);
  const [next, setNext] = useState('');
  const key = JSON.stringify([id, asked, skip]);
  const shown = useRef('');
  const troubles = useContext(TroublesContext);
  const self = useRef({}).current;

  useEffect(() => {
    if (skip) return;
    let isOver = false;
    let timer = 0;
    let isAsking = false;
    let etag = NOTHING_HELD;
    // Another question: what was shown is no answer to it.
    if (shown.current !== key) {
      setData(undefined);
      setProblem(null);
    }
    shown.current = key;
    const ask = async () => {
      let waitMs = everyMs;
      if (isAsking) return;
      if (!document.hidden) {
        isAsking = true;
        try {
          const answer = await call(id, asked, etag);
          if (isOver) return;
          etag = answer.etag;
          if (answer.body !== null) {
            setData(answer.body);
            setNext(answer.next);
          }
          setProblem(null);
        } catch (error) {
          if (isOver) return;
          setProblem(error instanceof ApiProblem ? error : ownFault(error));
          waitMs = Math.max(everyMs, AFTER_PROBLEM_MS);
        } finally {
          isAsking = false;
        }
      }
      timer = window.setTimeout(ask, waitMs);
    };
    const offAgain = onAgain(() => {
      window.clearTimeout(timer);
      void ask();
    });
    void ask();
    return () => {
      isOver = true;
      window.clearTimeout(timer);
      offAgain();
    };
  }, [call, key, everyMs, round]);

  useEffect(() => {
    if (!isQuiet) troubles.note(self, skip ? null : problem);
  }, [troubles, problem, skip, isQuiet]);
  useEffect(() => () => troubles.note(self, null), [troubles]);

  const refresh = useCallback(() => setRound((n) => n + 1), []);
  return { data, problem, isLoading: data === undefined && problem === null, next, refresh };
}
