/** One line of a recording: the requests to a provider, its answers, and the expected outcome. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FieldsByObject } from '../../lib/fields/field_definition.ts';
import { type Json, type JsonObject, parseJson } from '../../lib/json/json.ts';

export type Exchange = {
  request: {
    method: string;
    path: string;
    query?: Record<string, Json> | null;
    headersSubset?: Record<string, Json> | null;
    body?: Json;
    /** The reason why the request body was not recorded. */
    bodyNotRecorded?: string;
    assertedBySource?: {
      method?: string;
      path?: string;
      query?: Record<string, Json>;
      headers?: Record<string, Json>;
      body?: Json;
    } | null;
  };
  response: { status: number; headers?: Record<string, Json> | null; body?: Json; bodyBase64?: string };
};

export type ExpectedField = {
  DisplayName: string;
  ValueType: string;
  ProviderType: string;
  ReadOnly: boolean | null;
  IsCustom: boolean | null;
  IsRequired: boolean | null;
  Values: { Value: string; DisplayValue: string }[] | null;
  ReferenceTo: string[] | null;
};
export type FieldsOutcome = {
  Result?: Record<string, { Fields: Record<string, ExpectedField> }>;
  success?: boolean;
  fields?: Record<string, Record<string, { action: string }>>;
  /** For a write: the id and the record that the source returns. */
  recordId?: string;
  data?: JsonObject;
};

export type ReplayCase = {
  case: string;
  kind: string;
  object: string;
  quality?: { class?: string };
  exchanges: Exchange[];
  expected: {
    provider: string;
    ok?: boolean;
    input?: {
      ObjectName?: string;
      Fields?: string[] | null;
      Since?: string;
      Until?: string;
      NextPage?: string;
      PageSize?: number;
      /** For a description: the object names. */
      value?: string[];
      /** For an upsert: the requested fields. */
      fields?: FieldsByObject;
      /** For a write: the id (of an update or delete), and the record. The text `dummy` replaces a real record. */
      RecordId?: string;
      RecordData?: JsonObject | string;
    };
    /** For a template: its name, which begins with a verb, and its answer. */
    template?: string;
    output?: Json;
    /** For a description, an upsert or a write: the result, and the part of it that the source's test asserts. */
    result?: FieldsOutcome;
    assertedByTest?: FieldsOutcome | 'same-as-result';
    records?: { id?: Json; raw?: Json; fields?: JsonObject }[] | null;
    rows?: number;
    done?: boolean | null;
    nextPage?: string;
    pages?: unknown[];
    chained?: boolean;
    models?: Record<string, { records?: JsonObject[] }>;
    rawRecords?: {
      arrayPath: string;
      idField: string;
      rawCount: number;
      idsMatched?: number;
      idsExpected: number;
      exact?: boolean;
    };
    rewriteOrigins?: string[];
    error?: string;
    expectedErrs?: string[];
    errorStatuses?: number[];
  };
};

/**
 * Reads the cases of a .jsonl file, or of all .jsonl files in a folder. Throws an error with the line number for a line
 * that is no case.
 */
export function loadCases(path: string): ReplayCase[] {
  if (!statSync(path).isDirectory()) return casesOf(path);
  return readdirSync(path)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => casesOf(join(path, name)));
}

function casesOf(file: string): ReplayCase[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '') return [];
      try {
        return [parseJson(line) as unknown as ReplayCase];
      } catch (err) {
        throw new Error(`${file}:${index + 1} is not JSON: ${(err as Error).message}`, { cause: err });
      }
    });
}

/** Whether a case is a read with answers that are known or likely to come from the provider itself. */
export function isGoodRead(replayCase: ReplayCase): boolean {
  return replayCase.kind === 'read' && isGood(replayCase);
}

/** The kinds of cases that may write one record. write_selection.ts decides which templates (`action-write`) do. */
export const WRITE_KINDS: readonly string[] = ['write', 'delete', 'action-write'];

/** Whether a case is a write with such answers. A successful delete may have a short answer from any source. */
export function isGoodWrite(replayCase: ReplayCase): boolean {
  const { kind, quality, expected } = replayCase;
  const isBare =
    kind === 'delete' && expected.ok !== false && /^(empty|hand-made-or-short)$/.test(quality?.class ?? '');
  return WRITE_KINDS.includes(kind) && (isGood(replayCase) || isBare);
}

/** Whether a case runs without --all: a case of a supported kind with such answers. */
export function isGoodCase(replayCase: ReplayCase): boolean {
  const isRun = ['read', 'metadata', 'upsertMetadata'].includes(replayCase.kind);
  return (isRun && isGood(replayCase)) || isGoodWrite(replayCase);
}

function isGood({ quality }: ReplayCase): boolean {
  return quality?.class === 'recorded' || quality?.class === 'likely-recorded';
}
