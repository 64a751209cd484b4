import { isObject, type Json, parseJson, stringifyJson } from '../../../lib/json/json.ts';
import { ProviderFailure } from '../answer/failure.ts';
import type { Step } from '../paging/step.ts';
import type { Tally } from './list_tally.ts';
import type { PageWatch } from './page_watch.ts';

/** The position of a read of one list, between two pages. */
export type Position = { step: Step | null; watch: PageWatch | null; tally?: Tally | undefined };

/**
 * The position below parent records: the parents that are still to be read (the first is in progress), and the position
 * in the parents' list.
 */
export type ChildPosition = {
  parents: Json[];
  parentNext: CursorState | null;
  child: Position;
  /** For an object with `descend`: digests of the folders seen so far, so that no folder is read twice. */
  met?: string[] | undefined;
};

/** The position in a concatenated object: the index of the part, and the position within the part. */
export type PartPosition = { part: number; at: CursorState | null };

/**
 * The position in a windowed read. `from`: start of the current window; `end`: end of the last window. Unix
 * milliseconds.
 */
export type WindowPosition = { window: { from: number; end: number }; at: CursorState | null };

/** The position in the results of a job. A null `at` means that the job is not done yet. */
export type JobPosition = {
  job: { values: Record<string, Json>; polls: number; restarts: number };
  at: Position | null;
};

/** The position in the list of deleted records, which is read after the changes. */
export type DeletedPosition = { deleted: CursorState | null };

export type CursorState = Position | ChildPosition | PartPosition | WindowPosition | JobPosition | DeletedPosition;

/** The max length in characters. Every page writes the whole cursor to its checkpoint. */
const MAX_LENGTH = 1_000_000;

/**
 * Serializes a position to the opaque text that callers store as a checkpoint. Throws ProviderFailure `badRequest` when
 * it is too long.
 */
export function cursorText(state: CursorState): string {
  const text = stringifyJson(state);
  if (text.length <= MAX_LENGTH) return text;
  throw new ProviderFailure(
    'badRequest',
    'The page cursor exceeds 1 MB: a page has too many parent records, or the next-page URL or token is too long.',
  );
}

/** Parses a cursor. Throws ProviderFailure `badRequest` when the text is not a cursor. */
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
