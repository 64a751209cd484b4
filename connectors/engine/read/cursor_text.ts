import { isObject, parseJson, stringifyJson, type Json } from '../../../lib/json/json.ts';
import { ProviderFailure } from '../answer/failure.ts';
import type { PageWatch } from './page_watch.ts';
import type { Step } from './step.ts';

/** Where a read stands between two pages. */
export type Position = { step: Step | null; watch: PageWatch | null };

/** The same below parent records: the parents still to do (the first is being read), and where their own read stands. */
export type ChildPosition = {
  parents: Json[];
  parentNext: CursorState | null;
  child: Position;
  /** Of a tree: digests of the folders that were met, so that none is read twice. */
  met?: string[] | undefined;
};

/** The same in an object that is made of several: which of them, and where its own read stands. */
export type PartPosition = { part: number; at: CursorState | null };

/** The same in one of several windows of time, in Unix ms, up to the end of all. */
export type WindowPosition = { window: { from: number; end: number }; at: CursorState | null };

/** The same in the results of a job, or waiting for them: then `at` is null. */
export type JobPosition = {
  job: { values: Record<string, Json>; polls: number; restarts: number };
  at: Position | null;
};

/** The same in the list of deleted records that is read behind another. */
export type DeletedPosition = { deleted: CursorState | null };

export type CursorState = Position | ChildPosition | PartPosition | WindowPosition | JobPosition | DeletedPosition;

/** A million signs; every page writes its checkpoint anew. */
const LONGEST = 1_000_000;

/** The opaque text that callers keep as a checkpoint. Throws ProviderFailure `badRequest` when it grows beyond all measure. */
export function cursorText(state: CursorState): string {
  const text = stringifyJson(state);
  if (text.length <= LONGEST) return text;
  throw new ProviderFailure(
    'badRequest',
    'The place in this read grew beyond 1 MB: too many parent records on one page, or too long a way to the next.',
  );
}

/** Throws ProviderFailure `badRequest` when the text is none of ours. */
export function readCursor(text: string): CursorState {
  const state = tryParse(text);
  if (!isObject(state) || !['step', 'parents', 'part', 'window', 'job', 'deleted'].some((key) => key in state))
    throw new ProviderFailure('badRequest', 'The page cursor is not valid.');
  return state as unknown as CursorState;
}

function tryParse(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch (err) {
    if (err instanceof SyntaxError) return undefined;
    throw err;
  }
}
