import { INVISIBLE_CHARACTERS } from '../../lib/manifest/invisible.ts';
import { type Issue, Problem } from '../../lib/problem/problem.ts';

const MAX_CHARACTERS = 191;
/**
 * Control, zero-width and other invisible characters. Refs may not contain them, because two refs that look the same
 * must be the same.
 */
const INVISIBLE_PATTERN = new RegExp(`[${INVISIBLE_CHARACTERS}]`, 'u');

/** The fault of a name or ref that the builder chose; null when it is valid. */
export function refFault(text: string): string | null {
  if (text === '') return 'This is required.';
  if (isLongerThan(text, MAX_CHARACTERS)) return `This may have at most ${MAX_CHARACTERS} characters.`;
  if (text !== text.trim()) return 'This may not begin or end with a space.';
  return INVISIBLE_PATTERN.test(text) ? 'This may not contain control or zero-width characters.' : null;
}

/**
 * Whether the text has more than `max` Unicode code points. JSON Schema and the databases also count code points, not
 * UTF-16 code units.
 */
export function isLongerThan(text: string, max: number): boolean {
  return text.length > max && (text.length > 2 * max || [...text].length > max);
}

/** Throws invalidArgument with an issue for each invalid ref. Names listed in `optional` may be empty. */
export function checkRefs(refs: Record<string, string>, optional: readonly string[] = []): void {
  const issues = Object.entries(refs).flatMap(([name, text]): Issue[] => {
    const fault = text === '' && optional.includes(name) ? null : refFault(text);
    return fault ? [{ in: 'body', name, detail: fault }] : [];
  });
  if (issues.length > 0)
    throw new Problem(
      'invalidArgument',
      `The request has ${issues.length === 1 ? 'a value' : 'values'} that can't be used.`,
      { issues },
    );
}
