import { ANSWER_LIMITS, AnswerLimitExceeded, type AnswerLimits } from '../../../lib/http/answer_limits.ts';

type Max = Pick<AnswerLimits, 'values' | 'depth'>;

/** The separators in a part of CSV, those inside quotes too; more than `max` once they are. */
export function countSeparators(text: string, separators: readonly string[], max: number): number {
  let count = 0;
  for (const separator of separators)
    for (let at = text.indexOf(separator); at !== -1 && count <= max; at = text.indexOf(separator, at + 1)) count += 1;
  return count;
}

const SECTIONS = [
  ['!--', '-->'],
  ['![CDATA[', ']]>'],
  ['?', '?>'],
] as const;

/** The parser of XML reads a text at once, so an answer has fewer elements than one of another format has values. */
const MAX_TAGS = 400_000;

/** Counts the tags of XML and their nesting, in one pass. Malformed text gives some count. */
export function limitTags(text: string, max: Max = ANSWER_LIMITS): void {
  const levels = max.depth;
  const values = Math.min(max.values, MAX_TAGS);
  let count = 0;
  let depth = 0;
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    count += 1;
    if (count > values) throw new AnswerLimitExceeded('values', values);
    const section = SECTIONS.find(([start]) => text.startsWith(start, at + 1));
    const close = text.indexOf(section?.[1] ?? '>', at + 1);
    if (close === -1) return;
    if (!section && text[at + 1] === '/') depth -= 1;
    else if (!section && text[close - 1] !== '/') depth += 1;
    if (depth > levels) throw new AnswerLimitExceeded('depth', levels);
    at = close + 1;
  }
}
