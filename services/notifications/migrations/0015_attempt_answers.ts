import { textColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** The beginning of the receiver's answer, without secrets; NULL when it was empty. */
export const attemptAnswers: Migration = {
  name: 'notifications_0015_attempt_answers',
  async up(db) {
    await db.schema.alterTable('attempts', (t) => void textColumn(t, 'answer'));
  },
  async down(db) {
    await db.schema.alterTable('attempts', (t) => void t.dropColumn('answer'));
  },
};
