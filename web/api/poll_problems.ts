import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { ApiProblem } from './api_problem.ts';

/**
 * The current problems of all polls in one part of a page. Each poll notes its own problem, so no poll fails without a
 * message.
 */
export type PollProblems = {
  /** `of` identifies the poll. `problem` is null when the poll got an answer, or has ended. */
  note(of: object, problem: ApiProblem | null): void;
  first(): ApiProblem | null;
  has(problem: unknown): boolean;
  /** Calls `onChange` after each change. Returns a function that ends the watch. */
  watch(onChange: () => void): () => void;
};

export function makePollProblems(): PollProblems {
  const held = new Map<object, ApiProblem>();
  const watchers = new Set<() => void>();
  return {
    note(of, problem) {
      if ((held.get(of) ?? null) === problem) return;
      if (problem) held.set(of, problem);
      else held.delete(of);
      for (const watcher of watchers) watcher();
    },
    first: () => [...held.values()][0] ?? null,
    has: (problem) => [...held.values()].some((one) => one === problem),
    watch(onChange) {
      watchers.add(onChange);
      return () => {
        watchers.delete(onChange);
      };
    },
  };
}

/** Outside of a provider of this context, nothing shows the noted problems; the view must show its own. */
export const PollProblemsContext = createContext<PollProblems>(makePollProblems());

/** The problems of the nearest PollProblemsContext. The component renders again when they change. */
export function usePollProblems(): PollProblems {
  const pollProblems = useContext(PollProblemsContext);
  const [, setRound] = useState(0);
  useEffect(() => pollProblems.watch(() => setRound((n) => n + 1)), [pollProblems]);
  return pollProblems;
}
