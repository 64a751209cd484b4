import { Problem, type Issue } from '../../../lib/problem/problem.ts';

const MOST = 191;
/** Control, zero-width and other invisible characters: two refs that look alike must be alike. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** What is wrong with a name or reference that the builder chose; null when nothing is. */
export function refFault(text: string): string | null {
  if (text === '') return 'This is required.';
  if (text.length > MOST) return `This may have at most ${MOST} characters.`;
  if (text !== text.trim()) return 'This may not begin or end with a space.';
  return INVISIBLE.test(text) || !isWellFormed(text) ? 'This may not hold control or zero-width characters.' : null;
}

/** Throws invalidArgument naming every ref that can't be one. Names that are marked optional may be empty. */
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

function isWellFormed(text: string): boolean {
  return !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text);
}
