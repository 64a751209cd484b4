/** Counts the writes that one simulated provider has done, including those whose answer was lost. */

import { createHash } from 'node:crypto';
import { type Json, stringifyJson } from '../../../lib/json/json.ts';
import { LabError } from '../lab_error.ts';
import type { LabAnswer } from '../lab_request.ts';

type Done = { create: number; update: number; delete: number };
export type DoneVerb = keyof Done;

export type WriteReport = {
  /** Writes that were done, by object. */
  done: Record<string, Done>;
  /** Creates that were done, by object and idempotency key. Not counted: repeats that got the first answer. */
  byKey: Record<string, Record<string, number>>;
  /** Creates that repeated a key and got the first answer again. */
  replayed: number;
  /** Creates with the same body as an earlier create of the object: possibly one record that was created twice. */
  alike: number;
  /** Writes that were done and whose answer was lost. */
  lost: number;
};

type Create = { object: string; body: Json; key: string | undefined };

export type WriteBooks = {
  /** The answer to an earlier create with this key. Throws LabError 409 if that create had another body. */
  before(create: Create): LabAnswer | null;
  did(verb: DoneVerb, object: string): void;
  created(create: Create, answer: LabAnswer): void;
  lost(): void;
  report(): WriteReport;
};

export function createWriteBooks(): WriteBooks {
  const answered = new Map<string, { print: string; answer: LabAnswer }>();
  const bodies = new Set<string>();
  const counted: WriteReport = { done: {}, byKey: {}, replayed: 0, alike: 0, lost: 0 };
  const did = (verb: DoneVerb, object: string) => {
    const done = (counted.done[object] ??= { create: 0, update: 0, delete: 0 });
    done[verb] += 1;
  };
  return {
    before({ object, body, key }) {
      const earlier = key === undefined ? undefined : answered.get(`${object} ${key}`);
      if (!earlier) return null;
      if (earlier.print !== printOf(body))
        throw new LabError(409, 'This idempotency key was used with another body. Use a new key.');
      counted.replayed += 1;
      return earlier.answer;
    },
    did,
    created({ object, body, key }, answer) {
      did('create', object);
      const print = printOf(body);
      if (bodies.has(`${object} ${print}`)) counted.alike += 1;
      bodies.add(`${object} ${print}`);
      if (key === undefined) return;
      answered.set(`${object} ${key}`, { print, answer });
      const keys = (counted.byKey[object] ??= {});
      keys[key] = (keys[key] ?? 0) + 1;
    },
    lost: () => void (counted.lost += 1),
    report: () => structuredClone(counted),
  };
}

function printOf(body: Json): string {
  return createHash('sha256').update(stringifyJson(body)).digest('hex');
}
