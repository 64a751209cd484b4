import type { DestinationStatus } from './destination.ts';

/** What a name means. `status` is deleting while a mark lasts; then the name does not resolve. */
export type ResolvedDestination = {
  /** As asked: an id, a name or a former name. */
  name: string;
  /** Empty when there is no such destination. */
  id: string;
  status: DestinationStatus | 'deleting' | '';
  /** Of the last mark; 0 without one. */
  generation: number;
  /** A similar name, for a name that means nothing. */
  suggestion: string;
};

/** A destination found by one of the requested ids or names, with the mark of its deletion. */
export type NamedDestination = DeletionMark & {
  id: string;
  name: string;
  status: DestinationStatus;
  /** Of the requested texts, the former name that means it; null when its id or name was requested. */
  formerName: string | null;
};

/** `since` is null without a mark. Unix ms by the database's clock. */
type DeletionMark = { generation: number; since: number | null };

/** How long a mark lasts. A gateway asks who uses the destination in between, which takes milliseconds. */
export const MARK_MS = 60_000;

export function isMarked({ since }: DeletionMark, now: number): boolean {
  return since !== null && since > now - MARK_MS;
}

export type DestinationNameStore = {
  /** One statement, so that a concurrent rename is seen before or after, never in between. */
  find(projectId: string, idsOrNames: string[]): Promise<NamedDestination[]>;
  /** Current names, for suggestions. */
  list(projectId: string, limit: number): Promise<string[]>;
  /** Former names of a destination, newest first. */
  formerNames(projectId: string, destinationId: string): Promise<string[]>;
  addFormer(projectId: string, former: { name: string; destinationId: string; createTime: number }): Promise<void>;
  /** Removes a former name that is now a current name. Returns the id of the destination that had it. */
  removeFormer(projectId: string, name: string): Promise<string | undefined>;
  removeFormerOf(projectId: string, destinationId: string): Promise<void>;
  mark(projectId: string, destinationId: string): Promise<DeletionMark>;
  setMark(projectId: string, destinationId: string, mark: DeletionMark): Promise<void>;
};
