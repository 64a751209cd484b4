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
    /** Present when the recording lacks the body. */
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
  /** Of a write: the record's id and the record, as the source returns them. */
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
      /** The object names, in a description. */
      value?: string[];
      /** The requested fields, in an upsert. */
      fields?: FieldsByObject;
      /** Of a write: the id of an update or delete, and the record. The text `dummy` stands for a record. */
      RecordId?: string;
      RecordData?: JsonObject | string;
    };
    /** Of a template: its name, which begins with its verb, and its answer. */
    template?: string;
    output?: Json;
    /** Of a description, an upsert or a write: the result, and the part of it that the source's test asserts. */
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
 * The cases of a .jsonl file, or of every one in a folder. Throws an error with the line number for a line that is not
 * a case.
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

/** Reads whose answers are known or likely to come from the provider itself. */
export function isGoodRead(replayCase: ReplayCase): boolean {
  return replayCase.kind === 'read' && isGood(replayCase);
}

/** Writes of one record. Which templates (`action-write`) are such writes, write_selection.ts says. */
export const WRITE_KINDS: readonly string[] = ['write', 'delete', 'action-write'];

/** The same selection of writes. A delete that succeeds is answered with little or nothing, whoever recorded it. */
export function isGoodWrite(replayCase: ReplayCase): boolean {
  const { kind, quality, expected } = replayCase;
  const isBare =
    kind === 'delete' && expected.ok !== false && /^(empty|hand-made-or-short)$/.test(quality?.class ?? '');
  return WRITE_KINDS.includes(kind) && (isGood(replayCase) || isBare);
}

/** What runs without --all: the same selection, of every kind that is run. */
export function isGoodCase(replayCase: ReplayCase): boolean {
  const isRun = ['read', 'metadata', 'upsertMetadata'].includes(replayCase.kind);
  return (isRun && isGood(replayCase)) || isGoodWrite(replayCase);
}

function isGood({ quality }: ReplayCase): boolean {
  return quality?.class === 'recorded' || quality?.class === 'likely-recorded';
}
