import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { SERVICES } from '../../lib/trust/arrows.ts';
import { retentions as identity } from '../../services/identity/jobs/retention.ts';
import { retentions as installation } from '../../services/installation/jobs/retention.ts';
import { retentions as notifications } from '../../services/notifications/jobs/retention.ts';
import { retentions as reads } from '../../services/reads/jobs/retention.ts';
import { retentions as writes } from '../../services/writes/jobs/retention.ts';
import { tablesOf } from './tables_of.ts';

const rows = readFileSync('docs/retention.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| (every|identity|installation|reads|writes|notifications) \|/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, service = '', tables = '', kept = '', deletedBy = '']) => ({
    service,
    tables: names(tables),
    kept,
    deletedBy,
  }));

function names(cell: string): string[] {
  return [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
}

/** Values that are only used when a rule runs. */
const unused = {} as never;
const rules = {
  identity: identity(),
  installation: installation(),
  notifications: notifications(unused),
  reads: reads(unused),
  writes: writes(unused),
};

describe('F7: docs/retention.md', () => {
  it.each(SERVICES)('says once how long each table of %s is kept', async (service) => {
    const listed = rows.filter((row) => [service, 'every'].includes(row.service)).flatMap(({ tables }) => tables);
    expect(listed.sort()).toEqual(await tablesOf(service));
  });

  it('says for each table how long rows are kept and what deletes them', () => {
    expect(rows.filter(({ kept, deletedBy }) => kept === '' || deletedBy === '')).toEqual([]);
  });

  it.each(SERVICES)('names exactly the purges of %s', (service) => {
    const named = rows
      .filter((row) => [service, 'every'].includes(row.service))
      .flatMap(({ deletedBy }) => (/\bpurges? /.test(deletedBy) ? names(deletedBy) : []));
    const own = rules[service].map(({ name }) => name);
    expect([...new Set(named)].sort()).toEqual(own.sort());
  });
});
