import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Call } from '../../api/call.ts';
import type { AnswerOf, CallArguments, OperationId, Schema } from '../../api/contract.ts';
import { type Polled, type PollOptions, usePoll } from '../../api/use_poll.ts';
import { addressOfPlace, type Place } from './place.ts';

/** The state that all views share. */
export type Console = {
  call: Call;
  project: Schema<'Project'>;
  /** The role of the signed-in builder in the org of the project. */
  role: string;
  place: Place;
};

export const ConsoleContext = createContext<Console | null>(null);

export function useConsole(): Console {
  const found = useContext(ConsoleContext);
  if (!found) throw new Error('No console around this view.');
  return found;
}

/** Polls an operation of the open project while the view is on screen. */
export function useProjectPoll<Id extends OperationId>(
  id: Id,
  { path, query }: CallArguments = {},
  options: PollOptions = {},
): Polled<AnswerOf<Id>> {
  const { call, project } = useConsole();
  return usePoll(call, id, { path: { projectIdOrName: project.id, ...path }, ...(query && { query }) }, options);
}

/** Makes addresses in the open project. */
export function useLinks() {
  const { project } = useConsole();
  return (view: string, rest: readonly string[] = [], filters: Record<string, string> = {}) =>
    addressOfPlace({ project: project.name, view, rest, filters });
}

/** Returns a function that calls an operation of the open project once. */
export function useProjectCall() {
  const { call, project } = useConsole();
  return <Id extends OperationId>(id: Id, { path, ...more }: CallArguments = {}) =>
    call(id, { path: { projectIdOrName: project.id, ...path }, ...more });
}
