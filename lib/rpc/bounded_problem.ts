import { Buffer } from 'node:buffer';
import type { WireProblem } from '../problem/problem.ts';

/**
 * A problem travels in a trailer, and a peer that is sent more trailers than it takes (64 KiB, base64 included) drops
 * the connection with every call on it, whoever made them. What a caller sent stands in issues, so their number and
 * length are the caller's choice: texts are cut, and what comes last is left out until the rest fits.
 */
const MOST_BYTES = 40 * 1024;
const LONGEST_TEXT = 1_000;

export function bounded({ kind, detail, extras }: WireProblem): WireProblem {
  const { issues, causes, ...others } = extras;
  const room = { left: MOST_BYTES };
  const short: WireProblem = { kind, detail: cut(detail), extras: { ...others } };
  room.left -= bytesOf(short);
  if (issues) short.extras.issues = fitting(issues.map(shortened), room);
  if (causes) short.extras.causes = fitting(causes.map(cut), room);
  return short;
}

function fitting<T>(list: T[], room: { left: number }): T[] {
  const end = list.findIndex((one) => (room.left -= bytesOf(one) + 1) < 0);
  return end < 0 ? list : list.slice(0, end);
}

function shortened<T extends object>(issue: T): T {
  const entries = Object.entries(issue).map(([key, value]) => [key, typeof value === 'string' ? cut(value) : value]);
  return Object.fromEntries(entries) as T;
}

function cut(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT).replace(/\p{Cs}$/u, '')}…`;
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
