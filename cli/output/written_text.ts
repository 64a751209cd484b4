import { stringifyJson } from '../../lib/json/json.ts';
import { plain } from './plain_text.ts';
import { table } from './table.ts';

type Message = { message: string };
type Result = { success: boolean; recordId?: string; data?: object; errors?: Message[] };
/** The platform's response to a write. It has only `operationId` while the write is stored but not done. */
export type WriteAnswer = {
  operationId: string;
  result?: Result;
  results?: Result[];
  errors?: Message[];
  warnings?: Message[];
};

const DONE: Readonly<Record<string, string>> = { create: 'created', update: 'updated', delete: 'deleted' };
const UNKNOWN = 'outcomeUnknown:';

/** Whether every record of a write is written or stored. */
export function wasWritten({ result, results = [] }: WriteAnswer): boolean {
  return result?.success !== false && results.every(({ success }) => success);
}

/**
 * The response to a write of this type, as text for people. `out`: what was written; `err`: why something was not
 * written.
 */
export function writtenText(answer: WriteAnswer, type: string): { out: string; err: string } {
  const { operationId, result, results, errors = [], warnings = [] } = answer;
  const done = DONE[type] ?? type;
  if (!result && !results)
    return {
      out: text([`stored  ${operationId}`]),
      err: text([`\`causeway operations --follow ${operationId}\` shows how it ends.`]),
    };
  const out = [
    ...(result?.success ? [`${done}  ${result.recordId ?? '(the provider named no id)'}`] : []),
    ...(result?.success && result.data ? [stringifyJson(result.data)] : []),
  ];
  const messages = [...errors, ...warnings, ...(results ?? []).flatMap(({ errors: some = [] }) => some)].map(
    ({ message }) => message,
  );
  const err = [
    ...[...errors, ...warnings].map(({ message }) => message),
    ...(messages.some((message) => message.startsWith(UNKNOWN))
      ? ['It is unknown whether the provider has done it. Look there before you write it again.']
      : []),
    `Operation ${operationId}.`,
  ];
  return { out: text(out) + (results ? batchText(results, done) : ''), err: text(err) };
}

function batchText(results: readonly Result[], done: string): string {
  const rows = results.map(({ success, recordId = '', errors = [] }, at) => [
    String(at),
    success ? done : 'failed',
    recordId,
    errors.map(({ message }) => message).join(' '),
  ]);
  return table(['RECORD', 'RESULT', 'ID', 'ERROR'], rows);
}

function text(lines: readonly string[]): string {
  return lines.map((line) => `${plain(line)}\n`).join('');
}
