const SIGNS: Readonly<Record<string, string>> = {
  added: '+',
  created: '+',
  removed: '-',
  changed: '~',
  unchanged: '=',
};

/** The sign before a line about a change; `?` for a change that this version does not know. */
export function changeSign(change: string): string {
  return (Object.hasOwn(SIGNS, change) ? SIGNS[change] : undefined) ?? '?';
}
