type StatementKind = 'begin' | 'commit' | 'rollback' | 'write' | 'other';

const kinds = new Map<string, StatementKind>();

/** Classifies a statement for the scheduling in sqlite_session.ts. */
export function kindOf(sql: string): StatementKind {
  const known = kinds.get(sql);
  if (known) return known;
  const [word = ''] = /^\s*\w+/.exec(sql) ?? [];
  const kind = KINDS[word.trim().toLowerCase()] ?? 'other';
  const found = kind === 'rollback' && / to /i.test(sql) ? 'other' : kind;
  if (kinds.size < 1_000) kinds.set(sql, found);
  return found;
}

const KINDS: Record<string, 'begin' | 'commit' | 'rollback' | 'write'> = {
  begin: 'begin',
  commit: 'commit',
  rollback: 'rollback',
  insert: 'write',
  update: 'write',
  delete: 'write',
  replace: 'write',
};
