import { Buffer } from 'node:buffer';
import type { WireProblem } from '../problem/problem.ts';

/**
 * Limits the size of a problem in a gRPC trailer. A peer that receives more than 64 KiB of trailers (base64 included)
 * closes the connection, and all calls on it fail. Issues quote input, so callers control their number and length.
 * Therefore long texts are truncated, and the last issues are dropped until the problem fits.
 */
const MAX_BYTES = 40 * 1024;
const MAX_TEXT = 1_000;

export function boundedProblem({ kind, detail, extras }: WireProblem): WireProblem {
  const { issues, causes, ...others } = extras;
  const room = { left: MAX_BYTES };
  const short: WireProblem = { kind, detail: cutText(detail), extras: { ...others } };
  room.left -= bytesOf(short);
  if (issues) short.extras.issues = itemsThatFit(issues.map(shortenedIssue), room);
  if (causes) short.extras.causes = itemsThatFit(causes.map(cutText), room);
  return short;
}

function itemsThatFit<T>(list: T[], room: { left: number }): T[] {
  const end = list.findIndex((one) => (room.left -= bytesOf(one) + 1) < 0);
  return end < 0 ? list : list.slice(0, end);
}

function shortenedIssue<T extends object>(issue: T): T {
  const entries = Object.entries(issue).map(([key, value]) => [
    key,
    typeof value === 'string' ? cutText(value) : value,
  ]);
  return Object.fromEntries(entries) as T;
}

function cutText(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT).replace(/\p{Cs}$/u, '')}…`;
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
