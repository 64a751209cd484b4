import { versionTable } from '../../../lib/versions/version_table.ts';

export const version = versionTable('0038_version');
