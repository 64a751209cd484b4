type StatementKind = 'begin' | 'commit' | 'rollback' | 'write' | 'read' | 'other';

const cachedKinds = new Map<string, StatementKind>();

/** Classifies a statement for the scheduling in sqlite_session.ts. */
export function kindOf(sql: string): StatementKind {
  const known = cachedKinds.get(sql);
  if (known) return known;
  const [word = ''] = /^\s*\w+/.exec(sql) ?? [];
  const kind = KIND_OF_WORD[word.trim().toLowerCase()] ?? 'other';
  const found = kind === 'rollback' && / to /i.test(sql) ? 'other' : kind;
  if (cachedKinds.size < 1_000) cachedKinds.set(sql, found);
  return found;
}

const KIND_OF_WORD: Record<string, Exclude<StatementKind, 'other'>> = {
  begin: 'begin',
  commit: 'commit',
  rollback: 'rollback',
  insert: 'write',
  update: 'write',
  delete: 'write',
  replace: 'write',
  select: 'read',
};
