import type { Schema } from '../../../api/contract.ts';

type Integration = Schema<'Integration'>;

/** What a deploy would change, an entry for each integration of the manifest. */
export type Plan = readonly {
  name: string;
  change: 'new' | 'changed' | 'unchanged';
  /** As text. Empty for a new one. */
  before: string;
  after: string;
  /** Objects that are read now and that the manifest no longer has. */
  dropped: string[];
  warnings: Schema<'Warning'>[];
}[];

/** Compares what is deployed with the answer of a dry run. */
export function planOf(current: readonly Integration[], planned: readonly Integration[]): Plan {
  return planned.map(({ id, name, latestRevision: next }) => {
    const former = current.find((one) => one.id === id)?.latestRevision;
    const kept = new Set(objectNames(next));
    return {
      name,
      change: id === '' ? 'new' : next.id === '' ? 'changed' : 'unchanged',
      before: former ? JSON.stringify(former.content, null, 2) : '',
      after: JSON.stringify(next.content, null, 2),
      dropped: former ? objectNames(former).filter((objectName) => !kept.has(objectName)) : [],
      warnings: next.warnings,
    };
  });
}

function objectNames({ content }: Schema<'Revision'>): string[] {
  return (content.read?.objects ?? []).map(({ objectName }) => objectName);
}
