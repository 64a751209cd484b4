import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { ApiProblem } from './api_problem.ts';

/**
 * The problems of all that is polled below one place of a page. Each poll notes its own, so that none is forgotten and no
 * view waits in silence.
 */
export type Troubles = {
  /** `of`: the poll. Null: it has an answer, or is over. */
  note(of: object, problem: ApiProblem | null): void;
  first(): ApiProblem | null;
  has(problem: unknown): boolean;
  /** Returns a function that ends the watch. */
  watch(onChange: () => void): () => void;
};

export function makeTroubles(): Troubles {
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

/** Outside of a place that shows them, nobody hears of them: the view does. */
export const TroublesContext = createContext<Troubles>(makeTroubles());

/** The problems around this component, kept up to date. */
export function useTroubles(): Troubles {
  const troubles = useContext(TroublesContext);
  const [, setRound] = useState(0);
  useEffect(() => troubles.watch(() => setRound((n) => n + 1)), [troubles]);
  return troubles;
}
